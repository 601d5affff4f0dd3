"""How far a download is, told in a way that fits where it is read."""

import io

from publish.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_moves_on_a_terminal_and_prints_plain_lines_elsewhere():
    terminal, file = Terminal(), io.StringIO()
    for out in (terminal, file):
        progress = Progress(4_000_000, out)
        progress.at("core/a.wasm", 3_000_000, 1_500_000)
        progress.done("core/a.wasm", 3_000_000)
        progress.say("asking npm")
        progress.done("core/b.js", 1_000_000)
        progress.close()
    assert "  1.5 of 4.0 MB  core/a.wasm 50 %" in terminal.getvalue()
    assert file.getvalue().splitlines() == [
        "  3.0 of 4.0 MB  core/a.wasm",
        "asking npm",
        "  4.0 of 4.0 MB  core/b.js",
    ]
