"""Problem details (RFC 9457): one table of all problems, and the mapping from errors to them."""

from typing import Any, Final, NamedTuple

from domain.disputes.refusals import FAMILIES, ActRefused
from domain.edition_data.edition import sentence
from domain.editions import EDITIONS
from domain.refusals import (
    CorruptHistory,
    HaricotError,
    HiddenView,
    ImpossiblePosition,
    Misuse,
    Refusal,
    ShareRefused,
    UnknownCard,
    UnknownOption,
)
from domain.tournaments.clauses import CLAUSES, TournamentRefused
from domain.translations import SHARED, tongue
from replay.record import CorruptFile
from service.store.errors import Conflict, ImportedGame, NoSuchGame, StoreProblem, StoreUnavailable, Unstorable

PROBLEM_JSON: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 2
"""After how many seconds to retry by default."""


class ProblemCode(NamedTuple):
    """A kind of problem: its stable code, the status of the response, its title, and the errors that it stands for."""

    code: str
    status: int
    title: str
    errors: tuple[type[HaricotError], ...] = ()


KINDS: Final = (
    ProblemCode("request.malformed", 400, "The request cannot be read"),
    ProblemCode("auth.missing", 401, "A token is needed"),
    ProblemCode("auth.invalid", 401, "The token is not valid"),
    ProblemCode("view.forbidden", 403, "You may not use this view", (HiddenView,)),
    ProblemCode("seat.forbidden", 403, "Your token does not permit this"),
    ProblemCode("scope.missing", 403, "The token lacks a scope"),
    ProblemCode("origin.forbidden", 403, "Requests from this site are not permitted"),
    ProblemCode("not-found", 404, "Not found", (NoSuchGame,)),
    ProblemCode("method.unknown", 405, "The address does not accept this method"),
    ProblemCode("export.form", 406, "This export format is not available"),
    ProblemCode("game.conflict", 409, "The game has changed in the meantime", (Conflict, UnknownCard)),
    ProblemCode("game.paused", 409, "The game is paused"),
    ProblemCode("game.ended", 409, "The game is over", (ImportedGame,)),
    ProblemCode("clock.none", 409, "The game has no clock"),
    ProblemCode("share.unasked", 409, "The deal needs no share from this seat now"),
    ProblemCode("share.early", 409, "Not all seats have committed to their shares of the deal"),
    ProblemCode("share.twice", 409, "The seat has sent this share of the deal already"),
    ProblemCode("share.other", 409, "The share of the deal does not match its commitment"),
    ProblemCode("share.term", 409, "The time for revealing shares of the deal is not over"),
    ProblemCode("webhook.limit", 409, "The token has too many webhooks"),
    ProblemCode("tournament.forbidden", 403, "Your role in the tournament does not permit this"),
    ProblemCode("tournament", 409, "The tournament rules forbid it", (TournamentRefused,)),
    ProblemCode("party", 403, "Your role in the proceedings does not permit this"),
    ProblemCode("act", 409, "The proceedings do not permit this now", (ActRefused,)),
    ProblemCode("feed.cursor", 410, "Unknown feed cursor"),
    ProblemCode("version.mismatch", 412, "The game has a newer version"),
    ProblemCode("request.too-large", 413, "The request is too large"),
    ProblemCode("media-type", 415, "The content type is not supported"),
    ProblemCode("request.shape", 422, "The request is invalid", (Misuse, Unstorable)),
    ProblemCode("option.unknown", 422, "There is no such option", (UnknownOption,)),
    ProblemCode("position.invalid", 422, "The position is impossible", (ImpossiblePosition, CorruptHistory)),
    ProblemCode("file.corrupt", 422, "The game file is corrupt", (CorruptFile,)),
    ProblemCode("idempotency.reused", 422, "The idempotency key was used for another request"),
    ProblemCode("rate.limited", 429, "Too many requests"),
    ProblemCode("fault", 500, "Internal error of the service"),
    ProblemCode("unavailable", 503, "The service is not available at the moment", (StoreUnavailable,)),
)
"""Every kind of problem except those of the rules, which are `rules.<mechanism>`.

Among kinds with the same status, the most general comes first. An error has the kind of its nearest listed type.
"""
RULES: Final = ProblemCode("rules", 409, "The rules forbid it", (Refusal,))
_OF_CODE: Final = {kind.code: kind for kind in KINDS}
_OF_ERROR: Final = {error: kind for kind in KINDS for error in kind.errors}
_OF_STATUS: Final = {kind.status: kind for kind in reversed(KINDS)}


class Problem(HaricotError):
    """A problem that is sent instead of a result. `members` are added to the standard ones.

    `retry_after` is the number of seconds after which the caller may retry, for temporary problems.
    """

    def __init__(self, code: str, says: str, *, retry_after: int = RETRY_AFTER_SECONDS, **members: object) -> None:
        super().__init__(says)
        self.code = code
        self.retry_after = retry_after
        self.says = says
        self.members = {name: member for name, member in members.items() if member is not None}

    @property
    def status(self) -> int:
        """The status of the response."""
        return kind_of(self.code).status

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response that its status requires."""
        if self.status == 401:
            return {"WWW-Authenticate": 'Bearer realm="haricot"'}
        return {"Retry-After": str(self.retry_after)} if self.status in (429, 503) else {}

    def body(self, instance: str) -> dict[str, Any]:
        """Return the JSON members of the response, in their order. `instance` is the requested path."""
        kind = kind_of(self.code)
        about = f"/problems/{self.code}"
        standard = {"type": about, "title": kind.title, "status": kind.status, "detail": self.says, "code": self.code}
        return {**standard, "instance": instance, **self.members}


def kind_of(code: str) -> ProblemCode:
    """Return the kind of a code. A mechanism of the rules and a code of acts have the kind of their group."""
    family = code.partition(".")[0]
    return _OF_CODE.get(code) or _OF_CODE.get(family) or (_OF_CODE["act"] if family in FAMILIES else RULES)


def code_of_status(status: int) -> str:
    """Return the most general code with this status, for an error of the framework."""
    kind = _OF_STATUS.get(status, _OF_CODE["request.malformed" if status < 500 else "unavailable"])
    return kind.code


def problem_of(error: HaricotError, lang: str = "en") -> Problem:
    """Return the problem for an error. An unexpected error is raised again.

    Errors of the rules and of a deal's shares are in the language `lang`, all others in English.
    """
    match error:
        case Problem():
            return error
        case Refusal():
            code = "game.ended" if error.mechanism == "game.ended" else f"{RULES.code}.{error.mechanism}"
            clause = clause_of(error.clause, lang)
            return Problem(code, tongue(clause["edition"], lang).text(error.says), clause=clause)
        case ActRefused():
            return Problem(error.code, error.says)
        case TournamentRefused():
            clause = {"id": error.clause, "says": getattr(CLAUSES[error.clause], lang)}
            return Problem("tournament", f"{clause['says']} ({error.here})", clause=clause)
        case ShareRefused():
            return Problem(f"share.{error.why}", tongue(SHARED, lang).fault(error.says))
    kind = next((_OF_ERROR[base] for base in type(error).__mro__ if base in _OF_ERROR), None)
    if kind is None:
        raise error
    return Problem(kind.code, _detail(error), **_members(error))


def _detail(error: HaricotError) -> str:
    match error:
        case StoreProblem():
            return error.public
        case UnknownCard():
            return f"{error}, so no seat can play on here"
    return f"{error}"


def _members(error: HaricotError) -> dict[str, Any]:
    if isinstance(error, CorruptFile):
        return {"at": error.n}
    if isinstance(error, Misuse):
        return {"errors": [{"place": place, "says": says} for place, says in error.errors] or None}
    return {}


def clause_of(clause: str, lang: str = "en") -> dict[str, str]:
    """Return a clause in a language, with its address.

    The prefix of a citation names the edition: CL-6.4 is a clause of `classic`. `BP-6.1/CL-6.4` has the text of the
    clause that Bohnaparte adopts, and the address in Bohnaparte's rulebook.
    """
    data = next(edition.data for edition in EDITIONS.values() if edition.data.cited(clause))
    url = f"/rules/{data.key}#{sentence(clause)}"
    return {"id": clause, "edition": data.key, "says": tongue(data.key, lang).text(data.says(clause)), "url": url}
