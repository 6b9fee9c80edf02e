"""`haricot adjudicate`: decides whether commands are legal."""

import re
import sys
from pathlib import Path
from typing import Any, Final

import click

from domain.refusals import CorruptHistory, HaricotError, Misuse
from domain.remedies import Book
from domain.translations import ENGLISH, tongue
from replay.adjudicate import adjudicate
from replay.notation.card_questions import card_question
from replay.text_input import UnreadableText, decode_json, mail_damage, plain_bytes, plain_text
from service.cli.errors import error_text
from service.cli.files import NotJson, errors_with_path, parse_json, read_bytes, read_json, read_text
from service.cli.options import PATH, json_option, lang_option
from service.cli.output import print_json
from service.cli.progress import with_progress
from service.cli.remedies import book_option
from service.problems import problem_of
from service.remedies import remedy_for_refusal

_PATH_PATTERN: Final = re.compile(r"[\w.]/[\w.]|\.\w+$")
"""The pattern of a path. No move matches it."""
_POSITION_LINE_PATTERN: Final = re.compile(r"\s*\w+(?:@\w+)?\s+[A-P]\w*[.:]")
"""The pattern of a position's first word. Names of files do not match it."""


@click.command("adjudicate")
@click.argument("position", required=False, metavar="POSITION")
@click.argument("commands", required=False, metavar="COMMANDS")
@click.option("--batch", type=PATH, metavar="FILE", help="Lines of {id, position, commands}.")
@lang_option
@book_option
@json_option
def adjudicate_command(
    position: str | None, commands: str | None, batch: Path | None, lang: str, book: Book, as_json: bool
) -> None:
    """Decide whether commands are legal in a position.

    POSITION and COMMANDS are files, or - for standard input. A position is JSON: edition, options, seats with hands,
    fields, coins, set-aside cards; piles as lists or counts. Or it is one line, as `haricot show --line` writes it, in
    a file or as the argument itself. COMMANDS is one command or a list in JSON, or moves in notation, which may be the
    argument itself. Exit code 0 is legal, 1 illegal or unknown, 2 invalid. With --batch it is 2 if a line is invalid,
    else 0.

    \b
    Examples:
      haricot show classic-4-7-0001 --at 120 --json > here.json
      echo '{"type": "HarvestField", "seat": 1, "field": 0}' | haricot adjudicate here.json -
      haricot adjudicate here.json 'B:h1'
      haricot adjudicate 'classic B1.plant A:5??(|) B:Gr,4??(Re|) C:5??(|) pile:80??' 'p2' --lang fr
      haricot adjudicate 'classic B1.plant A:5??(|) B:5??(Re|) ?B@1=Re C:5??(|) pile:80??' 'p1'
    """
    if batch is not None:
        if position is not None:
            raise Misuse("either POSITION and COMMANDS, or --batch FILE")
        sys.exit(_adjudicate_batch(batch, lang, book, as_json))
    if position is None or commands is None:
        raise Misuse("name a POSITION file and a COMMANDS file (one of them may be -), or --batch FILE")
    if position == commands == "-":
        raise Misuse("only one of POSITION and COMMANDS can be standard input")
    try:
        answer = _decide(_read_position(position), _read_commands(commands), lang, book)
    except (CorruptHistory, Misuse, NotJson, OSError) as error:
        answer = _invalid_answer(error, lang)
    _print_verdict(answer, lang, as_json)
    sys.exit({"legal": 0, "illegal": 1, "unknown": 1}.get(answer["verdict"], 2))


def _read_position(argument: str) -> Any:
    """Read the position in a file, as JSON or as one line. The argument may be that line itself."""
    if _POSITION_LINE_PATTERN.match(argument):
        return argument
    path = Path(argument)
    data = read_bytes(path)
    with errors_with_path(path):
        line = plain_text(data)
    return line.strip() if _POSITION_LINE_PATTERN.match(line) else parse_json(data, argument)


def _read_commands(argument: str) -> Any:
    """Read the commands in a file, as JSON or as moves in notation. The argument may be those moves itself."""
    path = Path(argument)
    if argument != "-" and not path.exists() and not _PATH_PATTERN.search(argument):
        return argument
    if path.suffix == ".json":
        return read_json(path)
    text = read_text(path)
    if text.lstrip()[:1] in ("{", "[") or not text.strip():
        return parse_json(text.encode(), argument)
    return text


def _decide(position: object, commands: object, lang: str, book: Book) -> dict[str, Any]:
    """Return the verdict in this language, with the remedy if the commands are illegal."""
    answer = adjudicate(position, commands)
    if answer["verdict"] == "illegal":
        answer["remedy"] = remedy_for_refusal(book, answer["code"].removeprefix("rules."), lang)
        answer["says"] = tongue(answer["table"]["edition"], lang).text(answer["says"])
    return answer


def _invalid_answer(error: Exception, lang: str) -> dict[str, Any]:
    if isinstance(error, Misuse) and lang != ENGLISH:
        error.retell(tongue(error.edition, lang).fault)
    code = "request.malformed"
    if isinstance(error, Misuse | CorruptHistory) and not isinstance(error.__cause__, UnreadableText):
        code = problem_of(error).code
    return {"verdict": "invalid", "code": code, "says": error_text(error)}


def _adjudicate_batch(path: Path, lang: str, book: Book, as_json: bool) -> int:
    with errors_with_path(path):
        data = plain_bytes(read_bytes(path))
        if cause := mail_damage(data, 1):
            raise UnreadableText(cause)
    lines = [line for line in data.split(b"\n") if line.strip()]
    exit_code = 0
    for line in with_progress(lines, len(lines), "adjudicating"):
        name: Any = None
        try:
            case = decode_json(line)
            if not isinstance(case, dict) or not {"position", "commands"} <= case.keys():
                raise Misuse("a line is {id, position, commands}")
            name = case.get("id")
            answer = _decide(case["position"], case["commands"], lang, book)
        except UnreadableText as error:
            answer = {"verdict": "invalid", "code": "request.malformed", "says": error.says}
        except HaricotError as error:
            answer = _invalid_answer(error, lang)
        exit_code = max(exit_code, 2 if answer["verdict"] == "invalid" else 0)
        _print_verdict({"id": name, **answer}, lang, as_json)
    return exit_code


def _print_verdict(answer: dict[str, Any], lang: str, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    needs = answer.get("needs", "")
    question = card_question(needs, language=lang)
    name = f"{answer['id']}: " if answer.get("id") is not None else ""
    verdict = {
        "legal": lambda: f"legal: {', '.join(event['type'].partition('.')[0] for event in answer['events'])}",
        "illegal": lambda: (
            f"illegal, command {answer['at']}: {answer['clause']}: {answer['says']} {_remedy_text(answer)}"
        ),
        "unknown": lambda: f"unknown, command {answer['at']}: {question} ({needs}){_cases_text(answer)}",
        "invalid": lambda: f"invalid ({answer['code']}): {answer['says']}",
    }[answer["verdict"]]()
    click.echo(f"{name}{verdict}", err=answer["verdict"] == "invalid")


def _cases_text(answer: dict[str, Any]) -> str:
    """Return the verdict for each card that the command depends on, if there are only a few such cards."""
    case_texts = (
        f"{case['card']}: {case['verdict']} {case.get('clause', '')}".rstrip() for case in answer.get("cases", ())
    )
    return "".join(f"; {case_text}" for case_text in case_texts)


def _remedy_text(answer: dict[str, Any]) -> str:
    return f"{answer['remedy'].id}: {answer['remedy'].says}"
