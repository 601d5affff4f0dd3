"""A file from an https address, in as many goes as a bad line needs."""

import http.client
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

GOES = 4
CHUNK_BYTES = 1 << 16


class SourceError(Exception):
    """One source cannot give a file; the text is the reason, and another source may still give it."""


class Unreachable(SourceError):
    """The whole host does not answer: asking it for the next file would only cost another time-out."""


class _BrokeOff(Exception):
    pass


def download(url: str, part: Path, size: int, arrived: Callable[[int], None], seconds: float = 8.0) -> None:
    """Fills `part` up to `size` bytes, going on after what it already holds where the server can (Range).

    `arrived` is told how many bytes are there. `seconds` is the longest wait for the host or for the next
    bytes. What has arrived stays in `part` when the line breaks, so that a later call goes on from there.
    Raises Unreachable or SourceError with the reason.
    """
    for _ in range(GOES):
        have = part.stat().st_size if part.exists() else 0
        if have > size:
            part.unlink()
            have = 0
        if have == size:
            return
        headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
        try:
            with urlopen(Request(url, headers=headers), timeout=seconds) as answer:
                _append(answer, part, have, size, arrived)
            return
        except HTTPError as error:
            error.close()
            if error.code != 416:
                raise SourceError(f"the server answered {error.code} {error.reason}") from error
            part.unlink(missing_ok=True)
        except URLError as error:
            raise Unreachable(f"cannot be reached ({error.reason})") from error
        except TimeoutError as error:
            if not part.exists() or part.stat().st_size == have:
                raise Unreachable(f"nothing came for {seconds:g} s") from error
        except (_BrokeOff, ConnectionError, http.client.HTTPException):
            pass
    have = part.stat().st_size if part.exists() else 0
    raise SourceError(f"it broke off {GOES} times, at last after {have} of {size} bytes")


def _append(answer: http.client.HTTPResponse, part: Path, have: int, size: int, arrived: Callable[[int], None]) -> None:
    if answer.status != 206 or not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
        have = 0
    kind = answer.headers.get_content_type()
    if answer.length is not None and have + answer.length != size:
        raise SourceError(f"it holds {have + answer.length} bytes ({kind}), the lock says {size}")
    if kind == "text/html":
        raise SourceError("an HTML page came in its place (a log-in page of the network?)")
    with part.open("ab" if have else "wb") as out:
        while chunk := answer.read(CHUNK_BYTES):
            have += len(chunk)
            if have > size:
                break
            out.write(chunk)
            arrived(have)
    if have > size:
        part.unlink()
        raise SourceError(f"it holds more than the {size} bytes of the lock")
    if have < size:
        raise _BrokeOff
