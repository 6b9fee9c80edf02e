"""Fixture: the wheel as the image installs it."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.docker.docker_files import ROOT
from tests.docker.test_dockerfile import IGNORED, TEXT, is_sent_to_builder, sources


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """Build the wheel by the command of the Dockerfile, in a copy of what is sent to the builder."""
    folder = tmp_path_factory.mktemp("build")
    for source in sources(TEXT):
        for path in [ROOT / source, *(ROOT / source).rglob("*")]:
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and is_sent_to_builder(name, IGNORED):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / name)
    command = re.search(r"pip (wheel [^&]*)", TEXT.replace("\\\n", " "))
    assert command is not None
    ran = subprocess.run(
        [sys.executable, "-m", "pip", *command[1].split()],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert ran.returncode == 0, ran.stderr
    return next((folder / "dist").glob("*.whl"))
