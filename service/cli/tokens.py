"""`haricot token, openapi`: what developers of clients need from those who hold the store."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from domain.refusals import Misuse
from replay.codec import time_text
from service.app import create_app
from service.cli.games import json_option, say_json, store_option
from service.desk import Desk, now_ms
from service.event_store import GameStore, open_store
from service.places import Place
from service.policy import SERVICE
from service.presiding import told_of
from service.register import Annotation, TokenEntry
from service.remarks import remark
from service.seating import handed
from service.settings import settings_from
from service.tokens import KINDS, digest_of, new_token


@click.command("token")
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@click.option("--game", metavar="GAME", help="The game it is for; every kind but `service` needs one.")
@click.option("--seat", type=int, metavar="K", help="The seat it is for.")
@click.option("--days", type=click.IntRange(1, 3650), help="How long it is valid; for ever by default.")
@click.option("--reason", help="Why; an arbiter's needs one, since it opens all hands.")
@click.option("--revoke", metavar="TOKEN", help="Make this token invalid at once.")
@store_option
@json_option
def token_command(
    kind: str | None,
    game: str | None,
    seat: int | None,
    days: int | None,
    reason: str | None,
    revoke: str | None,
    place: Place,
    as_json: bool,
) -> None:
    """Make a token, or revoke one. It is shown this once; the store keeps only its hash.

    Whoever looks into a hand is seen: a token of a seat or an arbiter leaves a remark on its game.

    \b
    haricot token seat --game classic-4-7-0001 --seat 2
    haricot token arbiter --game classic-4-7-0001 --reason "dispute on event 112"
    haricot token service
    haricot token --revoke hrc_seat_...
    """
    if (kind is None) == (revoke is None):
        raise Misuse("request.shape", f"name the kind of the token ({', '.join(KINDS)}), or one to --revoke")
    with open_store(place, create=False) as store:
        if kind is None:
            found = store.noted(TokenEntry, digest=digest_of(revoke or ""))
            if not found:
                raise Misuse("not-found", "there is no such token in this store")
            store.note(found[0].revoked_at(now_ms()))
            click.echo("revoked")
            return
        if (kind == "service") != (game is None):
            raise Misuse("request.shape", "a token is for a --game, but for that of the service itself")
        if (kind == "seat") != (seat is not None):
            raise Misuse("request.shape", "a seat's token names its --seat, and no other does")
        if game is not None:
            players = store.record(game).created.players
            if seat is not None and not 0 <= seat < players:
                raise Misuse("request.shape", f"there is no seat {seat}: seats are 0 to {players - 1}")
        if kind == "arbiter" and not reason:
            raise Misuse("request.shape", "an arbiter's token needs a --reason: it opens all hands")
        expires = None if days is None else now_ms() + days * 86_400_000
        token, entry = new_token(kind, at=now_ms(), game=game, seat=seat, expires=expires, reason=reason)
        traces = list(_traces(store, entry))
        store.settle(lambda register: [*handed(register, [entry]), *traces])
    if as_json:
        until = None if expires is None else time_text(expires)
        say_json({"token": token, "kind": kind, "game": game, "seat": seat, "expires": until})
    else:
        click.echo(token)


def _traces(store: GameStore, token: TokenEntry) -> Iterator[Annotation]:
    """The remarks by which everybody hears that a hand is open to somebody else, as of the tokens of an organiser."""
    if token.game is not None and (row := store.row(token.game)) is not None:
        for kind, text in told_of(token):
            yield remark(row.game, row.version, kind, text, at=token.made, by=SERVICE)


@click.command("openapi")
def openapi_command() -> None:
    """Print the description of the HTTP interface (OpenAPI 3.1), for generators of clients.

    \b
    haricot openapi > openapi.json
    """
    with TemporaryDirectory() as folder, Desk(open_store(Path(folder)), settings_from(Path(folder))) as desk:
        app = create_app(desk)
        described = app.test_client().get("/openapi.json").json
    click.echo(msgspec.json.format(msgspec.json.encode(described), indent=2))
