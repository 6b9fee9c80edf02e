"""Erases personal data from the metadata store."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events import SeatTaken
from domain.player_names import comparison_key, normalized_name
from domain.upcasters import upcast
from domain.values import Value
from service.access.annotations import COMMENT_KINDS, writer_of
from service.feed.erased import erasure_lines
from service.store.entries.analytics_entries import PlayerId, SeatPlayer
from service.store.entries.metadata_store import Annotation, Entry, FormerPlayer, MetadataStore, Player, TokenEntry
from service.store.entries.proceedings_entries import Bearer, DisputeText, token_of
from service.store.entries.tournament_entries import TournamentName, TournamentText
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.player_names import player_names

ERASED: Final = "(erased)"
"""The text that replaces an erased one."""
SEATED_BY_EVENT: Final = 16
"""The last event by which all seats of a game are taken."""
REMAINING_COPIES: Final = (
    "backups made before now: `haricot restore` erases the people in the list of erased names again",
    "copies that a migration kept in the folder of the store, `haricot.sqlite3.schema-N`: delete them",
    "game files, printed sheets or pages that people exported or saved",
    "what other servers have noted about their games: each erases its own (`PUT /v1/games/{game}/notes`)",
    "notes that the owners of webhooks and service tokens wrote beside them",
    "on PostgreSQL: its write-ahead log, its replicas, and rows that it has not vacuumed yet",
    "what a proxy, or a service that was told the name, has kept",
)
"""Where a name may remain, because this command cannot erase it there."""


class Erased(Value, omit_defaults=False):
    """How many seats and `entrants` of tournaments lost their name, comments their text, and `tokens` their person.

    `mentions` are the texts of other people that contain the name: pairs of a game or tournament and the text's id.
    `files` are imported games whose own events contain the name. Only deleting such a game removes it.
    """

    seats: int
    comments: int
    tokens: int
    entrants: int
    mentions: tuple[tuple[str, str], ...]
    files: tuple[str, ...]


class _SeatPeriod(NamedTuple):
    """The time in which one player sat at a seat, in milliseconds since 1970."""

    player: Player | FormerPlayer
    since: int
    until: float

    def wrote(self, author: str | None, at: int) -> bool:
        """Return whether this player is the author of what this principal wrote at this time."""
        return author == f"seat:{self.player.game}:{self.player.seat}" and self.since <= at < self.until

    def owns(self, token: TokenEntry) -> bool:
        """Return whether this token was created for this player."""
        return (token.game, token.seat) == (
            self.player.game,
            self.player.seat,
        ) and self.since <= token.made < self.until


def _seat_periods(register: MetadataStore) -> Iterator[_SeatPeriod]:
    """Yield every present and former player of every seat."""
    former_players = defaultdict[tuple[str, int], list[FormerPlayer]](list)
    for former in register.find_entries(FormerPlayer):
        former_players[former.game, former.seat].append(former)
    present = {(player.game, player.seat): player for player in register.find_entries(Player)}
    for place in {**former_players, **present}:
        since = 0
        for former in sorted(former_players.get(place, ()), key=lambda one: one.at):
            yield _SeatPeriod(former, since, former.at)
            since = former.at
        if place in present:
            yield _SeatPeriod(present[place], since, inf)


class _ErasurePlan:
    """The entries to erase, collected in one pass over the metadata store."""

    def __init__(self, register: MetadataStore, is_meant: Callable[[str], bool]) -> None:
        tokens = {token.digest: token for token in register.find_entries(TokenEntry)}
        bearers = register.find_entries(Bearer)
        own_tokens = [
            tokens[token_of(one)] for one in bearers if token_of(one) in tokens and _matches(one.person, is_meant)
        ]
        periods = [
            one
            for one in _seat_periods(register)
            if _matches(one.player.name, is_meant) or any(map(one.owns, own_tokens))
        ]
        self.seats = [one.player for one in periods if one.player.name is not None]
        self.names = {player.name for player in self.seats if player.name is not None}
        principals = {f"{token.kind}:{token.game or '-'}:{token.digest}" for token in own_tokens if token.seat is None}

        def is_written_by_them(author: str | None, at: int) -> bool:
            return author in principals or any(one.wrote(author, at) for one in periods)

        remarks, texts = register.find_entries(Annotation), register.find_entries(DisputeText)
        own_remarks = [
            one for one in remarks if is_written_by_them(one.author, one.at) or _matches(writer_of(one)[1], is_meant)
        ]
        self.comments = [one for one in own_remarks if one.kind in COMMENT_KINDS and one.text != ERASED]
        self.texts = [one for one in texts if one.text is not None and is_written_by_them(one.author, one.at)]
        self.entrants = [one for one in register.find_entries(TournamentName) if _matches(one.name, is_meant)]
        entered = {(one.tournament, one.pseudonym) for one in self.entrants}
        reasons = [one for one in register.find_entries(TournamentText) if one.text is not None]
        erased_seats = {(one.game, one.seat) for one in self.seats}
        erased_players = {
            one.player for one in register.find_entries(SeatPlayer) if (one.game, one.seat) in erased_seats
        }
        ids = register.find_entries(PlayerId)
        merged_players = {
            one.merged_into or one.player
            for one in ids
            if one.player in erased_players or _matches(one.person, is_meant)
        }
        self.players = [
            one for one in ids if one.person is not None and (one.merged_into or one.player) in merged_players
        ]
        self.reasons = [one for one in reasons if (one.tournament, one.author) in entered]
        self.bearers = [
            unnamed
            for one in bearers
            if (unnamed := _without_person(one, tokens.get(token_of(one)), periods, is_meant)) != one
        ]
        other_texts = [(one.game, one.id, one.text) for one in remarks if one not in self.comments]
        other_texts += [(one.game, one.digest, one.text or "") for one in texts if one not in self.texts]
        other_texts += [(one.tournament, one.digest, one.text or "") for one in reasons if one not in self.reasons]
        names = {normalized_name(name) for name in self.names} | {
            normalized_name(one.name or "") for one in self.entrants
        }
        self.mentions = [
            (game, id_) for game, id_, text in other_texts if any(name in normalized_name(text) for name in names)
        ]

    def entries(self, register: MetadataStore) -> Iterator[Entry]:
        """Yield the entries that replace the present ones, and feed lines about the seats that lost their name."""
        yield from (replace(seat, name=None) for seat in self.seats)
        yield from erasure_lines(register, {(seat.game, seat.seat) for seat in self.seats})
        yield from (replace(comment, text=ERASED, by=writer_of(comment)[0]) for comment in self.comments)
        yield from (one.erased for one in self.texts)
        yield from (one.erased for one in self.reasons)
        yield from self.bearers
        yield from (replace(player, person=None, hidden=True) for player in self.players)
        yield from (replace(entrant, name=None) for entrant in self.entrants)


def _matches(name: str | None, is_meant: Callable[[str], bool]) -> bool:
    return name is not None and is_meant(name)


def _without_person(
    bearer: Bearer, token: TokenEntry | None, periods: Sequence[_SeatPeriod], is_meant: Callable[[str], bool]
) -> Bearer:
    """Return the bearer without the persons to erase, who are found by their id or by the name of the token's seat."""
    erased = _matches(bearer.person, is_meant) or (token is not None and any(one.owns(token) for one in periods))
    return replace(
        bearer,
        person=None if erased else bearer.person,
        called_by=None if _matches(bearer.called_by, is_meant) else bearer.called_by,
    )


def similar_names(store: GameStore, name: str) -> dict[str, int]:
    """Return how many seats have each name that differs from this one only in code points, width, case or blanks."""
    near = {
        one
        for one in store.query(player_names)
        if comparison_key(one) == comparison_key(name) and normalized_name(one) != normalized_name(name)
    }
    kinds = (Player, FormerPlayer)
    return {one: sum(len(store.find_entries(kind, name=one)) for kind in kinds) for one in sorted(near)}


def erase(store: GameStore, is_meant: Callable[[str], bool], *, really: bool = True) -> Erased:
    """Erase the people for whose name or id `is_meant` is true from the metadata store, in one transaction.

    The events hold no names, so they stay as they are. Without `really`, nothing is written.
    """
    plans: list[_ErasurePlan] = []

    def entries(register: MetadataStore) -> Iterator[Entry]:
        plans[:] = [_ErasurePlan(register, is_meant)]
        return plans[0].entries(register)

    if really:
        store.change_entries(entries)
    else:
        plans[:] = [_ErasurePlan(store, is_meant)]
    return Erased(
        seats=len(plans[0].seats),
        comments=len(plans[0].comments) + len(plans[0].texts) + len(plans[0].reasons),
        tokens=len(plans[0].bearers),
        entrants=len(plans[0].entrants),
        mentions=tuple(plans[0].mentions),
        files=tuple(_named_in_logs(store, is_meant)),
    )


def _named_in_logs(store: GameStore, is_meant: Callable[[str], bool]) -> Iterator[str]:
    """Yield the games whose events name such a person. Only imported games can."""
    for head in store.heads():
        try:
            events = [upcast(one.event) for one in store.envelopes(head.game, upto=SEATED_BY_EVENT)]
        except DamagedGame:
            continue
        if any(isinstance(event, SeatTaken) and is_meant(event.pseudonym) for event in events):
            yield head.game
