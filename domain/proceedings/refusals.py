"""The refusal of an act in proceedings, by a code of its own."""

from typing import Final, NoReturn

from domain.refusals import HaricotError

FAMILIES: Final = frozenset(
    ("appeal", "arbiter", "branch", "confirm", "dispute", "evidence", "fork", "party", "power", "rewind", "ruling")
)
"""What the code of such a refusal begins with."""


class ActRefused(HaricotError):
    """It may not be done. `code` is stable, such as `dispute.too_late`; `says` what stands against it."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(f"{code}: {says}")
        self.code = code
        self.says = says


def refuse(code: str, says: str) -> NoReturn:
    """Raises the refusal."""
    raise ActRefused(code, says)


def refuse_if(stands: object, code: str, says: str) -> None:
    """Raises the refusal if this stands against the act."""
    if stands:
        refuse(code, says)


def refuse_unless(holds: object, code: str, says: str) -> None:
    """Raises the refusal unless this holds."""
    refuse_if(not holds, code, says)
