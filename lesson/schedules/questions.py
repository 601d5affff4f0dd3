"""The questions of the second lesson: what can be chosen, and what is right. Their words are in the pages."""

from lesson.kit.quiz import Quiz

QUIZ = Quiz("schedules", {})
