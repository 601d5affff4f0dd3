"""The questions of unit 263: what can be chosen, and what is right. Their words are in the pages."""

from lesson.kit.quiz import Quiz

QUIZ = Quiz(
    "blocks",
    {
        "count-is-time": (("yes", "no"), "no"),
        "keep-all-blocks": (("yes", "no"), "no"),
        "smallest-storage": (("a", "b", "c"), "b"),
        "kept-and-peak": (("a", "b", "c"), "c"),
        "same-gradients": (("yes", "no"), "yes"),
        "model-file": (("yes", "no"), "no"),
    },
    texts=("two-ends",),
)
