"""Hides and shows players in statistics and ratings, for the operator and for the integrator of a person."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from service.analytics.counted_games import player_id, resolve_merged
from service.store.entries.analytics_entries import PlayerId
from service.store.entries.metadata_store import MetadataStore
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache

_NAMED_MAX: Final = 40


def set_hidden(store: GameStore, name: str, *, hidden: bool) -> PlayerId:
    """Hide a player from statistics and ratings, or show them again. Return the player.

    Their games still count, so no other rating changes. Later games of the person are hidden too. Raises Misuse for an
    unknown player and for an erased one.
    """
    found: list[PlayerId] = []

    def entries(register: MetadataStore) -> Iterator[PlayerId]:
        player = player_named(register, name)
        if player.person is None:
            raise Misuse(f"{player.player} was erased, which cannot be undone: the store no longer knows the person")
        found[:] = [replace(player, hidden=hidden)]
        yield from found

    store.change_entries(entries)
    return found[0]


def set_person_hidden(register: MetadataCache, maker: str, person: str, *, hidden: bool) -> bool:
    """Hide the player who is this person of an integrator, or show them again. Return whether they are hidden now.

    An unknown person gets an id when they are hidden, so that no later game shows them. If persons of two integrators
    were merged, each integrator can hide the player, and only the operator can show the player again.
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
    """Return the player with this public id or person id. For a merged player, return the one who remains.

    Raises Misuse for an unknown name, and for a person id that several integrators use.
    """
    entries = register.find_entries(PlayerId, player=name) or register.find_entries(PlayerId, person=name)
    named = {one.player: one for one in (resolve_merged(register, entry) for entry in entries)}
    if not named:
        raise Misuse(
            f"no player of a counted game is the person {name[:_NAMED_MAX]!r}: give the id in the address of the"
            " player's page, or the integrator's id of the person"
        )
    if len(named) > 1:
        ids = ", ".join(sorted(named))
        raise Misuse(f"several integrators have a person {name[:_NAMED_MAX]!r}: give one of the public ids {ids}")
    return next(iter(named.values()))
