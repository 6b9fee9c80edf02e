"""Who acts in proceedings: a person behind a token, under a name that tells nobody who they are."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.disputes.commands import ARBITER, ORGANISER, SEAT, Act, Party, RuleDispute
from domain.disputes.game_facts import Case
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import MetadataStore, Player, TokenEntry
from service.store.entries.proceedings_entries import NOBODY, OWN_WORD, Bearer, token_of
from service.store.entries.signing_entries import GameKey

SIGNS: Final = 16


def persons_at(register: MetadataStore, game: str) -> dict[int, str]:
    """Who sits where by the ids under which an organiser knows them; of whom nobody said that is left out."""
    stated = (one for one in register.noted(Bearer, game=game) if one.called_by != OWN_WORD)
    latest = {one.seat: one.person for one in stated if one.seat is not None}
    return {seat: person for seat, person in latest.items() if person is not None and person != NOBODY}


def bots_at(register: MetadataStore, game: str) -> frozenset[int]:
    """Return the seats at which bots sit."""
    return frozenset(player.seat for player in register.noted(Player, game=game) if player.kind == "bot")


def unknown_seats(register: MetadataStore, game: str, players: int) -> tuple[int, ...]:
    """Return the seats of which nobody has said who sits there: as long as there is one, nobody rules."""
    known = bots_at(register, game).union(persons_at(register, game))
    return tuple(seat for seat in range(players) if seat not in known)


class People:
    """The people at one game by their names in its proceedings: the same person has another name at each game."""

    def __init__(self, register: MetadataStore, game: str) -> None:
        self._game = game
        self._register = register
        self._key = bytes.fromhex(register.noted(GameKey, game=game)[0].key)

    def name(self, person: str | None) -> str | None:
        """Return what the proceedings call a person, so that their id stands in no log."""
        if person in (None, NOBODY):
            return person
        return hmac.new(self._key, f"person {person}".encode(), hashlib.sha256).hexdigest()[:SIGNS]

    def sitting(self) -> dict[int, str]:
        """Who sits where by now; bots are nobody in particular, and seats are left out of which nobody said whose."""
        named = ((seat, self.name(person)) for seat, person in persons_at(self._register, self._game).items())
        found = {seat: name for seat, name in named if name is not None}
        return found | {seat: f"bot {seat}" for seat in bots_at(self._register, self._game)}

    def persons(self) -> dict[int, frozenset[str]]:
        """All names under which those who sit there are known, by seat, without bots: their own word counts too."""
        game, register = self._game, self._register
        held = {
            one.seat: one.digest
            for one in register.noted(TokenEntry, game=game, kind=SEAT)
            if one.seat is not None and one.revoked is None
        }
        found = {seat: {name} for seat, name in self.sitting().items() if seat not in bots_at(register, game)}
        for bearer in self._bearers():
            name = self.name(bearer.person)
            if bearer.seat in found and name is not None and token_of(bearer) == held.get(bearer.seat):
                found[bearer.seat].add(name)
        return {seat: frozenset(names) for seat, names in found.items()}

    def host(self) -> str | None:
        """Return the organiser, where it is known who they are."""
        tokens = self._register.noted(TokenEntry, game=self._game, kind=ORGANISER)
        valid = {token.digest for token in tokens if token.revoked is None}
        return next((self.name(one.person) for one in self._bearers() if one.digest in valid and one.person), None)

    def at_table(self, players: int) -> Case:
        """Return the game as far as it matters for who may rule there."""
        return Case(players=players, version=0, people=self.sitting(), former=self.former(), arbiters=self.called())

    def former(self) -> frozenset[str]:
        """Everybody who sits or sat there."""
        named = (self.name(bearer.person) for bearer in self._bearers() if bearer.seat is not None)
        return frozenset(name for name in named if name is not None)

    def called(self) -> frozenset[str]:
        """Return the arbiters who were called, by whomever; those whose tokens count no more are not among them."""
        tokens = self._register.noted(TokenEntry, game=self._game, kind=ARBITER)
        valid = {token.digest for token in tokens if token.revoked is None}
        impartial = (one for one in self._bearers() if one.digest in valid and one.called_by is not None)
        former = self.former()  # once: a game can have hundreds of tokens
        named = (self.name(one.person) for one in impartial if self.name(one.called_by) not in former)
        return frozenset(name for name in named if name is not None)

    def party(self, sight: VisibilityScope) -> Party:
        """Return the caller, as a party of the proceedings."""
        who = sight.principal
        found = next(iter(self._register.noted(Bearer, digest=who.digest)), None) if who.digest else None
        return Party(
            kind=sight.relation,
            seat=who.seat,
            person=None if found is None else self.name(found.person),
            called_by=None if found is None else self.name(found.called_by),
        )

    def named(self, act: Act) -> Act:
        """Return the same act, with the names that the proceedings have for the people in it."""
        if isinstance(act, RuleDispute):
            return replace(act, committee=tuple(self.name(member) or NOBODY for member in act.committee))
        return act

    def _bearers(self) -> Iterator[Bearer]:
        yield from self._register.noted(Bearer, game=self._game)
