"""Operations that submit or check commands."""

from typing import Any

import msgspec
from marshmallow import fields
from msgspec.structs import replace

from domain.commands import Command, SeatCommand, TakeSeat
from domain.editions import rulebook_of
from domain.refusals import HaricotError, Misuse, Refusal
from domain.table import pseudonym_of
from domain.translations import tongue
from domain.visibility import seat_viewer
from service.access.policy import SEAT, SERVICE
from service.access.visibility_scope import VisibilityScope, is_own_seat
from service.api.table.command_schemas import SEAT_COMMANDS, BatchResult, CommandResult, DryRunVerdict
from service.commands.idempotent_commands import CommandOutcome
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery, MatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.new_game import checked_player_name
from service.lifecycle.organiser_actions import name_unnamed_player
from service.ops.telemetry import log_command
from service.problems import Problem, problem_of
from service.store.concurrency.blocking_guard import require_may_block

BATCH_MAX = 200
COMMAND = JsonBody(SEAT_COMMANDS)
BATCH = JsonBody(list[SEAT_COMMANDS])
EXAMPLE_COMMAND = {"type": "PlantFromHand", "seat": 0, "field": 0}
"""A command for examples."""

COMMAND_PROBLEMS = [
    "rules.turn.order",
    "game.ended",
    "game.paused",
    "game.conflict",
    "version.mismatch",
    "idempotency.reused",
]
SHARE_PROBLEMS = ["share.unasked", "share.early", "share.twice", "share.other"]

commands = Operations()


class CommandQuery(LanguageQuery):
    """Whether to check only, and the language of refusals."""

    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Only say whether the command would be allowed"}
    )


@commands.operation(
    "POST",
    "/games/<game>/commands",
    "submit_command",
    ResponseSpec(CommandResult, 201),
    RequestSpec(
        query=CommandQuery, body=COMMAND, example=EXAMPLE_COMMAND, headers=[MatchHeader], undescribed=["dry_run"]
    ),
    problems=[*COMMAND_PROBLEMS, *SHARE_PROBLEMS],
    writes=True,
    reads_latest=False,
    quick=True,
)
async def submit_command(call: Call, query: dict[str, Any], command: SeatCommand) -> HttpAnswer:
    """Submit a command for a seat.

    The response holds the events that follow, or the clause that forbids the command.

    `POST .../commands:check` only checks it. A game of 5,000 events takes no more offers: another one is
    `request.shape`. Open offers can still be accepted, declined or withdrawn. The texts of a refusal, `detail` and
    `clause.says`, are in `lang`.
    """
    _require_own(call.sight, command)
    if query["dry_run"]:
        return answer(_verdict(call, command, query["lang"]))
    done = await _submit_one(call, command, call.request.key)
    return answer(_result_for_seat(call, command, done), 201, **replay_header(done.replayed))


@commands.operation(
    "POST",
    "/games/<game>/commands:check",
    "check_command",
    ResponseSpec(DryRunVerdict),
    RequestSpec(query=LanguageQuery, body=COMMAND, example=EXAMPLE_COMMAND, headers=[MatchHeader]),
    problems=["game.ended", "game.paused", "game.conflict", "version.mismatch", *SHARE_PROBLEMS],
    reads_latest=False,
)
def check_command(call: Call, query: dict[str, Any], command: SeatCommand) -> HttpAnswer:
    """Check whether a command is allowed, without writing.

    The response reveals nothing that depends on chance. It is a verdict of the rules, or any other problem that the
    command would have. `POST .../commands?dry_run=true` is the same.
    """
    _require_own(call.sight, command)
    return answer(_verdict(call, command, query["lang"]))


@commands.operation(
    "POST",
    "/games/<game>/commands:batch",
    "submit_commands",
    ResponseSpec(BatchResult, 201, others=[(200, BatchResult, "application/json")]),
    RequestSpec(
        query=LanguageQuery,
        body=BATCH,
        example=[{"type": "PlantFromHand", "seat": 0, "field": 0}, {"type": "EndPlanting", "seat": 0}],
        headers=[MatchHeader],
    ),
    problems=[*COMMAND_PROBLEMS, *SHARE_PROBLEMS],
    writes=True,
    reads_latest=False,
)
async def submit_commands(call: Call, query: dict[str, Any], orders: list[SeatCommand]) -> HttpAnswer:
    """Submit several commands in order.

    The first refusal stops the rest. Commands before it stay in force. The status is 201 when all were done, and 200
    when a problem stopped them. A retry under the same key continues where it stopped.
    """
    if not 1 <= len(orders) <= BATCH_MAX:
        raise Misuse(f"a batch has 1 to {BATCH_MAX} commands", place="body")
    if (payer := call.request.payer) is not None:
        payer.count_requests(len(orders) - 1)  # each command of the list counts
    for command in orders:
        _require_own(call.sight, command)
    done: list[CommandResult] = []
    key, replayed = call.request.key, True
    for index, command in enumerate(orders):
        try:
            batch = await _submit_one(call, command, None if key is None else f"{key}#{index}", first=index == 0)
        except HaricotError as error:
            problem = problem_of(error, query["lang"])
            if problem.status >= 500:
                raise
            return answer({"done": done, "problem": problem.body(f"/v1/games/{call.sight.game}/commands:batch")}, 200)
        done.append(_result_for_seat(call, command, batch))
        replayed = replayed and batch.replayed
    return answer({"done": done, "problem": None}, 201, **replay_header(replayed))


def _require_own(sight: VisibilityScope, command: SeatCommand) -> None:
    if not is_own_seat(sight, command.seat):
        raise Problem("seat.forbidden", f"your token does not act for seat {command.seat}", seat=command.seat)
    if isinstance(command, TakeSeat):
        checked_player_name(command.pseudonym)
        if command.kind != "human" and sight.relation != SERVICE:
            raise Misuse("`human` is who sits down; a bot is put into its seat by the organiser", place="kind")


async def _submit_one(call: Call, command: SeatCommand, key: str | None, *, first: bool = True) -> CommandOutcome:
    expected = call.request.expected_version if first else None
    sight = call.sight
    game, seat = sight.game, command.seat
    player_name = None
    if isinstance(command, TakeSeat) and command.pseudonym != pseudonym_of(seat):
        require_may_block()  # the log holds no names: the name is written beside it, which would block the loop
        player_name, command = checked_player_name(command.pseudonym), replace(command, pseudonym=pseudonym_of(seat))
    call.context.logs.log(game, sight.live.version)  # afterwards this thread must not block on it
    try:
        requester = None if sight.relation == SEAT else sight.principal.name
        outcome = await call.context.command_handler.handle(
            game, command, by=f"seat:{seat}", key=key, requester=requester, expected=expected
        )
    except HaricotError as error:
        log_command(type(command).__name__, game, seat, sight.version, problem_of(error).code)
        raise
    log_command(type(command).__name__, game, seat, outcome.version, "replayed" if outcome.replayed else "done")
    if player_name is not None:
        name_unnamed_player(call.context, game, seat, player_name)
    return outcome


def _result_for_seat(call: Call, command: SeatCommand, outcome: CommandOutcome) -> CommandResult:
    """Return the events as the seat that acted may read them."""
    viewer, options = seat_viewer(command.seat), call.sight.live.table.rules.options
    lines = call.context.records.lines_of(outcome.game, outcome.batch, viewer, options)
    return CommandResult(
        game=outcome.game,
        version=outcome.version,
        events=[msgspec.Raw(line) for line in lines],
        checkpoint=call.context.logs.state_after(outcome.game, outcome.batch),
    )


def _verdict(call: Call, command: Command, lang: str) -> DryRunVerdict:
    """Decide the command without writing it. Only a refusal by the rules is a verdict."""
    words = tongue(call.sight.live.table.edition, lang)
    try:
        live = call.context.command_handler.preview(call.sight.game, command, expected=call.request.expected_version)
        rulebook = rulebook_of(live.table)
    except Refusal as refusal:
        problem = problem_of(refusal)
        if problem.code == "game.ended":
            raise
        return DryRunVerdict(verdict="illegal", code=problem.code, clause=refusal.clause, says=words.text(refusal.says))
    clause, says = rulebook.data.allowing(type(command).__name__)
    return DryRunVerdict(verdict="legal", code=None, clause=clause, says=words.text(says))
