"""The questions of the second lesson: what can be chosen, and what is right. Their words are in the pages."""

from lesson.kit.quiz import Quiz

QUIZ = Quiz(
    "schedules",
    {
        "eight-states": (("a", "b", "c"), "c"),
        "sqrt-is-best": (("yes", "no"), "no"),
        "held-references": (("a", "b", "c"), "b"),
        "one-block": (("a", "b", "c"), "c"),
        "every-layer": (("a", "b", "c"), "a"),
        "last-block": (("a", "b", "c"), "b"),
        "new-masks": (("a", "b", "c"), "c"),
        "unknown-length": (("a", "b", "c"), "a"),
        "which-block": (("a", "b", "c"), "b"),
        "revolve-in-jax": (("a", "b", "c"), "a"),
    },
)
