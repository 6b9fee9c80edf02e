"""Requests that made something are remembered by their keys, so that asking twice makes it once."""

import hashlib

from domain.values import Value
from service.event_store import GameStore
from service.problems import Problem
from service.register import Answered, AnsweredAnew


class Request(Value):
    """A request that makes something: who asks where, under which key, and a digest of what exactly."""

    scope: str
    key: str | None
    digest: str

    def answered(self, made: str) -> list[Answered]:
        """What to note in the register beside what was made, so that it is remembered."""
        if self.key is None:
            return []
        return [Answered(scope=self.scope, key=self.key, digest=self.digest, made=made)]

    def answered_anew(self, made: str) -> list[Answered]:
        """The same for a repeat, which made this in place of what was made first."""
        return [
            AnsweredAnew(scope=once.scope, key=once.key, digest=once.digest, made=made) for once in self.answered(made)
        ]


def made_before(store: GameStore, request: Request) -> str | None:
    """What the same request made before; `idempotency.reused` when its key came with another body then."""
    if request.key is None:
        return None
    for answered in store.noted(Answered, scope=request.scope, key=request.key):
        if answered.digest != request.digest:
            raise Problem("idempotency.reused", "this key came with another body before: choose a new one")
        return answered.made
    return None


def digest_of_body(body: bytes) -> str:
    """What is remembered of a body, to tell a repeat from another request."""
    return hashlib.sha256(body).hexdigest()
