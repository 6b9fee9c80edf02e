"""Decides which games count in statistics and ratings, and who their players are."""

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

IGNORED_OPTIONS: Final = frozenset({"start_player"})
"""Options that may differ from their defaults. Which seat begins changes no figure by turn order."""
NO_MAKER: Final = "-"
"""The maker of persons in games that no integrator created."""
BOT: Final = "bot"
NEVER: Final = sys.maxsize
"""The time at which a private game becomes public."""
_ID_BYTES: Final = 12
_PERSON: Final = "p-"


class KnownPlayer(NamedTuple):
    """The player of a seat: the name of a bot, or the person of an integrator (its maker)."""

    bot: str | None
    maker: str = NO_MAKER
    person: str | None = None


def is_eligible(summary: Summary) -> bool:
    """Return whether a game can count: it was played here to its end, by the printed rules.

    Forks, practice, imported and voided games do not count, nor games with options other than the defaults. Only the
    start player may be chosen. A table of a duplicate deal counts once all tables of the deal have ended.
    """
    if summary.status != GameStatus.FINISHED or not summary.over or summary.practice or summary.forked_from is not None:
        return False
    try:
        data = edition_named(summary.edition, summary.rules.version).data
    except UnknownVersion:  # the defaults of a newer Haricot's rules are unknown
        return False
    defaults = defaults_of(data.all_options)
    chosen = {**defaults, **summary.rules.options}
    return all(chosen[name] == value for name, value in defaults.items() if name not in IGNORED_OPTIONS)


def is_due(summary: Summary, register: MetadataStore, now: int) -> bool:
    """Return whether the end of a game is public: it is not private, and its delay has passed."""
    return due_at(summary, register) <= now


def due_at(summary: Summary, register: MetadataStore) -> int:
    """Return the time when the end of a game becomes public, in milliseconds since 1970, or NEVER if it is private.

    A process reads this once, because privacy and delay of a game never change. Only `haricot demo` changes the privacy
    of demo games.
    """
    arranged = next(iter(register.find_entries(Arrangement, game=summary.game)), Arrangement(game=summary.game))
    return NEVER if arranged.private else (summary.times.ended or 0) + arranged.delay_ms


def is_overruled(game: str, register: MetadataStore) -> bool:
    """Return whether a ruling in force annuls the result of a game."""
    filed = (Filed(n=row.n, at=row.at, event=row.proceeding) for row in register.find_entries(DisputeEvent, game=game))
    return docket_of(filed).overturned is not None


def is_counted(summary: Summary, register: MetadataStore, now: int) -> bool:
    """Return whether a game counts in statistics and ratings at `now`."""
    return is_eligible(summary) and is_due(summary, register, now) and not is_overruled(summary.game, register)


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


def known_players(
    summary: Summary, register: MetadataStore, bots: Mapping[int, str]
) -> Iterator[tuple[int, KnownPlayer]]:
    """Yield each seat whose player is known, with the player. `bots` are those of the game's own events.

    A seat that changed hands during the game has no player.
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
    """Return whether this is the name of a bot and not the public id of a person."""
    return not player.startswith(_PERSON)


def player_id(register: MetadataStore, maker: str, person: str) -> PlayerId:
    """Return the public id of a person, newly drawn if there is none. A merged person has the remaining player's."""
    found = register.find_entries(PlayerId, maker=maker, person=person)
    if found:
        return resolve_merged(register, found[0])
    text = base64.b32encode(os.urandom(_ID_BYTES)).decode().rstrip("=").lower()
    return PlayerId(player=f"{_PERSON}{text}", maker=maker, person=person)


def resolve_merged(register: MetadataStore, player: PlayerId) -> PlayerId:
    """Return the player into whom this one was merged, or the same player."""
    return player if player.merged_into is None else register.find_entries(PlayerId, player=player.merged_into)[0]
