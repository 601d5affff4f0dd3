"""What stands in the pack for a module that others import and no page uses: any name can be imported from it.

Such a name can be passed on, subclassed and tested for, and nothing is an instance of it; called, it says that it was
left out. `pack.toml` lists the modules, and the pages' work, done with these in place, shows that none of them is used.
"""

from collections.abc import Callable


class LeftOut(type):
    """The type of a name in a module that was left out."""

    def __getattr__(cls, name: str) -> "LeftOut":
        return _stand_in(f"{cls.__module__}.{cls.__qualname__}", name)

    def __call__(cls, *_: object, **__: object) -> None:
        raise ImportError(f"{cls.__module__}.{cls.__qualname__} was left out of these pages, which do not use it")


def names(module: str) -> Callable[[str], LeftOut]:
    """The `__getattr__` of a module that was left out."""
    return lambda name: _stand_in(module, name)


def _stand_in(place: str, name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(f"{place} has no {name}")
    return LeftOut(name, (), {"__module__": place})
