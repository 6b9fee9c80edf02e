"""Packages of others as an installer lays them out: the toy edition, a bot, and much that is wrong."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TOY: Final = ROOT / "tests" / "toy_edition"
FILES: Final = {"toy.py": "__init__.py", **{name: name for name in ("areas.py", "raids.py", "stores.py", "toy.toml")}}
BOT: Final = '''"""A bot of somebody."""
from haricot import Bot, Bounds

class Hasty(Bot):
    """Does the first thing that it may."""
    def pick(self, situation, luck):
        whole = [option for option in situation.options if not isinstance(option, Bounds)]
        return whole[0] if whole and situation.must_act else None
'''
WRONG: Final = {
    "wrong_raising": "import json\nraise RuntimeError('out\\nof beans')\n",
    "wrong_leaving": "import sys\nsys.exit('no licence')\n",
    "wrong_half": """
from typing import Annotated
from domain.events import SeatEvent
from domain.member_types import FieldIndex
from domain.visibility import EVERYONE
class FieldWatered(SeatEvent, tag="field_watered.1"):
    field: Annotated[FieldIndex, EVERYONE]
raise OSError("the well is dry")
""",
    "wrong_things": """
from msgspec.structs import replace
from domain.editions import CLASSIC
from domain.rulebook import Edition
from haricot import Bot
NOTHING = "an edition"
OTHER_KEY = CLASSIC
SAME_PREFIX = Edition(data=replace(CLASSIC.data, key="same_prefix"), compose=CLASSIC.compose)
UNCOMPOSED = Edition(data=replace(CLASSIC.data, key="uncomposed", prefix="UN", clauses={}), compose=CLASSIC.compose)
class Unfinished(Bot):
    pass
class Demanding(Bot):
    def __init__(self, seat, seed, more):
        pass
    def pick(self, situation, luck):
        return None
""",
    "wrong_words": """
from typing import Annotated
from domain.editions import CLASSIC as EDITION
from domain.events import SeatEvent
from domain.member_types import FieldIndex
from domain.visibility import EVERYONE
class BeanPlantedTwice(SeatEvent, tag="bean_planted.1"):
    field: Annotated[FieldIndex, EVERYONE]
""",
}
WRONG_EDITIONS: Final = {
    "raising": ("wrong_raising:EDITION", "RuntimeError: out of beans"),
    "leaving": ("wrong_leaving:EDITION", "SystemExit: no licence"),
    "half": ("wrong_half:EDITION", "OSError: the well is dry"),
    "absent": ("no_such_module:EDITION", "ModuleNotFoundError: No module named 'no_such_module'"),
    "nothing": ("wrong_things:NOTHING", "TypeError: it is a str, no Edition"),
    "classic": ("wrong_things:OTHER_KEY", "ValueError: there is an edition 'classic' already"),
    "other": ("wrong_things:OTHER_KEY", "ValueError: its key is 'classic': the entry point has to be called so"),
    "same_prefix": ("wrong_things:SAME_PREFIX", "ValueError: CL is the prefix of classic"),
    "uncomposed": ("wrong_things:UNCOMPOSED", "ValueError: uncomposed: "),
    "words": ("wrong_words:EDITION", "TypeError: BeanPlantedTwice is stored as bean_planted.1"),
}
WRONG_BOTS: Final = {
    "greedy": ("my_bots:Hasty", "ValueError: there is a bot 'greedy' already"),
    "Loud": ("my_bots:Hasty", "ValueError: a bot's name is a word of small letters"),
    "unfinished": ("wrong_things:Unfinished", "TypeError: it is no class of bots"),
    "demanding": ("wrong_things:Demanding", "TypeError: "),
    "nobody": ("wrong_things:NOTHING", "TypeError: it is no class of bots"),
}


def lay_out(folder: Path, *, name: str, version: str, files: Mapping[str, str], points: Mapping[str, str]) -> None:
    """A distribution as an installer leaves it: its files, what it says of itself, and its entry points by group."""
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, "utf-8")
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    groups = (f"[{group}]\n{lines}\n" for group, lines in points.items())
    (about / "entry_points.txt").write_text("\n".join(groups), "utf-8")


def toy_package(folder: Path) -> None:
    """The toy edition and a bot, as a package that somebody has installed."""
    own = re.compile(r"tests\.toy_edition(\.toy\b)?")
    files = {f"toy_edition/{to}": own.sub("toy_edition", (TOY / name).read_text("utf-8")) for name, to in FILES.items()}
    points = {"haricot.editions": "toy = toy_edition:TOY", "haricot.bots": "hasty = my_bots:Hasty"}
    lay_out(folder, name="toy-bohnanza", version="1.2", files={**files, "my_bots.py": BOT}, points=points)


def wrong_package(folder: Path) -> None:
    """Everything that can be wrong with an edition or a bot."""
    files = {f"{module}.py": text for module, text in WRONG.items()}
    points = {
        "haricot.editions": "\n".join(f"{name} = {where}" for name, (where, _) in WRONG_EDITIONS.items()),
        "haricot.bots": "\n".join(f"{name} = {where}" for name, (where, _) in WRONG_BOTS.items()),
    }
    lay_out(folder, name="all-wrong", version="0.3", files=files, points=points)


def run(*words: object, path: Path | None, cwd: Path, program: str | None = None) -> "subprocess.CompletedProcess[str]":
    """The command line, or a program, where these packages are installed beside the project."""
    code = program or "from service.console import main; main()"
    environment = {
        **os.environ,
        "PYTHONPATH": ":".join(map(str, filter(None, (ROOT, path)))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HARICOT_DATA": str(cwd / "store"),
    }
    line = [sys.executable, "-P", "-c", code, *map(str, words)]
    return subprocess.run(line, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=100)
