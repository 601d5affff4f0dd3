"""What the browser keeps for our pages, as Python has it."""

from collections.abc import Iterator, MutableMapping


class LocalStorage(MutableMapping):
    """The browser's localStorage as a mapping of str to str; raises whatever the browser raises."""

    def __init__(self, window):
        self._window = window

    def __getitem__(self, key: str) -> str:
        text = self._window.localStorage.getItem(key)
        if not isinstance(text, str):
            raise KeyError(key)
        return text

    def __setitem__(self, key: str, text: str) -> None:
        self._window.localStorage.setItem(key, text)

    def __delitem__(self, key: str) -> None:
        self._window.localStorage.removeItem(key)

    def __iter__(self) -> Iterator[str]:
        storage = self._window.localStorage
        return iter([storage.key(i) for i in range(storage.length)])

    def __len__(self) -> int:
        return self._window.localStorage.length
