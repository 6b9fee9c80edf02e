"""Which games count in statistics and ratings, and whose seats they were."""

import base64
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.disputes.state import Filed, docket_of
from domain.edition_data.family import defaults_of
from domain.editions import edition_named
from domain.refusals import UnknownVersion
from projections.summary import GameStatus, Summary
from service.store.entries.analytics_entries import PlayerId, SeatPlayer
from service.store.entries.metadata_store import Arrangement, FormerPlayer, MetadataStore, Player
from service.store.entries.proceedings_entries import NO_PERSON, SELF_STATED, Bearer, DisputeEvent
from service.store.entries.tenants import GameMaker

APART: Final = frozenset({"start_player"})
"""Options that do not set a game apart: which seat begins changes no figure by turn order."""
NO_MAKER: Final = "-"
"""The maker of persons in games that no integrator made."""
BOT: Final = "bot"
NEVER: Final = sys.maxsize
"""When all clients may know of a private game."""
_ID_BYTES: Final = 12
_PERSON: Final = "p-"


class KnownPlayer(NamedTuple):
    """The player of a seat: the name of a bot, or the person of a maker."""

    bot: str | None
    maker: str = NO_MAKER
    person: str | None = None


def counts(summary: Summary) -> bool:
    """Return whether a game counts: played here for real to its end, and by the printed rules.

    Forks, practice, imported and voided games stand apart, and so do games with other options than the defaults of
    their version of the rules, but for the start player. A table of a duplicate deal counts once all of them are over.
    """
    if summary.status != GameStatus.FINISHED or not summary.over or summary.practice or summary.forked_from is not None:
        return False
    try:
        data = edition_named(summary.edition, summary.rules.version).data
    except UnknownVersion:  # the defaults of a newer Haricot's rules are unknown
        return False
    defaults = defaults_of(data.all_options)
    chosen = {**defaults, **summary.rules.options}
    return all(chosen[name] == value for name, value in defaults.items() if name not in APART)


def due(summary: Summary, register: MetadataStore, now: int) -> bool:
    """Return whether all clients may know the end of a game: it is not private, and its delay has passed."""
    return due_at(summary, register) <= now


def due_at(summary: Summary, register: MetadataStore) -> int:
    """Return from when on all clients may know the end of a game, in milliseconds since 1970; NEVER if it is private.

    A process reads this once: neither privacy nor delay of a game can be set after it was made. Only `haricot demo`
    changes the privacy of demo games.
    """
    arranged = next(iter(register.find_entries(Arrangement, game=summary.game)), Arrangement(game=summary.game))
    return NEVER if arranged.private else (summary.times.ended or 0) + arranged.delay_ms


def is_overruled(game: str, register: MetadataStore) -> bool:
    """Return whether a ruling in force says that the result of a game does not count as it is."""
    filed = (Filed(n=row.n, at=row.at, event=row.proceeding) for row in register.find_entries(DisputeEvent, game=game))
    return docket_of(filed).overturned is not None


def is_counted(summary: Summary, register: MetadataStore, now: int) -> bool:
    """Return whether a game counts in statistics and ratings at `now`."""
    return counts(summary) and due(summary, register, now) and not is_overruled(summary.game, register)


def public_players(summary: Summary, register: MetadataStore, now: int) -> dict[int, str]:
    """Return the public id or the bot's name of each seat of a game that counts; hidden players are left out."""
    if not is_counted(summary, register, now):
        return {}
    found = {one.seat: one.player for one in register.find_entries(SeatPlayer, game=summary.game)}
    return {
        seat: player
        for seat, player in found.items()
        if not any(one.hidden for one in register.find_entries(PlayerId, player=player))
    }


def seated(summary: Summary, register: MetadataStore, bots: Mapping[int, str]) -> Iterator[tuple[int, KnownPlayer]]:
    """Yield the player of each seat that is known: `bots` are those of the game's own events.

    The result of a seat that changed hands in the game is no player's.
    """
    game = summary.game
    left = {one.seat for one in register.find_entries(FormerPlayer, game=game)}
    present = {one.seat: one for one in register.find_entries(Player, game=game)}
    persons = {
        one.seat: one.person
        for one in register.find_entries(Bearer, game=game)
        if one.seat is not None and one.person not in (None, NO_PERSON) and one.called_by != SELF_STATED
    }
    maker = next((one.token for one in register.find_entries(GameMaker, game=game)), NO_MAKER)
    for seat in range(summary.players):
        player = present.get(seat)
        bot = bots.get(seat) if player is None else player.bot if player.kind == BOT else None
        if seat in left:
            continue
        if bot is not None:
            yield seat, KnownPlayer(bot)
        elif (person := persons.get(seat)) is not None:
            yield seat, KnownPlayer(None, maker, person)


def is_bot(player: str) -> bool:
    """Return whether this is the name of a bot; the public ids of persons begin otherwise."""
    return not player.startswith(_PERSON)


def player_id(register: MetadataStore, maker: str, person: str) -> PlayerId:
    """Return the public id of a person, as it is or drawn now; of a merged one that of the player who stayed."""
    found = register.find_entries(PlayerId, maker=maker, person=person)
    if found:
        return as_merged(register, found[0])
    text = base64.b32encode(os.urandom(_ID_BYTES)).decode().rstrip("=").lower()
    return PlayerId(player=f"{_PERSON}{text}", maker=maker, person=person)


def as_merged(register: MetadataStore, player: PlayerId) -> PlayerId:
    """Return the player into whom another was merged, or the player as it is."""
    return player if player.merged_into is None else register.find_entries(PlayerId, player=player.merged_into)[0]
