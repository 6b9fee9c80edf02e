"""From whatever went wrong to its problem, with a line in the log."""

from domain.refusals import HaricotError
from service.ops.telemetry import log_fault, log_unavailable
from service.problems import Problem, problem_of


def problem_for(error: Exception) -> Problem:
    """The problem that an error is to whoever asked, with a line in the log where the answer does not tell everything.

    What nobody foresaw is a fault of our own: nothing was acknowledged, and what was written before stands.
    """
    problem = _foreseen(error)
    if problem is None:
        log_fault(error)
        return Problem("fault", "This is our fault; it has been noted under the X-Request-ID of this answer.")
    if problem.code == "unavailable":
        log_unavailable(str(error))
    return problem


def _foreseen(error: Exception) -> Problem | None:
    try:
        return problem_of(error) if isinstance(error, HaricotError) else None
    except HaricotError:
        return None
