"""The wheel that the image installs, built by the Dockerfile's command from what is sent to the builder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from service.web.guides import GUIDES
from tests.docker.docker_files import ROOT, VERSION

PACKAGES = ("domain", "haricot", "projections", "replay", "service")


def missing_files(wheel: Path) -> list[str]:
    """Return the files of the packages that the wheel lacks, except for those that only tests read."""
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    kept = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    wanted = (path.relative_to(ROOT).as_posix() for path in kept if "__pycache__" not in path.parts)
    return sorted(name for name in wanted if name not in held and not name.endswith((".hashes", "locales/terms.toml")))


def test_the_wheel_contains_each_file_of_the_packages(wheel):
    assert [] == missing_files(wheel)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for ending in (".html", ".css", ".js", ".mjs", ".svg", ".toml", "vendor/licences/preact.txt"):
        assert any(name.endswith(ending) for name in names), ending
    assert f"haricot-{VERSION}.dist-info/licenses/LICENSE" in names
    assert [] == [name for name in GUIDES if f"service/web/guides/{name}.md" not in names]
    assert [] == [name for name in names if name.startswith(("tests/", "docs/", "docker/"))]


def test_each_package_is_typed(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert [] == [package for package in PACKAGES if f"{package}/py.typed" not in names]


def test_control_a_missing_page_is_detected(wheel, tmp_path):
    poor = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poor, "w") as archive:
        for name in whole.namelist():
            if not name.endswith("lobby.html"):
                archive.writestr(name, whole.read(name))
    assert ["service/web/templates/lobby.html"] == missing_files(poor)


def test_the_wheel_works_without_the_sources(wheel, tmp_path):
    packages = tmp_path / "packages"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    run = "import service, sys; from service.cli import main; print(service.__file__); main(prog_name='haricot')"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", run, "rules", "classic", "CL-6.4"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.stdout.startswith(f"{packages}/service/__init__.py\nCL-6.4  Bean protection"), ran.stderr
