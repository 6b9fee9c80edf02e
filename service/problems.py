"""What goes wrong, as RFC 9457 tells it: one table from code to status, one way from error to problem."""

from typing import Any, Final

from domain.edition import sentence
from domain.editions import EDITIONS
from domain.refusals import CorruptHistory, HaricotError, Misuse, Refusal, UnknownCard
from replay.record import CorruptFile
from service.places import StoreProblem

PROBLEM_JSON: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 2

PROBLEMS: Final[dict[str, tuple[int, str]]] = {
    "request.malformed": (400, "The request cannot be read"),
    "auth.missing": (401, "A token is needed"),
    "auth.invalid": (401, "The token is not valid"),
    "view.forbidden": (403, "This view is not yours"),
    "seat.forbidden": (403, "This is not yours to do"),
    "origin.forbidden": (403, "This page may not do that"),
    "not-found": (404, "There is no such thing here"),
    "method.unknown": (405, "This cannot be done here"),
    "game.conflict": (409, "Somebody else was faster"),
    "game.paused": (409, "The game is paused"),
    "game.ended": (409, "The game is over"),
    "version.mismatch": (412, "The game has gone on"),
    "request.too-large": (413, "The request is too large"),
    "media-type": (415, "The body is of another kind"),
    "request.shape": (422, "The request is not of the right shape"),
    "option.unknown": (422, "There is no such option"),
    "position.invalid": (422, "This position cannot be"),
    "file.corrupt": (422, "The game file is corrupt"),
    "idempotency.reused": (422, "The key was used for something else"),
    "rate.limited": (429, "Too many requests"),
    "unavailable": (503, "Not available at the moment"),
}
"""Every code but the rules' own, which are `rules.<mechanism>` with status 409."""
RULES: Final = (409, "The rules forbid it")


class Problem(HaricotError):
    """What an answer says instead of what was asked for; `members` stand beside the standard ones."""

    def __init__(self, code: str, says: str, **members: object) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.members = {name: member for name, member in members.items() if member is not None}

    @property
    def status(self) -> int:
        """The status of the answer."""
        return PROBLEMS.get(self.code, RULES)[0]

    def body(self, instance: str) -> dict[str, Any]:
        """The members in their order; `instance` is what was asked for."""
        status, title = PROBLEMS.get(self.code, RULES)
        about = f"/problems/{self.code}"
        standard = {"type": about, "title": title, "status": status, "detail": self.says, "code": self.code}
        return {**standard, "instance": instance, **self.members}


def problem_of(error: HaricotError) -> Problem:
    """The problem that an error is to whoever asked."""
    match error:
        case Problem():
            return error
        case Refusal():
            code = "game.ended" if error.slot == "game.ended" else f"rules.{error.slot}"
            return Problem(code, error.says, clause=clause_of(error.clause))
        case CorruptFile():
            return Problem("file.corrupt", f"{error}", at=error.n)
        case CorruptHistory():
            return Problem("position.invalid", f"{error}")
        case UnknownCard():
            return Problem("game.conflict", f"{error}, so nobody can play on here")
        case Misuse():
            errors = [{"place": place, "says": says} for place, says in error.errors]
            return Problem(error.code, error.says, errors=errors or None)
        case StoreProblem():
            return Problem(error.code, error.public)
    raise error


def clause_of(clause: str) -> dict[str, str]:
    """A clause with its words and its address; CL-6.4 stands in the rulebook of the edition whose prefix is CL.

    Of `BP-6.1/CL-6.4` the words are those of the sentence taken over, which the address marks in Bohnaparte's rulebook.
    """
    data = next(edition.data for edition in EDITIONS.values() if edition.data.cited(clause))
    url = f"/rules/{data.key}#{sentence(clause)}"
    return {"id": clause, "edition": data.key, "says": data.says(clause), "url": url}
