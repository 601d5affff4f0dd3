"""Programs that have no network but the loop of their own machine, where the machine can do that: by namespaces."""

import shutil
import socket
import struct
import subprocess
from functools import cache

LOOP = "lo"
_WAYS = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])  # the second is for others than root
_SET_FLAGS, _UP = 0x8914, 1  # SIOCSIFFLAGS and IFF_UP of Linux


@cache
def prefix() -> tuple[str, ...]:
    """What to write before a command so that its program is cut off; nothing where the machine allows no such thing."""
    return next((tuple(way) for way in _WAYS if shutil.which(way[0]) and _works(way)), ())


def _works(way: list[str]) -> bool:
    return subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0


def is_cut_off() -> bool:
    """Whether this program has no network interface but the loop."""
    return [name for _, name in socket.if_nameindex()] == [LOOP]


def raise_loop() -> None:
    """Lets the programs of a place that is cut off reach each other: its loop is down at first."""
    import fcntl  # Windows has none, and no namespaces

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh", LOOP.encode(), _UP))
