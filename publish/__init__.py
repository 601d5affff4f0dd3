"""Turns the lesson's sources into what people open. CPython and its standard library only."""

import sys

# Stands here because a package's __init__ is read before any newer syntax in its modules.
if sys.version_info < (3, 11):  # noqa: UP036 - it is there to be told to people who have an older one
    sys.exit("error: Python 3.11 or newer is needed, this is %s" % sys.version.split()[0])  # noqa: UP031
