"""Each block of docs/integrators.md runs unchanged: with a service, Node, and a page of another origin."""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from service.access.scopes import SCOPES
from service.problems import KINDS
from tests.document_shell import ROOT, Terminal, installed_packages, pinned_packages, shell_environment
from tests.documents import blocks_of
from tests.node.programs import MODULES
from tests.recipe_page import RecipePage, is_like, is_text_like
from tests.service.web.conftest import free_port
from tests.service.web.page_errors import console_errors_of

GUIDE = (ROOT / "docs" / "integrators.md").read_text("utf-8")
PORTS = ("8000", "9000")
"""The ports of the service and of the other site in the guide."""


@pytest.fixture
def follow(tmp_path: Path) -> Iterator[Callable[..., RecipePage]]:
    """Return a function that runs a page in a copy of the checkout, whose folder `try` has the modules of Node."""
    folder = tmp_path / "try"
    folder.mkdir()
    (folder / "node_modules").symlink_to(MODULES)
    for name in ("clients", "examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    with Terminal(tmp_path, shell_environment(tmp_path)) as terminal:

        def follow(page: str, browse: Callable[[str], Callable[[], str]] = pytest.fail) -> RecipePage:
            reader = RecipePage(terminal, browse)
            reader.follow(page)
            return reader

        yield follow


@pytest.mark.long
def test_each_block_of_the_guide_runs(follow: Callable[..., RecipePage], browser: Browser) -> None:
    page = GUIDE
    for port in PORTS:
        page = re.sub(rf"\b{port}\b", str(free_port()), page)
    windows, errors = browser.new_context(), []

    def browse(address: str) -> Callable[[], str]:
        window = windows.new_page()
        errors.append(console_errors_of(window))
        window.goto(address)
        return lambda: window.inner_text("body")

    reader = follow(page, browse)
    windows.close()
    assert errors == [[]]
    assert len(pinned_packages("".join(reader.prepared))) == 4
    assert pinned_packages(page) <= installed_packages()


def test_scopes_and_problem_codes_of_the_guide_exist() -> None:
    assert dict(re.findall(r"^\| `([a-z]+(?::[a-z]+)?)` \| (.*) \|$", GUIDE, re.MULTILINE)) == SCOPES
    codes = {kind.code for kind in KINDS}
    families = "|".join({code.partition(".")[0] for code in codes if "." in code})
    named = set(re.findall(rf"`((?:{families})\.[a-z-]+)`", GUIDE))
    assert len(named) > 12
    assert named <= codes


def test_each_recipe_has_code() -> None:
    recipes = [section for section, _ in groupby(blocks_of(GUIDE), lambda block: block.section) if section]
    assert recipes == re.findall(r"^## (.*)$", GUIDE, re.MULTILINE)


# Negative controls: pages with one fault each, and a correct page.

CORRECT_PAGE = """
## One
A file, `one.py`:
```python
print("sum", 1 + 1)
```
```sh
two=$((1 + 1))
python one.py
```
```text
sum …
```
```sh
echo "{\\"two\\": $two, \\"more\\": [1, 2]} [3]"
```
```json
{"two": 2, "more": [1, "…"]} [3]
```
"""


def test_a_correct_page_is_followed(follow: Callable[..., RecipePage]) -> None:
    assert follow(CORRECT_PAGE).prepared == []


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("python one.py", "python one.py; false", "line 7, One: a command failed: sum 2"),
        ("python one.py", "python one.py; echo $three", "three: unbound variable"),
        ("python one.py", "if true; then", "unexpected end of file"),
        ("sum …", "sum 3", "line 11, One: sum 2"),
        ("sum …", "sum …\n\nend", "line 11, One: sum 2"),
        ('"two": 2', '"two": 3', "line 17"),
        ('"more": [1, "…"]', '"more": [1]', "line 17"),
        ('"more"', '"less"', "line 17"),
        ("[3]", "[3", "this is no JSON"),
        ("```sh\necho", "```json\n[]\n```\n```sh\necho", "line 14, One: no block was run before"),
        ("```sh\ntwo=$((1 + 1))\npython one.py", "```sh\ntwo=2; echo sum 1", "nothing runs {'one.py'}"),
        ("```text", "```", "nothing runs a block of no language"),
        ("```text", "```yaml", "nothing runs a block of yaml"),
        ("A file, `one.py`:", "A file:", "does not name the file"),
        ("A file, `one.py`:", "In a file, `one.ts`:", "does not name the file"),
    ],
)
def test_control_a_fault_in_a_page_is_detected(
    follow: Callable[..., RecipePage], right: str, wrong: str, says: str
) -> None:
    page = CORRECT_PAGE.replace(right, wrong)
    assert page != CORRECT_PAGE
    with pytest.raises(AssertionError) as found:
        follow(page)
    assert says in str(found.value)


def test_control_a_second_terminal_without_a_server_is_detected(follow: Callable[..., RecipePage]) -> None:
    page = f"Start it in another terminal:\n```sh\npython -m http.server {free_port()} --nothing\n```\n"
    with pytest.raises(AssertionError, match="--nothing"):
        follow(page)


def test_control_likeness() -> None:
    assert is_like({"a": "b…", "c": "…"}, {"a": "bcd", "c": None, "e": 1})
    assert not is_like({"a": "b…"}, {"a": "cd"})
    assert not is_like([1], [True])
    assert not is_like([1, 2], [1])
    assert is_text_like("a\n…\nd …", "a\nb\nc\nd e \n")
    assert not is_text_like("a\n…\nd", "a\nb\nc\nd\ne")
    assert not is_text_like("a … c", "a b\nc")
