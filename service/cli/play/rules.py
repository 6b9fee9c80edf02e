"""`haricot rules`: prints rulebooks, clauses and remedies."""

import click
import msgspec

from domain.edition_data.edition import EditionData
from domain.edition_data.family import Clause
from domain.editions import EDITIONS, edition_named
from domain.refusals import Misuse
from domain.remedies import Book
from domain.translations import spoken
from service.cli.editions import BOARDS
from service.cli.options import json_option, lang_option
from service.cli.output import print_json
from service.cli.remedies import book_option, print_book


@click.command("rules")
@click.argument("edition", required=False)
@click.argument("clause", required=False)
@click.option("--options", "list_options", is_flag=True, help="Print the options of the edition and what they choose.")
@click.option("--boards", "draw_boards", is_flag=True, help="Print the boards of the edition, each terrain by its id.")
@lang_option
@book_option
@click.option("--version", metavar="VERSION", help="Print this version of the rules instead of the present one.")
@json_option
def rules_command(
    edition: str | None,
    clause: str | None,
    list_options: bool,
    draw_boards: bool,
    lang: str,
    book: Book,
    version: str | None,
    as_json: bool,
) -> None:
    """Print rulebooks, clauses and remedies.

    It prints all clauses of an edition, or one with its rulings. `tournament` is the book of remedies for
    irregularities.

    \b
    Examples:
      haricot rules
      haricot rules classic
      haricot rules classic CL-6.4
      haricot rules bohnaparte BP-6.1/CL-6.4
      haricot rules classic --options
      haricot rules bohnaparte --boards
      haricot rules classic --options --version 1
      haricot rules classic CL-6.4 --lang fr
      haricot rules tournament
      haricot rules tournament TR-3
    """
    if edition is None and (list_options or draw_boards or version is not None):
        raise Misuse("name the edition whose options, boards or version to show")
    if edition is None:
        _print_editions(lang, as_json)
        return
    if edition == book.key:
        if list_options or draw_boards or version is not None:
            raise Misuse(f"{book.key} is a book of remedies: it has no options, boards or versions")
        print_book(book, clause, lang, as_json)
        return
    data = spoken(edition_named(edition, version).data, lang)
    if (clause is not None) + list_options + draw_boards > 1:
        raise Misuse("either a CLAUSE, --options or --boards")
    if list_options:
        _print_options(data, as_json)
    elif draw_boards:
        _print_boards(data, as_json)
    elif clause is not None:
        _print_cited_clause(data, clause, as_json)
    else:
        for name, text in data.all_clauses.items():
            _print_clause(data, name, text, as_json, in_full=False)


def _print_editions(lang: str, as_json: bool) -> None:
    for edition in EDITIONS.values():
        summary = {
            "edition": edition.data.key,
            "name": edition.data.name[lang],
            "players": edition.data.players,
            "version": edition.data.version,
            "versions": list(edition.versions),
        }
        if as_json:
            print_json(summary)
        else:
            description = f"{edition.data.name[lang]}, {_range(edition.data.players)} players"
            click.echo(f"{edition.data.key}: {description}, version {edition.data.version} of its rules")


def _print_cited_clause(data: EditionData, clause: str, as_json: bool) -> None:
    """Print one clause with its rulings, then the clauses of another edition that it adopts."""
    cited_clause = data.cited(clause)
    if cited_clause is None:
        raise Misuse(f"{data.key} has no clause {clause!r}; `haricot rules {data.key}` lists them")
    _print_clause(data, clause, cited_clause, as_json, in_full=True)
    for adopted in () if as_json or "/" in clause else cited_clause.takes_over:
        _print_clause(data, f"{clause}/{adopted}", data.taken_over[adopted], as_json, in_full=False)


def _range(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _print_clause(data: EditionData, name: str, clause: Clause, as_json: bool, *, in_full: bool) -> None:
    if as_json:
        print_json(
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
        ambiguity = data.ambiguities[ruling]
        option = f" Option: {ambiguity.option}." if ambiguity.option else ""
        click.echo(f"  {ruling}  {ambiguity.question} Ruling: {ambiguity.ruling}{option}")


def _print_boards(data: EditionData, as_json: bool) -> None:
    if data.key not in BOARDS:
        raise Misuse(f"{data.key} is played without a board")
    BOARDS[data.key].print_boards(data, as_json)


def _print_options(data: EditionData, as_json: bool) -> None:
    for rule in data.all_options:
        if as_json:
            print_json(
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
