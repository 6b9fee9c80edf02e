"""The wheel in an environment with only the engine's two packages: playing, type checks, shadowed packages."""

import json
import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
INSTALLED = Path(msgspec.__file__).parent.parent
"""Where the packages of the project are installed."""
OWN = {"haricot", "domain", "replay", "projections", "service"}
ENGINE = ("msgspec", "rfc8785")
PRINT_IMPORTED = """
import json, sys
imported = {name.partition(".")[0] for name in sys.modules}
print(json.dumps(sorted(imported - sys.stdlib_module_names - {"__main__", "__mp_main__"})))
"""
USER_PROGRAM = '''
"""A program of a user with only the package."""
from random import Random

from haricot import Bot, Bounds, GameRecord, Match, Misuse, Refusal, Situation
from haricot import adjudicate, audit, bots, commands, editions


class Hasty(Bot):
    def pick(self, situation: Situation, luck: Random) -> commands.Command | None:
        whole = [option for option in situation.options if not isinstance(option, Bounds)]
        return luck.choice(whole) if whole and situation.must_act else None


def best(match: Match) -> int:
    scores: tuple[int, ...] | None = match.scores
    return max(scores or (0,))


match = Match.new("classic", players=3, seed=1, options={"trade_coins": True})
try:
    match.play(commands.DrawCards(seat=match.to_move[0]))
except (Refusal, Misuse) as error:
    print(error.says)
match.let_bots_play({0: Hasty(0, "luck"), 1: "greedy", 2: "trader"})
record: GameRecord = match.record
record.save("stranger.haricot.jsonl")
print(best(match) > 0, audit("stranger.haricot.jsonl").verdict)
print(adjudicate("classic B1.plant A:5??(|) B:Gr,4??(Re|) C:5??(|) pile:80??", "p1")["verdict"])
print(sorted(bots())[0], list(editions())[0], [bounds.seats for bounds in match.offers(0)])
'''


@pytest.fixture(scope="module")
def venv(wheel, tmp_path_factory):
    """Create an environment with the wheel and its two required packages; return its folder."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=100)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, timeout=100, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    for name in ENGINE:
        link_package(folder, name)
    return folder


def site_packages(folder: Path) -> Path:
    """Return the site-packages folder of an environment."""
    (found,) = folder.glob("lib/python*/site-packages")
    return found


def link_package(folder: Path, name: str) -> None:
    """Link a package from the project's environment."""
    for path in INSTALLED.glob(f"{name}*"):
        (site_packages(folder) / path.name).symlink_to(path)


def run(folder: Path, *command: object, cwd: Path, path: str | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a program of that environment in another folder."""
    program, *words = command
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "PYTHONDONTWRITEBYTECODE": "1"}
    if path is not None:
        environment["PYTHONPATH"] = path
    line = [folder / "bin" / str(program), *words]
    return subprocess.run(line, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.long
def test_the_library_plays_saves_and_audits_with_two_packages(venv, tmp_path):
    script = tmp_path / "stranger.py"
    script.write_text(USER_PROGRAM + PRINT_IMPORTED, "utf-8")
    ran = run(venv, "python", script, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    *_, judged, ruled, catalogue, imported = ran.stdout.splitlines()
    assert (judged, ruled, catalogue) == ("True clean", "illegal", "greedy classic []")
    assert {*OWN, *ENGINE} == set(json.loads(imported))


@pytest.mark.long
def test_control_other_packages_are_absent_and_imports_are_detected(venv, tmp_path):
    for name in ("flask", "click", "structlog"):
        assert run(venv, "python", "-c", f"import {name}", cwd=tmp_path).returncode == 1
    ran = run(venv, "python", "-c", f"import haricot, click{PRINT_IMPORTED}", cwd=tmp_path, path=str(INSTALLED))
    assert "click" in json.loads(ran.stdout)


@pytest.mark.long
def test_the_example_of_the_readme_runs_with_the_wheel(venv, tmp_path):
    (shown,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    ran = run(venv, "python", "-c", shown, cwd=tmp_path)
    assert re.fullmatch(r"\(\d+, \d+, \d+\) clean\n", ran.stdout), ran.stderr


@pytest.mark.long
def test_a_program_that_uses_the_wheel_passes_strict_mypy(venv, tmp_path):
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(USER_PROGRAM, "utf-8")
    wrong.write_text(
        'import haricot\nharicot.Match.new("classic", players="three")\nharicot.audit(1).verdct\n', "utf-8"
    )
    check = [sys.executable, "-m", "mypy", "--strict", "--python-executable", venv / "bin" / "python"]
    ran = subprocess.run([*check, right, wrong], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=200)
    assert "right.py" not in ran.stdout
    assert [line.partition(":")[2][:1] for line in ran.stdout.splitlines()[:-1]] == ["2", "3", "3"], ran.stdout


# The command line ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_command_line_names_a_missing_package(venv, tmp_path):
    ran = run(venv, "haricot", "--help", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "haricot: the command line needs click, which is not here: pip install 'haricot[server]'\n"


@pytest.mark.long
def test_a_command_names_a_missing_package(venv, tmp_path):
    some = tmp_path / "some"
    some.mkdir()
    for path in INSTALLED.glob("click*"):
        (some / path.name).symlink_to(path)
    ran = run(venv, "haricot", "doctor", cwd=tmp_path, path=str(some))
    assert ran.returncode == 2
    assert re.fullmatch(r"haricot: .* which is not here: pip install 'haricot\[server\]'\n", ran.stderr), ran.stderr


@pytest.mark.long
def test_the_help_imports_no_rules(venv, tmp_path):
    ran = run(
        venv,
        "python",
        "-X",
        "importtime",
        venv / "bin" / "haricot",
        "--help",
        cwd=tmp_path,
        path=str(INSTALLED),
    )
    assert (ran.returncode, "haricot serve" in ran.stdout) == (0, True), ran.stderr
    assert "click" in ran.stderr
    assert not re.search(r"domain\.editions|flask|structlog|importlib\.metadata", ran.stderr)
    assert run(venv, "haricot", "rules", "classic", "CL-6.4", cwd=tmp_path, path=str(INSTALLED)).returncode == 0


# Shadows -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("shadow", ["domain/__init__.py", "service.py"])
def test_a_module_that_shadows_a_package_is_named(venv, tmp_path, shadow):
    script, path = tmp_path / "game.py", tmp_path / shadow
    path.parent.mkdir(exist_ok=True)
    path.write_text("", "utf-8")
    script.write_text("import haricot\nprint(haricot.Match.new('duel', players=2).n > 1)\n", "utf-8")
    ran = run(venv, "python", script, cwd=tmp_path)
    assert ran.returncode == 1
    last = ran.stderr.splitlines()[-1]
    assert last.startswith(
        f"ImportError: haricot needs its own package {Path(shadow).parts[0].removesuffix('.py')} in "
    )
    assert f"but {path} shadows it: rename that one, or run Python with -P" in last
    assert run(venv, "python", "-P", script, cwd=tmp_path).stdout == "True\n"


@pytest.mark.long
def test_a_shadowing_module_imported_before_is_named(venv, tmp_path):
    (tmp_path / "replay.py").write_text("", "utf-8")
    ran = run(venv, "python", "-c", "import replay, haricot", cwd=tmp_path)
    assert f"{tmp_path / 'replay.py'} shadows it" in ran.stderr


@pytest.mark.long
def test_control_a_plain_folder_shadows_nothing(venv, tmp_path):
    (tmp_path / "domain").mkdir()
    assert run(venv, "python", "-c", "import haricot", cwd=tmp_path).returncode == 0


@pytest.mark.long
def test_a_missing_own_package_is_named(venv, tmp_path):
    hide = "import sys; sys.modules['projections'] = None; import haricot"
    ran = run(venv, "python", "-c", hide, cwd=tmp_path)
    assert "haricot needs its package projections" in ran.stderr


# Metadata ----------------------------------------------------------------------------------------------


def test_the_metadata_of_the_wheel_is_complete(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = message_from_bytes(archive.read(name))
    assert said["Description-Content-Type"] == "text/markdown"
    assert str(said.get_payload()).startswith("# Haricot")
    assert said["Author"]
    assert "Typing :: Typed" in said.get_all("Classifier")
    assert not re.search(r"example\.|placeholder", " ".join(said.values()))
    base = [line for line in said.get_all("Requires-Dist") if "extra ==" not in line]
    assert {re.split(r"[<>=]", line)[0] for line in base} == set(ENGINE)
