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
"""In how many seconds to retry by default."""


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
    ProblemCode("view.forbidden", 403, "This view is not yours", (HiddenView,)),
    ProblemCode("seat.forbidden", 403, "This is not yours to do"),
    ProblemCode("scope.missing", 403, "The token is not for this"),
    ProblemCode("origin.forbidden", 403, "This page may not do that"),
    ProblemCode("not-found", 404, "Not found", (NoSuchGame,)),
    ProblemCode("method.unknown", 405, "This cannot be done here"),
    ProblemCode("export.form", 406, "This form is not at hand here"),
    ProblemCode("game.conflict", 409, "Somebody else was faster", (Conflict, UnknownCard)),
    ProblemCode("game.paused", 409, "The game is paused"),
    ProblemCode("game.ended", 409, "The game is over", (ImportedGame,)),
    ProblemCode("clock.none", 409, "The game has no clock"),
    ProblemCode("share.unasked", 409, "No such share of the deal is asked for"),
    ProblemCode("share.early", 409, "Not all have committed to their shares of the deal"),
    ProblemCode("share.twice", 409, "This share of the deal is there already"),
    ProblemCode("share.other", 409, "It is not the share of the deal committed to"),
    ProblemCode("share.term", 409, "The term for revealing shares of the deal is not over"),
    ProblemCode("webhook.limit", 409, "There are too many webhooks"),
    ProblemCode("tournament.forbidden", 403, "This is not yours to do in the tournament"),
    ProblemCode("tournament", 409, "The rules of tournaments forbid it", (TournamentRefused,)),
    ProblemCode("party", 403, "Others do this in the proceedings"),
    ProblemCode("act", 409, "This cannot be done in the proceedings", (ActRefused,)),
    ProblemCode("feed.cursor", 410, "Unknown cursor of the feed"),
    ProblemCode("version.mismatch", 412, "The game has gone on"),
    ProblemCode("request.too-large", 413, "The request is too large"),
    ProblemCode("media-type", 415, "The body is of another kind"),
    ProblemCode("request.shape", 422, "The request is not of the right shape", (Misuse, Unstorable)),
    ProblemCode("option.unknown", 422, "There is no such option", (UnknownOption,)),
    ProblemCode("position.invalid", 422, "Impossible position", (ImpossiblePosition, CorruptHistory)),
    ProblemCode("file.corrupt", 422, "The game file is corrupt", (CorruptFile,)),
    ProblemCode("idempotency.reused", 422, "The key was used for something else"),
    ProblemCode("rate.limited", 429, "Too many requests"),
    ProblemCode("fault", 500, "A fault of the service"),
    ProblemCode("unavailable", 503, "Not available at the moment", (StoreUnavailable,)),
)
"""Every problem but those of the rules, which are `rules.<mechanism>`. Of one status, the most general comes first.

An error has the problem of its own type, else that of the nearest type that it inherits from.
"""
RULES: Final = ProblemCode("rules", 409, "The rules forbid it", (Refusal,))
_OF_CODE: Final = {kind.code: kind for kind in KINDS}
_OF_ERROR: Final = {error: kind for kind in KINDS for error in kind.errors}
_OF_STATUS: Final = {kind.status: kind for kind in reversed(KINDS)}


class Problem(HaricotError):
    """A problem to answer instead of a result. `members` are added to the standard ones.

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
        """Return the members in their order. `instance` is the requested path."""
        kind = kind_of(self.code)
        about = f"/problems/{self.code}"
        standard = {"type": about, "title": kind.title, "status": kind.status, "detail": self.says, "code": self.code}
        return {**standard, "instance": instance, **self.members}


def kind_of(code: str) -> ProblemCode:
    """Return the kind of a code. Each mechanism of the rules and each code of acts has the kind of its group."""
    family = code.partition(".")[0]
    return _OF_CODE.get(code) or _OF_CODE.get(family) or (_OF_CODE["act"] if family in FAMILIES else RULES)


def code_of_status(status: int) -> str:
    """Return the code of a framework's error with this status: the most general one of that status."""
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
    return Problem(kind.code, _says(error), **_members(error))


def _says(error: HaricotError) -> str:
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

    The prefix `CL` of CL-6.4 stands for the edition of its rulebook.

    `BP-6.1/CL-6.4` has the words of the adopted sentence, which the address marks in Bohnaparte's rulebook.
    """
    data = next(edition.data for edition in EDITIONS.values() if edition.data.cited(clause))
    url = f"/rules/{data.key}#{sentence(clause)}"
    return {"id": clause, "edition": data.key, "says": tongue(data.key, lang).text(data.says(clause)), "url": url}
