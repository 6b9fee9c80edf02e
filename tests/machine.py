"""Find out what the machine of the tests can do."""

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

IN_MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 << 30
"""Bytes that a whole run may need, environments of several Pythons included."""


@cache
def may_mount() -> bool:
    """Return whether disks can be mounted here, as tests of read-only and full disks do."""
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(["mount", "-t", "tmpfs", "haricot-test", folder], capture_output=True, check=False)
        if tried.returncode == 0:
            subprocess.run(["umount", folder], check=True)
        return tried.returncode == 0


def write_to_memory() -> None:
    """Put temporary files on a disk in memory if the machine has one that is large enough and runs programs.

    Thousands of commits wait for the disk otherwise. Loss of power is tested on a simulated disk.
    """
    if "TMPDIR" in os.environ or not IN_MEMORY.is_mount() or not os.access(IN_MEMORY, os.W_OK):
        return
    disk = os.statvfs(IN_MEMORY)
    if disk.f_bavail * disk.f_frsize >= ROOM and not disk.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # forget the folder that was found before
