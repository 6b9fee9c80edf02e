"""Each operation of the service as a value: its request, and the type of its answer."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypedDict, cast
from urllib.parse import parse_qs, quote, unquote, urlsplit

from haricot_client.models import (
    Audit,
    BoundSlot,
    Command,
    CommandResult,
    CreatedGame,
    CreatedServiceToken,
    CreatedToken,
    DryRunVerdict,
    Edition,
    Envelope,
    FeedLine,
    FeedPage,
    GameClock,
    GameHead,
    GamePar,
    GameStatus,
    GameStory,
    HiddenPerson,
    LegalCommands,
    MadeTournament,
    NewBinding,
    NewBroadcastRules,
    NewCommentary,
    NewFork,
    NewGame,
    NewOwnNotes,
    NewPlayers,
    NewServiceToken,
    NewToken,
    NewTournament,
    OwnNotes,
    PlayerAnswer,
    Position,
    RatingList,
    RatingSteps,
    RegisteredPlayers,
    Remark,
    ServiceTokenList,
    SlotField,
    SlotList,
    StatisticsAnswer,
    StreamLine,
    TournamentCommand,
    TournamentEventList,
    TournamentStandings,
)
from haricot_client.request import Call, Page, Query, page_of

LINES = {"Accept": "application/x-ndjson"}


class GamesWanted(TypedDict, total=False):
    """The filters of games; `mine` for those that this service token created, `metadata` as `round=3`."""

    status: GameStatus
    edition: Edition
    player: str
    mine: bool
    external_id: str
    metadata: str


@dataclass(frozen=True)
class SeatLink:
    """The link to a seat: where the service is, the game, and the token."""

    address: str
    game: str
    token: str

    @classmethod
    def of(cls, link: str) -> Self:
        """Return the parts of `http://host/join/GAME#token=hrc_seat_...`."""
        parts = urlsplit(link)
        before, join, game = parts.path.partition("/join/")
        tokens = parse_qs(parts.fragment).get("token", [])
        if not (parts.scheme and parts.netloc and join and game and len(tokens) == 1):
            raise ValueError(f"no link to a seat, such as http://host/join/GAME#token=...: {link!r}")
        return cls(f"{parts.scheme}://{parts.netloc}{before}", unquote(game), tokens[0])


def _game(game: str, rest: str = "") -> str:
    return f"/v1/games/{quote(game, safe='')}{rest}"


def _tournament(tournament: str, rest: str) -> str:
    return f"/v1/tournaments/{quote(tournament, safe='')}{rest}"


def _post(path: str, body: object, key: str | None, query: Query | None = None) -> Call[Any]:
    headers = {"Idempotency-Key": uuid.uuid4().hex if key is None else key}
    return Call(method="POST", path=path, query=query or {}, body=body, headers=headers)


def create_game(wish: NewGame, key: str | None) -> Call[CreatedGame]:
    """Create a game."""
    return _post("/v1/games", wish, key)


def list_games(wanted: GamesWanted) -> Call[Page[GameHead]]:
    """List games, newest first."""
    return Call(method="GET", path="/v1/games", query=cast(Query, wanted), read=page_of("games"))


def head(game: str) -> Call[GameHead]:
    """Return a game at a glance."""
    return Call(method="GET", path=_game(game))


def table(game: str, query: Query) -> Call[Position]:
    """Return a table after an event."""
    return Call(method="GET", path=_game(game, "/table"), query=query)


def legal(game: str, seat: int) -> Call[LegalCommands]:
    """Return what a seat may do."""
    return Call(method="GET", path=_game(game, "/legal-commands"), query={"seat": seat})


def pass_trading(game: str, key: str | None) -> Call[GameClock]:
    """Pass in the trading of a game with a clock."""
    return _post(_game(game, "/clock/passes"), None, key)


def events(game: str, query: Query) -> Call[Page[Envelope]]:
    """List events of a game."""
    return Call(method="GET", path=_game(game, "/events"), query=query, read=page_of("events"))


def command(game: str, order: Command, key: str | None) -> Call[CommandResult]:
    """Submit a command."""
    return _post(_game(game, "/commands"), order, key)


def dry_run(game: str, order: Command) -> Call[DryRunVerdict]:
    """Judge a command without executing it."""
    return Call(method="POST", path=_game(game, "/commands:check"), body=order)


def stream(game: str, query: Query) -> Call[StreamLine]:
    """Follow a game, from its beginning or after an event."""
    return Call(method="GET", path=_game(game, "/stream"), query=query, headers=LINES)


def fork(game: str, wish: NewFork, key: str | None, query: Query) -> Call[CreatedGame]:
    """Create a game that begins after an event of another one."""
    return _post(_game(game, "/forks"), wish, key, query)


def audit(game: str, query: Query) -> Call[Audit]:
    """Return the verdict on every event."""
    return Call(method="GET", path=_game(game, "/audit"), query=query)


def story(game: str, query: Query) -> Call[GameStory]:
    """Return the story of a finished game."""
    return Call(method="GET", path=_game(game, "/story"), query=query)


def par(game: str) -> Call[GamePar]:
    """Return what bots made of the deal of a game."""
    return Call(method="GET", path=_game(game, "/par"))


def request_par(game: str) -> Call[GamePar]:
    """Ask for par of a finished game."""
    return Call(method="POST", path=_game(game, "/par"))


def file(game: str, query: Query) -> Call[bytes]:
    """Return the game file, as it is."""
    return Call(method="GET", path=_game(game, "/file"), query=query, read=lambda reply: reply.body)


def note(game: str, notes: NewOwnNotes) -> Call[OwnNotes]:
    """Set the metadata of a game."""
    return Call(method="PUT", path=_game(game, "/notes"), body=notes)


def create_tournament(wish: NewTournament, key: str | None) -> Call[MadeTournament]:
    """Create a tournament."""
    return _post("/v1/tournaments", wish, key)


def register_players(tournament: str, wish: NewPlayers, key: str | None) -> Call[RegisteredPlayers]:
    """Register players of a tournament."""
    return _post(_tournament(tournament, "/players"), wish, key)


def tournament_commands(
    tournament: str, commands: Sequence[TournamentCommand], key: str | None
) -> Call[TournamentEventList]:
    """Submit commands of a tournament."""
    return _post(_tournament(tournament, "/commands"), {"commands": list(commands)}, key)


def standings(tournament: str, query: Query) -> Call[TournamentStandings]:
    """Return the standings of a tournament."""
    return Call(method="GET", path=_tournament(tournament, "/standings"), query=query)


def slots(tournament: str) -> Call[SlotList]:
    """List the slots of a broadcast."""
    return Call(method="GET", path=_tournament(tournament, "/slots"))


def bind_slot(tournament: str, slot: str, binding: NewBinding) -> Call[BoundSlot]:
    """Bind a slot of a broadcast to a table."""
    return Call(method="PUT", path=_tournament(tournament, f"/slots/{quote(slot, safe='')}"), body=binding)


def slot_field(tournament: str, slot: str, field: str, query: Query) -> Call[SlotField]:
    """Return what a slot of a broadcast shows."""
    path = f"/slots/{quote(slot, safe='')}/{quote(field, safe='')}"
    return Call(method="GET", path=_tournament(tournament, path), query=query)


def set_broadcast_rules(tournament: str, rules: NewBroadcastRules) -> Call[SlotList]:
    """Set what holds for all slots of a broadcast."""
    return Call(method="PUT", path=_tournament(tournament, "/broadcast"), body=rules)


def publish_commentary(tournament: str, commentary: NewCommentary, key: str | None) -> Call[Remark]:
    """Publish commentary on an event of a game of the tournament."""
    return _post(_tournament(tournament, "/commentary"), commentary, key)


def statistics(edition: str, query: Query) -> Call[StatisticsAnswer]:
    """Return the statistics of an edition."""
    return Call(method="GET", path=f"/v1/statistics/{quote(edition, safe='')}", query=query)


def player(player: str, query: Query) -> Call[PlayerAnswer]:
    """Return a player or bot."""
    return Call(method="GET", path=f"/v1/players/{quote(player, safe='')}", query=query)


def rating_steps(player: str, query: Query) -> Call[RatingSteps]:
    """Return how games changed a player's ratings."""
    return Call(method="GET", path=f"/v1/players/{quote(player, safe='')}/ratings", query=query)


def ratings(edition: str) -> Call[RatingList]:
    """Return the ratings of an edition."""
    return Call(method="GET", path=f"/v1/ratings/{quote(edition, safe='')}")


def set_person_hidden(person: str, *, hidden: bool) -> Call[HiddenPerson]:
    """Hide a person from statistics and ratings, or show them again."""
    return Call(method="PUT", path=f"/v1/persons/{quote(person, safe='')}/hidden", body={"hidden": hidden})


def create_token(wish: NewToken, key: str | None) -> Call[CreatedToken]:
    """Create a token for a game."""
    return _post("/v1/tokens", wish, key)


def create_service_token(wish: NewServiceToken, key: str | None) -> Call[CreatedServiceToken]:
    """Create a service token."""
    return _post("/v1/service-tokens", wish, key)


def service_tokens() -> Call[ServiceTokenList]:
    """List the service tokens that this one created."""
    return Call(method="GET", path="/v1/service-tokens")


def revoke_service_token(id_: str) -> Call[None]:
    """Revoke a service token."""
    return Call(method="DELETE", path=f"/v1/service-tokens/{quote(id_, safe='')}", read=lambda _: None)


def feed(query: Query) -> Call[FeedLine]:
    """Follow all games."""
    return Call(method="GET", path="/v1/feed", query=query, headers=LINES)


def feed_page(query: Query) -> Call[FeedPage]:
    """Return lines of the feed that are there already."""
    return Call(method="GET", path="/v1/feed", query=query)


def among(names: Sequence[str]) -> str | None:
    """Return some names in the form of a query."""
    return ",".join(names) or None
