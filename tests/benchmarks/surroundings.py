"""What the figures of a run depend on besides the code: processor, interpreter, what else the machine does."""

import os
import platform
import subprocess
import sysconfig
from pathlib import Path


def machine() -> str:
    """The processor, its cores, and how the interpreter was built."""
    return f"{_processor()}, {os.cpu_count()} cores; {interpreter()}"


def interpreter() -> str:
    """The version of the interpreter, its compiler, and the choices of its build that make it faster or slower."""
    asked = sysconfig.get_config_var("CONFIG_ARGS") or ""
    shared = bool(sysconfig.get_config_var("Py_ENABLE_SHARED"))
    built = (
        "PGO" if "--enable-optimizations" in asked else "no PGO",
        "LTO" if "--with-lto" in asked else "no LTO",
        "shared library" if shared else "static",
    )
    name = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{name} ({platform.python_compiler()}, {', '.join(built)})"


def load() -> float:
    """How many processes have run or waited for a core or a disk, on the average of the last minute."""
    return os.getloadavg()[0]


def commit() -> str:
    """The commit that is measured, marked if the tree differs from it."""
    short = _git("rev-parse", "--short", "HEAD")
    return f"{short} with changes" if _git("status", "--porcelain", "--untracked-files=no") else short


def _git(*asked: str) -> str:
    answer = subprocess.run(["git", *asked], capture_output=True, text=True, check=False)  # git from the PATH
    return answer.stdout.strip()


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return models[0] if models else platform.machine()
