"""The people in proceedings: the person who holds a token, under a pseudonym."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.disputes.commands import ARBITER, ORGANISER, SEAT, Act, Party, RuleDispute
from domain.disputes.game_facts import Case
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import MetadataStore, Player, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, SELF_STATED, Bearer, token_of
from service.store.entries.signing_entries import GameKey

NAME_CHARACTERS: Final = 16


def persons_at(register: MetadataStore, game: str) -> dict[int, str]:
    """Return the person at each seat, by the id that the organiser gave. Seats of unknown persons are left out."""
    stated = (one for one in register.find_entries(Bearer, game=game) if one.called_by != SELF_STATED)
    latest = {one.seat: one.person for one in stated if one.seat is not None}
    return {seat: person for seat, person in latest.items() if person is not None and person != NO_PERSON}


def bots_at(register: MetadataStore, game: str) -> frozenset[int]:
    """Return the seats at which bots sit."""
    return frozenset(player.seat for player in register.find_entries(Player, game=game) if player.kind == "bot")


def unknown_seats(register: MetadataStore, game: str, players: int) -> tuple[int, ...]:
    """Return the seats whose player is unknown. No arbiter may rule while there is such a seat."""
    known = bots_at(register, game).union(persons_at(register, game))
    return tuple(seat for seat in range(players) if seat not in known)


class GamePeople:
    """The people of one game, by their pseudonyms in its proceedings. A person has another pseudonym in each game."""

    def __init__(self, register: MetadataStore, game: str) -> None:
        self._game = game
        self._register = register
        self._key = bytes.fromhex(register.find_entries(GameKey, game=game)[0].key)

    def name(self, person: str | None) -> str | None:
        """Return a person's pseudonym in the proceedings, so that no log holds their id."""
        if person in (None, NO_PERSON):
            return person
        return hmac.new(self._key, f"person {person}".encode(), hashlib.sha256).hexdigest()[:NAME_CHARACTERS]

    def names_by_seat(self) -> dict[int, str]:
        """Return the pseudonym at each seat, also of bots. Seats of unknown persons are left out."""
        named = ((seat, self.name(person)) for seat, person in persons_at(self._register, self._game).items())
        found = {seat: name for seat, name in named if name is not None}
        return found | {seat: f"bot {seat}" for seat in bots_at(self._register, self._game)}

    def all_names_by_seat(self) -> dict[int, frozenset[str]]:
        """Return all pseudonyms of the person at each seat, without bots.

        What players state about themselves counts too.
        """
        game, register = self._game, self._register
        valid = {
            one.seat: one.digest
            for one in register.find_entries(TokenEntry, game=game, kind=SEAT)
            if one.seat is not None and one.revoked is None
        }
        found = {seat: {name} for seat, name in self.names_by_seat().items() if seat not in bots_at(register, game)}
        for bearer in self._bearers():
            name = self.name(bearer.person)
            if bearer.seat in found and name is not None and token_of(bearer) == valid.get(bearer.seat):
                found[bearer.seat].add(name)
        return {seat: frozenset(names) for seat, names in found.items()}

    def organiser_name(self) -> str | None:
        """Return the organiser's pseudonym, or None if their person is unknown."""
        tokens = self._register.find_entries(TokenEntry, game=self._game, kind=ORGANISER)
        valid = {token.digest for token in tokens if token.revoked is None}
        return next((self.name(one.person) for one in self._bearers() if one.digest in valid and one.person), None)

    def case(self, players: int) -> Case:
        """Return the facts of the game by which the rules decide who may rule on its disputes."""
        return Case(
            players=players,
            version=0,
            people=self.names_by_seat(),
            former=self.all_time_players(),
            arbiters=self.impartial_arbiters(),
        )

    def all_time_players(self) -> frozenset[str]:
        """Return the pseudonyms of all persons who sit or sat at a seat."""
        named = (self.name(bearer.person) for bearer in self._bearers() if bearer.seat is not None)
        return frozenset(name for name in named if name is not None)

    def impartial_arbiters(self) -> frozenset[str]:
        """Return the pseudonyms of the arbiters whom no player called. Those with revoked tokens are left out."""
        tokens = self._register.find_entries(TokenEntry, game=self._game, kind=ARBITER)
        valid = {token.digest for token in tokens if token.revoked is None}
        arbiters = (one for one in self._bearers() if one.digest in valid and one.called_by is not None)
        players = self.all_time_players()  # once: a game can have hundreds of tokens
        named = (self.name(one.person) for one in arbiters if self.name(one.called_by) not in players)
        return frozenset(name for name in named if name is not None)

    def party(self, sight: VisibilityScope) -> Party:
        """Return the caller as a party of the proceedings."""
        principal = sight.principal
        bearers = self._register.find_entries(Bearer, digest=principal.digest) if principal.digest else []
        bearer = next(iter(bearers), None)
        return Party(
            kind=sight.relation,
            seat=principal.seat,
            person=None if bearer is None else self.name(bearer.person),
            called_by=None if bearer is None else self.name(bearer.called_by),
        )

    def with_names(self, act: Act) -> Act:
        """Return the act with the pseudonym of each person in place of their id."""
        if isinstance(act, RuleDispute):
            return replace(act, committee=tuple(self.name(member) or NO_PERSON for member in act.committee))
        return act

    def _bearers(self) -> Iterator[Bearer]:
        yield from self._register.find_entries(Bearer, game=self._game)
