"""What the machine can do on which the tests run."""

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

IN_MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 << 30
"""Bytes that a whole run may want, environments of several Pythons included."""


@cache
def may_mount() -> bool:
    """Whether disks can be mounted here, as tests of read-only and of full ones do."""
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(["mount", "-t", "tmpfs", "haricot-test", folder], capture_output=True, check=False)
        if tried.returncode == 0:
            subprocess.run(["umount", folder], check=True)
        return tried.returncode == 0


def write_to_memory() -> None:
    """Lets whatever is temporary lie on a disk in memory, if the machine has one with room for programs.

    A commit waits for its disk, and thousands of commits did so for half the time of the tests. What a store is after a
    loss of power is tested on a disk that forgets as a real one does; no test needs this one to remember.
    """
    if "TMPDIR" in os.environ or not IN_MEMORY.is_mount() or not os.access(IN_MEMORY, os.W_OK):
        return
    disk = os.statvfs(IN_MEMORY)
    if disk.f_bavail * disk.f_frsize >= ROOM and not disk.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # whoever asked before asks again
