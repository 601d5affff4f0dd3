"""A lesson's progress: the questions answered, the texts written, the "learned" mark.

Stored as {"version": 1, "answers": {question: choice}, "texts": {name: text}, "learned": true}, what is not
there yet left out. Whether an answer is right is not stored but judged when asked for, so that it holds for
the questions as they are today; whoever sums up a lesson (the course page) needs its questions for that.
Stored fields that make no sense, such as a choice not offered, count as absent and are left where they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lesson.kit.store import Store

Result = Literal["right", "wrong"]
LONGEST_TEXT = 20_000


@dataclass(frozen=True)
class Quiz:
    """A lesson's name in storage, its questions (the choices and the right one among them) and its written answers."""

    lesson: str
    questions: Mapping[str, tuple[tuple[str, ...], str]]
    texts: tuple[str, ...] = ()

    def __post_init__(self):
        for question, (choices, right) in self.questions.items():
            if right not in choices:
                raise ValueError(f"{question}: right choice {right!r}, expected one of {choices}")


@dataclass(frozen=True)
class Summary:
    """Questions answered rightly, answered at all, and there; and whether the lesson is marked as learned."""

    right: int
    answered: int
    total: int
    learned: bool


class Progress:
    """What the reader has done in a lesson, as the store knew it at the last change or `reload`.

    Nothing here fails because of the storage; `store.state` says whether things are kept.
    """

    def __init__(self, store: Store, quiz: Quiz):
        self._store = store
        self._questions = quiz.questions
        self._texts = quiz.texts
        self.reload()

    def reload(self) -> None:
        """Take in what another tab has changed."""
        self._content = self._store.read()

    def start_over(self) -> None:
        """Forget everything, in storage too."""
        self._store.clear()
        self.reload()

    def answer(self, question: str, choice: str) -> Result:
        """Keep the choice and say whether it is right. Raises ValueError for what is not offered."""
        choices, right = self._question(question)
        if choice not in choices:
            raise ValueError(f"{question}: choice {choice!r}, expected one of {choices}")
        self._content = self._store.update({"answers": {question: choice}})
        return "right" if choice == right else "wrong"

    def retract(self, question: str) -> None:
        """Take the answer back. Raises ValueError for an unknown question."""
        self._question(question)
        self._content = self._store.update({"answers": {question: None}})

    def choice(self, question: str) -> str | None:
        """The choice kept, None if there is none. Raises ValueError for an unknown question."""
        choices, _ = self._question(question)
        kept = self._field("answers").get(question)
        return kept if kept in choices else None

    def results(self) -> dict[str, Result | None]:
        """For every question whether the choice kept is right; None if there is none."""
        results = {}
        for question, (_, right) in self._questions.items():
            kept = self.choice(question)
            results[question] = None if kept is None else "right" if kept == right else "wrong"
        return results

    @property
    def learned(self) -> bool:
        """Whether the reader has marked the lesson as learned."""
        return self._content.get("learned") is True

    def set_learned(self, learned: bool) -> None:
        """Set the mark or take it back."""
        self._content = self._store.update({"learned": True if learned else None})

    def written(self, name: str) -> str:
        """The text kept under the name, empty if there is none. Raises ValueError for an unknown name."""
        self._text(name)
        kept = self._field("texts").get(name)
        return kept[:LONGEST_TEXT] if isinstance(kept, str) else ""

    def write(self, name: str, text: str) -> None:
        """Keep a text, its first 20,000 characters. Raises ValueError for an unknown name."""
        self._text(name)
        self._content = self._store.update({"texts": {name: text[:LONGEST_TEXT] or None}})

    def summary(self) -> Summary:
        """The lesson's progress in numbers."""
        results = list(self.results().values())
        answered = len(results) - results.count(None)
        return Summary(results.count("right"), answered, len(results), self.learned)

    def _field(self, name: str) -> dict:
        field = self._content.get(name)
        return field if isinstance(field, dict) else {}

    def _question(self, name: str) -> tuple[tuple[str, ...], str]:
        if name not in self._questions:
            raise ValueError(f"question {name!r}, expected one of {tuple(self._questions)}")
        return self._questions[name]

    def _text(self, name: str) -> None:
        if name not in self._texts:
            raise ValueError(f"text {name!r}, expected one of {tuple(self._texts)}")
