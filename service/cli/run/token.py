"""`haricot token`: creates and revokes tokens of games or of the service."""

import re
from collections.abc import Iterator

import click

from domain.refusals import Misuse
from replay.codec import time_text
from service.access.annotations import new_annotation
from service.access.policy import SERVICE
from service.access.scopes import SCOPES
from service.access.tokens import TOKEN_KINDS, digest_of, new_token
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.lifecycle.organiser_actions import token_traces
from service.lifecycle.seating import grant_entries
from service.lifecycle.service_tokens import cascading_revocations, service_grant
from service.lifecycle.token_holders import PERSON_DESCRIPTION, PERSON_PATTERN, bearer_entry
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.entries.metadata_store import Annotation, Entry, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON
from service.store.event_store import GameStore
from service.store.location import Location


@click.command("token")
@click.argument("kind", required=False, type=click.Choice(list(TOKEN_KINDS)))
@click.option("--game", metavar="GAME", help="The game of the token; required for every kind but `service`.")
@click.option("--seat", type=int, metavar="K", help="The seat of the token.")
@click.option("--days", type=click.IntRange(1, 3650), help="How long it is valid; by default without end.")
@click.option("--reason", help="The reason; required for an arbiter's token, since it opens all hands.")
@click.option("--person", metavar="ID", help="The holder's opaque id; an arbiter without one may not rule.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(list(SCOPES)),
    help="A scope of a service token; repeatable; by default all scopes.",
)
@click.option("--revoke", metavar="TOKEN", help="Revoke this token at once.")
@store_option
@json_option
def token_command(
    kind: str | None,
    game: str | None,
    seat: int | None,
    days: int | None,
    reason: str | None,
    person: str | None,
    scopes: tuple[str, ...],
    revoke: str | None,
    location: Location,
    as_json: bool,
) -> None:
    """Create or revoke a token.

    The token is printed once; only its hash is stored. A token of a seat or an arbiter reveals hands, so it leaves a
    public remark on its game.

    \b
    Examples:
      haricot token seat --game classic-4-7-0001 --seat 2
      haricot token arbiter --game classic-4-7-0001 --reason "dispute on event 112" --person p-17
      haricot token service
      haricot token service --scope feed --scope games:read
      haricot token --revoke hrc_seat_...
    """
    if (kind is None) == (revoke is None):
        raise Misuse(f"name the kind of the token ({', '.join(TOKEN_KINDS)}), or one to --revoke")
    if revoke is not None and any(given is not None for given in (game, seat, days, reason, person, scopes or None)):
        raise Misuse("--revoke needs the token alone, no other option")
    with open_to_write(location, print_note) as store:
        if kind is None:
            _revoke(store, revoke or "", as_json)
            return
        if scopes and kind != SERVICE:
            raise Misuse("only tokens of the service have a --scope")
        _require_valid_options(store, kind, game, seat, reason, person)
        expires = None if days is None else now_ms() + days * 86_400_000
        token, entry = new_token(kind, at=now_ms(), game=game, seat=seat, expires=expires, reason=reason)
        remarks = list(_public_remarks(store, entry))
        details: list[Entry] = []
        if person is not None or kind == "arbiter":
            details.append(bearer_entry(entry, person, NO_PERSON))
        if kind == SERVICE:
            details.append(service_grant(entry.digest, scopes or SCOPES, None, reason))
        store.change_entries(lambda register: [*grant_entries(register, [entry]), *details, *remarks])
    if as_json:
        until = None if expires is None else time_text(expires)
        print_json({"token": token, "kind": kind, "game": game, "seat": seat, "expires": until})
    else:
        click.echo(token)


def _revoke(store: GameStore, token: str, as_json: bool) -> None:
    entries = store.find_entries(TokenEntry, digest=digest_of(token))
    if not entries:
        raise Misuse("there is no such token in this store")
    store.change_entries(lambda register: cascading_revocations(register, entries[0].digest, now_ms()))
    if as_json:
        print_json({"revoked": True})
    else:
        click.echo("revoked")


def _require_valid_options(
    store: GameStore, kind: str, game: str | None, seat: int | None, reason: str | None, person: str | None
) -> None:
    """Raise Misuse unless these options fit a token of this kind."""
    if (kind == "service") != (game is None):
        raise Misuse("a service token has no --game; every other token needs one")
    if (kind == "seat") != (seat is not None):
        raise Misuse("a seat's token names its --seat, and no other does")
    if game is not None:
        players = store.record(game).created.players
        if seat is not None and not 0 <= seat < players:
            raise Misuse(f"there is no seat {seat}: seats are 0 to {players - 1}")
    if person is not None and not re.fullmatch(PERSON_PATTERN, person):
        raise Misuse(f"--person is {PERSON_DESCRIPTION}")
    if kind == "arbiter" and not reason:
        raise Misuse("an arbiter's token needs a --reason: it opens all hands")


def _public_remarks(store: GameStore, token: TokenEntry) -> Iterator[Annotation]:
    """Yield the public annotations about a token that reveals a hand, as for a token that an organiser creates."""
    if token.game is not None and (row := store.game_row(token.game)) is not None:
        for kind, text in token_traces(token):
            yield new_annotation(row.game, row.version, kind, text, at=token.made, by=SERVICE)
