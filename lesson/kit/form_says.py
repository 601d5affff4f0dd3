"""What a form says in words: its status line, and beside each control what is wrong with it."""

from collections.abc import Mapping

from lesson.kit.controls import ControlError, read

SETTLE_SECONDS = 0.4  # a screen reader hears of the last update of a drag, not of each one


class FormSays:
    """The status line `[data-status]` of a form and its `[data-error]` places.

    fields: by the controls' names the elements that hold what was typed or chosen.
    """

    def __init__(self, page, form, fields: Mapping[str, object]):
        self._page, self._form, self._fields = page, form, fields
        self._status = form.querySelector("[data-status]")
        self._timer = f"status-{form.dataset.lab}"

    def now(self, text: str) -> None:
        """Puts the text in the status line, in place of what was to be said there."""
        self._page.later(self._timer, 0, lambda: setattr(self._status, "textContent", text))

    def updated(self, text: str) -> None:
        """Puts it there once the controls rest, unless one of them has been refused by then."""

        def say() -> None:
            if not self._form.querySelector('[aria-invalid="true"]'):
                self._status.textContent = text

        self._page.later(self._timer, SETTLE_SECONDS, say)

    def accepted(self) -> None:
        """Nothing is wrong with any control."""
        for name in self._fields:
            self._beside(name, "")

    def refused(self, controls: tuple, texts: Mapping[str, str], first: ControlError) -> None:
        """Says beside every control what is wrong with it; `first` is what `respond` stopped at."""
        errors = {first.name: first}
        for control in controls:
            try:
                read((control,), texts)
            except ControlError as error:
                errors[error.name] = error
        for name in self._fields:
            self._beside(name, self._page.refusal(errors[name], errors[name].reason) if name in errors else "")

    def _beside(self, name: str, text: str) -> None:
        place = self._form.querySelector(f'[data-error="{name}"]')
        if not place:  # radio buttons cannot go wrong, and have none
            return
        place.textContent = text
        if text and (folded := place.closest("details")):
            folded.open = True
        self._fields[name].setAttribute("aria-invalid", "true" if text else "false")
