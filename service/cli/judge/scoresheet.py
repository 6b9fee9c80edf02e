"""`haricot scoresheet`: prints a game on one page, to be signed by its players."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
import msgspec
from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

from domain.editions import edition_named
from domain.refusals import Misuse
from domain.remedies import Book
from projections import lobby
from projections.sentences import Chronicle
from projections.summary import summary_of
from replay.audit import AuditResult, audit
from replay.codec import Codec
from replay.record import Record
from replay.rewind import table_at
from service.api.games.game_summary import head_from_line
from service.api.response_schemas import ViewerRights
from service.cli.games import is_file, open_store_for, read_game, read_stored_game
from service.cli.judge.game_audit import audit_stored_game
from service.cli.options import PATH, game_argument, json_option, lang_option, store_option
from service.cli.output import print_json
from service.cli.remedies import book_option
from service.queries.audit_responses import audit_answer
from service.queries.record_cache import RecordCache
from service.signing.log_service import LogService
from service.store.atomic_files import write_atomically
from service.store.entries.metadata_store import Player
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import GameStore
from service.store.location import Location
from service.web.assets import assets_now
from service.web.language import translate
from service.web.scoresheet import Fact, Protocol, ProtocolSources, protocol_of

WIDTH = 100
STYLES = ("base", "protocol")


@click.command("scoresheet")
@game_argument
@click.option("--html", "as_html", is_flag=True, help="Write an HTML file that prints on one page of A4.")
@click.option("--out", type=PATH, help="Write to this file instead of standard output.")
@json_option
@lang_option
@book_option
@store_option
def scoresheet_command(
    game: str, as_html: bool, out: Path | None, as_json: bool, lang: str, book: Book, location: Location
) -> None:
    """Print the score sheet of a game, to be signed.

    It has people, rules, result, irregularities, a short proof, and lines for signatures.

    \b
    Examples:
      haricot scoresheet classic-4-7-0001
      haricot scoresheet game.haricot.jsonl --lang de
      haricot scoresheet classic-4-7-0001 --html --out protocol.html
    """
    if as_json and (as_html or out is not None):
        raise Misuse("--json prints the score sheet for machines: leave out --html and --out")
    protocol = protocol_of(_read_sources(game, location, lang, book), lang)
    if as_json:
        print_json(protocol)
        return
    text = render_page(protocol) if as_html else "".join(f"{line}\n" for line in _text_lines(protocol))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text.encode())


def _read_sources(game: str, location: Location, lang: str, book: Book) -> ProtocolSources:
    if is_file(game):
        record = read_game(Path(game))
        return _make_sources(record, {}, audit(record), None, lang, book)
    with open_store_for(game, location) as store:
        record = read_stored_game(store, game)
        players = {player.seat: player for player in store.find_entries(Player, game=game)}
        audit_result, signed = audit_stored_game(store, game)
        checkpoint = _checkpoint(store, record) if store.find_entries(LoggedNote, log=game) else None
        return _make_sources(record, players, audit_result, checkpoint, lang, book, signed=signed)


def _checkpoint(store: GameStore, record: Record) -> dict[str, Any] | None:
    """Return the state of the game's log with its last checkpoint, or None without one."""
    logs = LogService(store, RecordCache(store))
    state = logs.state(record.game, record.envelopes[-1].n)
    return None if state is None else msgspec.to_builtins(state)


def _make_sources(
    record: Record,
    players: dict[int, Player],
    audit_result: AuditResult,
    checkpoint: dict[str, Any] | None,
    lang: str,
    book: Book,
    *,
    signed: bool = False,
) -> ProtocolSources:
    """Return the responses of the API to a caller who may see the whole record."""
    codec, envelopes = Codec(), record.envelopes
    summary = summary_of(record.game, ((one.n, one.at, one.event) for one in envelopes))
    line = lobby.lobby_line(summary, envelopes[-1].at, table_at(record, envelopes[-1].n))
    head = head_from_line(line, players, ViewerRights(views=(record.viewer.name,), seat=None), paused=False)
    names = tuple(seat.name for seat in head.seats)
    chronicle = Chronicle(edition_named(record.created.edition).data, lang, names)
    return ProtocolSources(
        head=msgspec.to_builtins(head),
        events=[json.loads(codec.to_json(one)) for one in envelopes],
        sentences=[chronicle.sentence(one.event) for one in envelopes],
        audit=msgspec.to_builtins(audit_answer(audit_result, lang, names, book=book, signed=signed)),
        checkpoint=checkpoint,
    )


def render_page(protocol: Protocol) -> str:
    """Return the score sheet as a single HTML file."""

    def translated(key: str, **arguments: Any) -> Markup:
        escaped = {name: value if isinstance(value, int) else str(escape(value)) for name, value in arguments.items()}
        return Markup(translate(protocol.lang, key, **escaped))  # no message contains HTML

    templates = Environment(loader=PackageLoader("service.web"), autoescape=True)
    templates.globals.update(_=translated)
    style = Markup(assets_now().style(STYLES))  # a file of this package
    return templates.get_template("protocol_file.html").render(protocol=protocol, style=style) + "\n"


def _text_lines(protocol: Protocol) -> Iterator[str]:
    """Yield the lines of the score sheet as text."""
    lang = protocol.lang

    def title(key: str) -> Iterator[str]:
        yield from ("", translate(lang, key).upper())

    yield translate(lang, "protocol-title")
    yield f"{protocol.edition} · {translate(lang, 'rules-version', version=protocol.version)} · {protocol.game}"
    if protocol.runs:
        yield translate(lang, "protocol-runs", n=str(protocol.upto))
    yield from _facts(protocol.times, lang)
    yield from _wrapped(f"{protocol.ending}." if protocol.ending else "")
    yield from title("sheet-players")
    for one in protocol.people:
        bot = f" ({translate(lang, 'lobby-bot')})" if one.bot else ""
        result = "-" if one.score is None else f"{one.score}{' ' + translate(lang, 'lobby-won') if one.won else ''}"
        yield f"  {one.seat}  {one.name}{bot}: {result}"
    yield from title("protocol-options")
    options = [(f"{'* ' if one.unusual else ''}{one.name}", one.value) for one in protocol.options]
    yield from _facts(options, lang)
    yield from title("protocol-faults")
    for fault in protocol.faults:
        remedy = f" → {fault.remedy}" if fault.remedy else ""
        yield from _wrapped(f"{fault.n} · {fault.verdict} {fault.clause} {fault.says}. {fault.why}{remedy}")
    yield from _more_line(protocol.faults_left, lang, "" if protocol.faults else translate(lang, "protocol-no-faults"))
    yield from title("protocol-disputes")
    for dispute in protocol.disputes:
        yield from _wrapped(f"{dispute.n} {dispute.claim} {dispute.ruling}")
    yield from _more_line(
        protocol.disputes_left, lang, "" if protocol.disputes else translate(lang, "protocol-no-disputes")
    )
    yield from title("protocol-proof")
    yield from _facts((*protocol.audit, *protocol.proof), lang)
    yield from _wrapped(protocol.verify)
    if not protocol.runs:
        yield from title("sheet-signatures")
        yield from _wrapped(translate(lang, "protocol-sign"))
        signers = [one.name for one in protocol.people if not one.bot]
        for name in (*signers, translate(lang, "sheet-arbiter"), translate(lang, "sheet-place-date")):
            yield from ("", f"  {'_' * 40}  {name}")


def _more_line(count: int, lang: str, none: str) -> Iterator[str]:
    if none or count:
        yield f"  {none or translate(lang, 'protocol-more', count=count)}"


def _facts(facts: Iterable[Fact], lang: str) -> Iterator[str]:
    for name, value in facts:
        yield from _wrapped(translate(lang, "replay-labelled", name=name, says=value))


def _wrapped(text: str) -> Iterator[str]:
    yield from wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
