"""Hides and shows players in statistics and ratings, for the operator and for the integrator of a person."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from service.analytics.counted_games import as_merged, player_id
from service.store.entries.analytics_entries import PlayerId
from service.store.entries.metadata_store import MetadataStore
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

_NAMED_MAX: Final = 40


def set_hidden(store: GameStore, name: str, *, hidden: bool) -> PlayerId:
    """Hide a player from statistics and ratings, or show them again, and return the player.

    The games go on counting, so no other rating moves. A hidden player keeps the person: later games are hidden too.
    Raises Misuse for a name that is no player's, and for one who was erased.
    """
    found: list[PlayerId] = []

    def entries(register: MetadataStore) -> Iterator[PlayerId]:
        player = player_named(register, name)
        if player.person is None:
            raise Misuse(f"{player.player} was erased, which cannot be undone: nothing tells who it was")
        found[:] = [replace(player, hidden=hidden)]
        yield from found

    store.change_entries(entries)
    return found[0]


def set_person_hidden(register: MetadataCache, maker: str, person: str, *, hidden: bool) -> bool:
    """Hide the player who is this person of an integrator, or show them again; return whether they are hidden now.

    A person who is unknown so far gets an id when they are hidden, so that no later game shows them. A player who was
    merged with a person of another integrator can be hidden by each of them. Only the operator shows such a player.
    """
    found: list[bool] = []

    def entries(register: MetadataStore) -> Iterator[PlayerId]:
        player = player_id(register, maker, person)
        makers = {player.maker, *(one.maker for one in register.find_entries(PlayerId, merged_into=player.player))}
        found[:] = [hidden or (player.hidden and makers != {maker})]
        if found[0] != player.hidden:
            yield replace(player, hidden=found[0])

    register.change_entries(entries)
    return found[0]


def player_named(register: MetadataStore, name: str) -> PlayerId:
    """Return the player with this public id, or whose integrator calls the person so; of a merged one who stayed.

    Raises Misuse for a name that is none, or that several integrators gave to a person.
    """
    entries = register.find_entries(PlayerId, player=name) or register.find_entries(PlayerId, person=name)
    named = {one.player: one for one in (as_merged(register, entry) for entry in entries)}
    if not named:
        raise Misuse(
            f"no player of a game that counts is called {name[:_NAMED_MAX]!r}: give the id in the address of the"
            " player's page, or the id of the person; bots stay as they are"
        )
    if len(named) > 1:
        ids = ", ".join(sorted(named))
        raise Misuse(f"several integrators call a person {name[:_NAMED_MAX]!r}: give one of {ids}")
    return next(iter(named.values()))
