"""`haricot adjudicate, rules`: may it be done, what do the rules say?"""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from domain.edition import FAMILY, Clause, EditionData
from domain.editions import EDITIONS, edition_named
from domain.editions.bohnaparte.boards import PLAYERS, drawn
from domain.refusals import HaricotError, Misuse
from replay.adjudicate import adjudicate
from service.cli.drawn_board import map_of_ids
from service.cli.games import (
    PATH,
    json_option,
    read_bytes,
    read_json,
    say_json,
    told,
    with_progress,
)


@click.command("adjudicate")
@click.argument("position", required=False, type=PATH, metavar="POSITION")
@click.argument("commands", required=False, type=PATH, metavar="COMMANDS")
@click.option("--batch", type=PATH, metavar="FILE", help="Lines of {id, position, commands}.")
@json_option
def adjudicate_command(position: Path | None, commands: Path | None, batch: Path | None, as_json: bool) -> None:
    """May this be done in this position? POSITION and COMMANDS are files, or - for standard input.

    A position is JSON: edition, options, seats with hands, fields, coins, set-aside cards; piles as lists or counts.
    A command file holds one command or a list. Exit code 0 legal, 1 illegal or unknown, 2 invalid.

    \b
    haricot show classic-4-7-0001 --at 120 --json > here.json
    echo '{"type": "HarvestField", "seat": 1, "field": 0}' | haricot adjudicate here.json -
    """
    if batch is not None:
        if position is not None:
            raise Misuse("request.shape", "either POSITION and COMMANDS, or --batch FILE")
        sys.exit(_batch(batch, as_json))
    if position is None or commands is None:
        raise Misuse(
            "request.shape", "name a POSITION file and a COMMANDS file (one of them may be -), or --batch FILE"
        )
    if str(position) == str(commands) == "-":
        raise Misuse("request.shape", "only one of POSITION and COMMANDS can be standard input")
    try:
        answer = adjudicate(read_json(position), read_json(commands))
    except (Misuse, OSError) as error:
        answer = _invalid(error)
    _tell_verdict(answer, as_json)
    sys.exit({"legal": 0, "illegal": 1, "unknown": 1}.get(answer["verdict"], 2))


def _invalid(error: Exception) -> dict[str, Any]:
    code = error.code if isinstance(error, Misuse) else "request.malformed"
    return {"verdict": "invalid", "code": code, "says": told(error)}


def _batch(path: Path, as_json: bool) -> int:
    lines = [line for line in read_bytes(path).split(b"\n") if line.strip()]
    worst = 0
    for line in with_progress(lines, len(lines), "adjudicating"):
        name: Any = None
        try:
            case = msgspec.json.decode(line)
            if not isinstance(case, dict) or not {"position", "commands"} <= case.keys():
                raise Misuse("request.shape", "a line is {id, position, commands}")
            name = case.get("id")
            answer = adjudicate(case["position"], case["commands"])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            answer = {"verdict": "invalid", "code": "request.malformed", "says": str(error)}
        except HaricotError as error:
            answer = _invalid(error)
        worst = max(worst, 2 if answer["verdict"] == "invalid" else 0)
        _tell_verdict({"id": name, **answer}, as_json)
    return worst


def _tell_verdict(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        say_json(answer)
        return
    name = f"{answer['id']}: " if answer.get("id") is not None else ""
    verdict = {
        "legal": lambda: f"legal: {', '.join(event['type'].partition('.')[0] for event in answer['events'])}",
        "illegal": lambda: f"illegal, command {answer['at']}: {answer['clause']}: {answer['says']}",
        "unknown": lambda: f"unknown, command {answer['at']}: it hangs on the card at {answer['needs']}",
        "invalid": lambda: f"invalid ({answer['code']}): {answer['says']}",
    }[answer["verdict"]]()
    click.echo(f"{name}{verdict}", err=answer["verdict"] == "invalid")


@click.command("rules")
@click.argument("edition", required=False)
@click.argument("clause", required=False)
@click.option("--options", "list_options", is_flag=True, help="The options of the edition and what they choose.")
@click.option("--boards", "draw_boards", is_flag=True, help="The boards of the edition, each terrain by its id.")
@click.option("--version", metavar="VERSION", help="As they were in this version, not as they are today.")
@json_option
def rules_command(
    edition: str | None, clause: str | None, list_options: bool, draw_boards: bool, version: str | None, as_json: bool
) -> None:
    """Print the rulebook, citable: all clauses of an edition, or one with its rulings.

    \b
    haricot rules
    haricot rules classic
    haricot rules classic CL-6.4
    haricot rules bohnaparte BP-6.1/CL-6.4
    haricot rules classic --options
    haricot rules bohnaparte --boards
    haricot rules classic --options --version 1
    """
    if edition is None and (list_options or draw_boards or version is not None):
        raise Misuse("request.shape", "name the edition whose options, boards or version to show")
    if edition is None:
        for known in EDITIONS.values():
            line = {
                "edition": known.data.key,
                "name": known.data.name["en"],
                "players": known.data.players,
                "version": known.data.version,
                "versions": list(known.versions),
            }
            if as_json:
                say_json(line)
            else:
                played = f"{known.data.name['en']}, {_range(known.data.players)} players"
                click.echo(f"{known.data.key}: {played}, version {known.data.version} of its rules")
        return
    data = edition_named(edition, version).data
    if (clause is not None) + list_options + draw_boards > 1:
        raise Misuse("request.shape", "either a CLAUSE, --options or --boards")
    if list_options:
        _tell_options(data, as_json)
        return
    if draw_boards:
        _tell_boards(data, as_json)
        return
    if clause is None:
        for name, text in data.clauses.items():
            _tell_clause(data, name, text, as_json, in_full=False)
        return
    cited = data.cited(clause)
    if cited is None:
        raise Misuse("not-found", f"{edition} has no clause {clause!r}; `haricot rules {edition}` lists them")
    _tell_clause(data, clause, cited, as_json, in_full=True)
    for taken in () if as_json or "/" in clause else cited.takes_over:
        _tell_clause(data, f"{clause}/{taken}", data.taken_over[taken], as_json, in_full=False)


def _range(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _tell_clause(data: EditionData, name: str, clause: Clause, as_json: bool, *, in_full: bool) -> None:
    if as_json:
        say_json(
            {
                "id": name,
                "section": clause.section,
                "says": clause.says,
                "source": clause.source,
                "ambiguity": list(clause.ambiguity),
            }
        )
        return
    click.echo(f"{name}  {clause.says}  [{clause.source}]")
    for ruling in clause.ambiguity if in_full else ():
        point = {**FAMILY.ambiguities, **data.ambiguities}[ruling]
        option = f" Option: {point.option}." if point.option else ""
        click.echo(f"  {ruling}  {point.question} Ruling: {point.ruling}{option}")


def _tell_boards(data: EditionData, as_json: bool) -> None:
    boards: dict[str, str] = data.numbers.get("boards", {})
    if not boards:
        raise Misuse("request.shape", f"{data.key} is played without a board")
    for name, drawing in boards.items():
        cells = drawn(drawing)
        if as_json:
            say_json({"layout": name, "players": PLAYERS[name], "cells": cells})
        else:
            click.echo(f"{name}, {PLAYERS[name]} players\n{map_of_ids(cells)}\n")
    if not as_json:
        click.echo("With option bp_riders on, paddock-k lies where iron-mine-k does, and forest-k where quarry-k does.")


def _tell_options(data: EditionData, as_json: bool) -> None:
    for rule in data.all_options:
        if as_json:
            say_json(
                {
                    "name": rule.name,
                    "allowed": rule.allowed,
                    "default": rule.default,
                    "ambiguity": rule.ambiguity,
                    "says": rule.says,
                }
            )
        else:
            allowed = ", ".join(msgspec.json.encode(value).decode() for value in rule.allowed) or "any text"
            default = msgspec.json.encode(rule.default).decode()
            click.echo(f"{rule.name} = {allowed} (default {default}, {rule.ambiguity})\n  {rule.says}")
