"""Erases personal data from the metadata store."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events import SeatTaken
from domain.player_names import alike, kept_name
from domain.upcasters import today
from domain.values import Value
from service.access.annotations import SAID, speaker_of
from service.feed.erased import erased_lines
from service.store.entries.analytics_entries import PlayerId, SeatPlayer
from service.store.entries.metadata_store import Annotation, Entry, FormerPlayer, MetadataStore, Player, TokenEntry
from service.store.entries.proceedings_entries import Bearer, DisputeText, token_of
from service.store.entries.tournament_entries import TournamentName, TournamentText
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.player_names import player_names

ERASED: Final = "(erased)"
"""The text that replaces an erased one."""
OPENING_MAX: Final = 16
"""By which event all seats of a game are taken."""
UNREACHED: Final = (
    "backups made before now: `haricot restore` erases the people in the list of erased names again",
    "copies that a migration kept in the folder of the store, `haricot.sqlite3.schema-N`: delete them",
    "game files, printed sheets or pages that people exported or saved",
    "what other servers have noted about their games: each erases its own (`PUT /v1/games/{game}/notes`)",
    "notes that the owners of webhooks and service tokens wrote beside them",
    "on PostgreSQL: its write-ahead log, its replicas, and rows that it has not vacuumed yet",
    "what a proxy, or a service that was told the name, has kept",
)
"""Where a name may remain that this command cannot erase."""


class Erased(Value, omit_defaults=False):
    """The result: seats that lost their name, comments that lost their text, `tokens` that lost their person.

    `entrants` are players of tournaments that lost their name.

    `mentions` are (game or tournament, id) of texts by others that contain the name. `files` are imported games whose
    own log names a seat so: only deleting such a game removes the name.
    """

    seats: int
    comments: int
    tokens: int
    entrants: int
    mentions: tuple[tuple[str, str], ...]
    files: tuple[str, ...]


class _Sitting(NamedTuple):
    """A player at a seat between two moments. What was said there before or afterwards is by other players."""

    player: Player | FormerPlayer
    since: int
    until: float

    def said(self, author: str | None, at: int) -> bool:
        """Return whether this player said what this principal said at this time."""
        return author == f"seat:{self.player.game}:{self.player.seat}" and self.since <= at < self.until

    def holds(self, token: TokenEntry) -> bool:
        """Return whether this token of the seat was made for this player."""
        return (token.game, token.seat) == (
            self.player.game,
            self.player.seat,
        ) and self.since <= token.made < self.until


def _sittings(register: MetadataStore) -> Iterator[_Sitting]:
    """Yield every present and former player of every seat."""
    left = defaultdict[tuple[str, int], list[FormerPlayer]](list)
    for former in register.find_entries(FormerPlayer):
        left[former.game, former.seat].append(former)
    present = {(player.game, player.seat): player for player in register.find_entries(Player)}
    for place in {**left, **present}:
        since = 0
        for former in sorted(left.get(place, ()), key=lambda one: one.at):
            yield _Sitting(former, since, former.at)
            since = former.at
        if place in present:
            yield _Sitting(present[place], since, inf)


class _Traces:
    """What is to be erased, collected in one pass over the metadata store."""

    def __init__(self, register: MetadataStore, is_meant: Callable[[str], bool]) -> None:
        tokens = {token.digest: token for token in register.find_entries(TokenEntry)}
        bearers = register.find_entries(Bearer)
        own = [tokens[token_of(one)] for one in bearers if token_of(one) in tokens and _is(one.person, is_meant)]
        sittings = [one for one in _sittings(register) if _is(one.player.name, is_meant) or any(map(one.holds, own))]
        self.seats = [one.player for one in sittings if one.player.name is not None]
        self.names = {player.name for player in self.seats if player.name is not None}
        principals = {f"{token.kind}:{token.game or '-'}:{token.digest}" for token in own if token.seat is None}

        def theirs(author: str | None, at: int) -> bool:
            return author in principals or any(one.said(author, at) for one in sittings)

        remarks, texts = register.find_entries(Annotation), register.find_entries(DisputeText)
        said_by = [one for one in remarks if theirs(one.author, one.at) or _is(speaker_of(one)[1], is_meant)]
        self.comments = [one for one in said_by if one.kind in SAID and one.text != ERASED]
        self.texts = [one for one in texts if one.text is not None and theirs(one.author, one.at)]
        self.entrants = [one for one in register.find_entries(TournamentName) if _is(one.name, is_meant)]
        entered = {(one.tournament, one.pseudonym) for one in self.entrants}
        reasons = [one for one in register.find_entries(TournamentText) if one.text is not None]
        erased = {(one.game, one.seat) for one in self.seats}
        theirs_too = {one.player for one in register.find_entries(SeatPlayer) if (one.game, one.seat) in erased}
        ids = register.find_entries(PlayerId)
        meant = {one.merged_into or one.player for one in ids if one.player in theirs_too or _is(one.person, is_meant)}
        self.players = [one for one in ids if one.person is not None and (one.merged_into or one.player) in meant]
        self.reasons = [one for one in reasons if (one.tournament, one.author) in entered]
        self.bearers = [
            unnamed
            for one in bearers
            if (unnamed := _unnamed(one, tokens.get(token_of(one)), sittings, is_meant)) != one
        ]
        said = [(one.game, one.id, one.text) for one in remarks if one not in self.comments]
        said += [(one.game, one.digest, one.text or "") for one in texts if one not in self.texts]
        said += [(one.tournament, one.digest, one.text or "") for one in reasons if one not in self.reasons]
        names = {kept_name(name) for name in self.names} | {kept_name(one.name or "") for one in self.entrants}
        self.mentions = [(game, id_) for game, id_, text in said if any(name in kept_name(text) for name in names)]

    def entries(self, register: MetadataStore) -> Iterator[Entry]:
        """Yield the entries that replace the present ones. The feed then says which seats have lost their name."""
        yield from (replace(seat, name=None) for seat in self.seats)
        yield from erased_lines(register, {(seat.game, seat.seat) for seat in self.seats})
        yield from (replace(comment, text=ERASED, by=speaker_of(comment)[0]) for comment in self.comments)
        yield from (one.erased for one in self.texts)
        yield from (one.erased for one in self.reasons)
        yield from self.bearers
        yield from (replace(player, person=None, hidden=True) for player in self.players)
        yield from (replace(entrant, name=None) for entrant in self.entrants)


def _is(name: str | None, is_meant: Callable[[str], bool]) -> bool:
    return name is not None and is_meant(name)


def _unnamed(
    bearer: Bearer, token: TokenEntry | None, sittings: Sequence[_Sitting], is_meant: Callable[[str], bool]
) -> Bearer:
    """Return the bearer without its persons who are erased, by their id or by the name of the token's seat."""
    erased = _is(bearer.person, is_meant) or (token is not None and any(one.holds(token) for one in sittings))
    return replace(
        bearer,
        person=None if erased else bearer.person,
        called_by=None if _is(bearer.called_by, is_meant) else bearer.called_by,
    )


def near_names(store: GameStore, name: str) -> dict[str, int]:
    """Return the names that differ from this one only in code points, width, case or blanks, with their seats."""
    near = {one for one in store.query(player_names) if alike(one) == alike(name) and kept_name(one) != kept_name(name)}
    kinds = (Player, FormerPlayer)
    return {one: sum(len(store.find_entries(kind, name=one)) for kind in kinds) for one in sorted(near)}


def erase(store: GameStore, is_meant: Callable[[str], bool], *, really: bool = True) -> Erased:
    """Erase the people with such a name or id from the metadata store, in one write.

    The log holds no names, so it stays as it is. Unless `really`, nothing is written.
    """
    found: list[_Traces] = []

    def entries(register: MetadataStore) -> Iterator[Entry]:
        found[:] = [_Traces(register, is_meant)]
        return found[0].entries(register)

    if really:
        store.change_entries(entries)
    else:
        found[:] = [_Traces(store, is_meant)]
    return Erased(
        seats=len(found[0].seats),
        comments=len(found[0].comments) + len(found[0].texts) + len(found[0].reasons),
        tokens=len(found[0].bearers),
        entrants=len(found[0].entrants),
        mentions=tuple(found[0].mentions),
        files=tuple(_named_in_logs(store, is_meant)),
    )


def _named_in_logs(store: GameStore, is_meant: Callable[[str], bool]) -> Iterator[str]:
    """Yield the games whose own events name such a person. Games imported from a file may."""
    for head in store.heads():
        try:
            events = [today(one.event) for one in store.envelopes(head.game, upto=OPENING_MAX)]
        except DamagedGame:
            continue
        if any(isinstance(event, SeatTaken) and is_meant(event.pseudonym) for event in events):
            yield head.game
