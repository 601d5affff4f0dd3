"""The failures a person can do something about: shown as one line, without a traceback."""


class Failure(Exception):
    """What went wrong, as one sentence naming the thing it went wrong with."""
