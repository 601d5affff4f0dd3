"""What the pages do, done once: whatever this imports goes into the pack."""

import traceback

from lesson.blocks import respond
from lesson.kit.controls import from_address
from lesson.kit.figure import Drawing
from lesson.schedules import respond as schedules
from lesson.taste import respond as taste

for lesson in (respond, schedules, taste):
    texts, _ = from_address(lesson.CONTROLS, {})
    for picture in lesson.respond(texts).pictures.values():
        Drawing({}).svg(picture)
try:
    respond.respond({})
except ValueError:
    traceback.format_exc()
