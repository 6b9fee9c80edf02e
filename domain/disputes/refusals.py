"""The refusal of an act in proceedings, with its own codes."""

from typing import Final, NoReturn

from domain.refusals import HaricotError

CODES: Final = (
    "appeal.final",
    "appeal.no_ruling",
    "appeal.too_late",
    "arbiter.own_game",
    "arbiter.own_organiser",
    "arbiter.players_unknown",
    "arbiter.unknown",
    "branch.elsewhere",
    "branch.twice",
    "call.absent",
    "call.alone",
    "call.expired",
    "call.not_asked",
    "call.open",
    "call.over",
    "call.taken",
    "call.twice",
    "confirm.disputed",
    "confirm.overturned",
    "confirm.running",
    "confirm.twice",
    "confirm.voided",
    "dispute.absent",
    "dispute.claimed",
    "dispute.closed",
    "dispute.no_article",
    "dispute.no_event",
    "dispute.not_yours",
    "dispute.open",
    "dispute.too_late",
    "dispute.twice",
    "evidence.empty",
    "evidence.too_much",
    "fork.not_ordered",
    "fork.otherwise",
    "fork.twice",
    "join.absent",
    "join.not_member",
    "join.replaced",
    "join.twice",
    "party.no_arbiter",
    "party.no_organiser",
    "party.no_seat",
    "rewind.no_reason",
    "ruling.article",
    "ruling.branch",
    "ruling.clause",
    "ruling.committee",
    "ruling.few",
    "ruling.no_reasons",
    "ruling.outcome",
    "ruling.penalty",
    "ruling.remedy",
    "ruling.rewind",
)
"""The codes of such refusals."""
FAMILIES: Final = frozenset(code.partition(".")[0] for code in CODES)
"""The families of these codes: their parts before the dot."""


class ActRefused(HaricotError):
    """The act is refused. `code` is stable, such as `dispute.too_late`; the sentence in `says` is the reason."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(f"{code}: {says}")
        self.code = code
        self.says = says


def refuse(code: str, says: str) -> NoReturn:
    """Raise the refusal."""
    raise ActRefused(code, says)


def refuse_if(stands: object, code: str, says: str) -> None:
    """Raise the refusal if the condition holds."""
    if stands:
        refuse(code, says)


def refuse_unless(holds: object, code: str, says: str) -> None:
    """Raise the refusal unless this holds."""
    refuse_if(not holds, code, says)
