"""Maps every exception to a problem, with a line in the log."""

from domain.refusals import HaricotError
from service.ops.telemetry import log_fault, log_unavailable
from service.problems import Problem, problem_of


def problem_for(error: Exception) -> Problem:
    """Return the problem that the caller gets for an exception, and log it if the response does not tell everything.

    An unexpected exception is a fault of the service. The request was not acknowledged; earlier writes are kept.
    """
    problem = _expected_problem(error)
    if problem is None:
        log_fault(error)
        return Problem("fault", "This is our fault; it has been noted under the X-Request-ID of this answer.")
    if problem.code == "unavailable":
        log_unavailable(str(error))
    return problem


def _expected_problem(error: Exception) -> Problem | None:
    try:
        return problem_of(error) if isinstance(error, HaricotError) else None
    except HaricotError:
        return None
