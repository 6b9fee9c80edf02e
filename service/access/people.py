"""Who acts in proceedings: a person behind a token, under a name that tells nobody who they are."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.proceedings.acts import ARBITER, Act, Party, RuleDispute
from service.access.sight import Sight
from service.store.filed import NOBODY, Bearer
from service.store.register import Player, Register, TokenEntry
from service.store.signed import GameKey

SIGNS: Final = 16


class People:
    """The people at one game by their names in its proceedings: the same person has another name at each game."""

    def __init__(self, register: Register, game: str) -> None:
        self._game = game
        self._register = register
        self._key = bytes.fromhex(register.noted(GameKey, game=game)[0].key)

    def name(self, person: str | None) -> str | None:
        """What the proceedings call a person, so that their id stands in no log."""
        if person in (None, NOBODY):
            return person
        return hmac.new(self._key, f"person {person}".encode(), hashlib.sha256).hexdigest()[:SIGNS]

    def sitting(self) -> dict[int, str]:
        """Who sits where by now; bots are nobody in particular, and seats are left out of which nobody said whose."""
        found: dict[int, str] = {}
        for bearer in self._bearers():
            if bearer.seat is not None:
                found.pop(bearer.seat, None)
                if (name := self.name(bearer.person)) is not None:
                    found[bearer.seat] = name
        bots = (player.seat for player in self._register.noted(Player, game=self._game) if player.kind == "bot")
        return found | {seat: f"bot {seat}" for seat in bots}

    def former(self) -> frozenset[str]:
        """Everybody who sits or sat there."""
        named = (self.name(bearer.person) for bearer in self._bearers() if bearer.seat is not None)
        return frozenset(name for name in named if name is not None)

    def called(self) -> frozenset[str]:
        """The arbiters who were called, by whomever; those whose tokens count no more are not among them."""
        tokens = self._register.noted(TokenEntry, game=self._game, kind=ARBITER)
        valid = {token.digest for token in tokens if token.revoked is None}
        impartial = (one for one in self._bearers() if one.digest in valid and one.called_by is not None)
        named = (self.name(one.person) for one in impartial if self.name(one.called_by) not in self.former())
        return frozenset(name for name in named if name is not None)

    def persons(self) -> dict[int, str]:
        """Who sits where by the ids under which an organiser knows them; of whom nobody said that is left out."""
        latest = {bearer.seat: bearer.person for bearer in self._bearers() if bearer.seat is not None}
        return {seat: person for seat, person in latest.items() if person not in (None, NOBODY)}

    def party(self, sight: Sight) -> Party:
        """Whoever asks, as a party of the proceedings."""
        who = sight.principal
        found = next(iter(self._register.noted(Bearer, digest=who.digest)), None) if who.digest else None
        return Party(
            kind=sight.relation,
            seat=who.seat,
            person=None if found is None else self.name(found.person),
            called_by=None if found is None else self.name(found.called_by),
        )

    def named(self, act: Act) -> Act:
        """The same act, with the names that the proceedings have for the people in it."""
        if isinstance(act, RuleDispute):
            return replace(act, committee=tuple(self.name(member) or NOBODY for member in act.committee))
        return act

    def _bearers(self) -> Iterator[Bearer]:
        yield from self._register.noted(Bearer, game=self._game)
