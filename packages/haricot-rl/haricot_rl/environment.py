"""Games of every edition as an AEC environment of PettingZoo."""

from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it declares no types

from domain.commands import AcceptDonation, AcceptTrade, Command, CreateGame, OfferDonation, ProposeTrade, TakeSeat
from domain.editions import EDITIONS, edition_named, rulebook
from domain.engine import awaited_seats, decide
from domain.refusals import Misuse
from domain.rules.offers import addressee
from domain.table import Result, Table, pseudonym_of
from domain.visibility import Options
from haricot_rl.actions import Actions, AllowedActions
from haricot_rl.editions import extension_of
from haricot_rl.layout import CARDS_MAX
from haricot_rl.observation_parts import Vector
from haricot_rl.observations import Observations
from haricot_rl.offers import Mask
from haricot_rl.render import render_table
from haricot_rl.rng import QuickDeal
from haricot_rl.trade_turns import TradeTurns

REWARDS: Final = ("win", "score")
SEED_COUNT: Final = 1 << 63
"""How many games can be dealt."""


DEFAULT_EDITION: Final = next(iter(EDITIONS))
"""The default edition."""


def env(**arguments: Any) -> "BeanEnv":
    """Return a new environment; the arguments are those of `BeanEnv`."""
    return BeanEnv(**arguments)


class BeanEnv(AECEnv):  # type: ignore[misc]  # a class without types
    """One game at a time of an edition, played by agents `seat_0`, `seat_1` and so on.

    `players` defaults to the fewest that the edition allows; `options` are those of the edition. Each seat makes a
    limited number of offers a turn. `reward` is what agents get at the end: for "win" 1, shared by those who tie; for
    "score" their points less the mean of the others'. After `steps_max` steps the game is cut off.
    Errors: Misuse, Refusal where the edition does not allow the arguments.
    """

    metadata: dict[str, Any] = {"name": "haricot_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self,
        edition: str = DEFAULT_EDITION,
        players: int | None = None,
        options: Options | None = None,
        *,
        offers_each_turn: int = 2,
        reward: str = "win",
        steps_max: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise Misuse(f"the reward is {' or '.join(REWARDS)}, not {reward!r}")
        if render_mode not in (None, "ansi"):
            raise Misuse(f"there is the render mode 'ansi', and no {render_mode!r}")
        if not 0 <= offers_each_turn <= CARDS_MAX or steps_max < 1:
            raise Misuse(f"offers_each_turn is 0 to {CARDS_MAX}, steps_max 1 or more")
        self.edition, self.options = edition, dict(options or {})
        self.players = min(edition_named(edition).data.players) if players is None else players
        self.rulebook = rulebook(edition, self.players, self.options)
        self.reward, self.steps_max, self.render_mode = reward, steps_max, render_mode
        self.offers_each_turn = offers_each_turn
        self.trade_turns = TradeTurns(self.players, offers_each_turn)
        extension = extension_of(self.rulebook)
        self.actions = Actions(self.rulebook, extension)
        self.observations = Observations(self.rulebook, extension)
        self._trading = {phase.name for phase in self.rulebook.turn if ProposeTrade in phase.moves}
        self._seeds = Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.layout = self.observations.layout
        seen = spaces.Box(np.zeros_like(self.layout.high), self.layout.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.actions.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.table = Table()
        self.seat = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return a dictionary of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbered actions; `actions.names` describes each."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # of the API
        """Start a new game.

        The same seed deals the same game; without one, the game follows from the last seed given.
        """
        if seed is not None:
            self._seeds = Random(seed)
        self.trade_turns = TradeTurns(self.players, self.offers_each_turn)
        self._deal = QuickDeal(self._seeds.randrange(SEED_COUNT))
        self.table = Table()
        self._execute(CreateGame(edition=self.edition, players=self.players, options=self.options, practice=True))
        for seat in range(self.players):
            self._execute(TakeSeat(seat=seat, kind="bot", pseudonym=pseudonym_of(seat)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self._select_seat()

    def _execute(self, command: Command) -> None:
        self.table = decide(self.rulebook, self.table, command, self._deal).table

    def _select_seat(self) -> None:
        """Find the seat to move: one with an offer to answer, the one that speaks, or one that the game waits for."""
        table, active = self.table, self.table.turn.seat
        self.may_pass = False
        self.trade_turns.start_turn(table)
        if table.proposals:
            (offer,) = table.proposals
            whom = addressee(offer)
            assert whom is not None  # no other offer has a number
            self.seat = whom
        elif table.turn.phase in self._trading:
            self.seat = self.trade_turns.speaker(table)
            self.may_pass = self.seat != active
        else:
            self.seat = min(awaited_seats(self.rulebook, table), key=lambda seat: (seat - active) % self.players)
        self.agent_selection = self.possible_agents[self.seat]
        self._choices: AllowedActions | None = None

    @property
    def choices(self) -> AllowedActions:
        """What the agent to move may do."""
        if self._choices is None:
            may_offer = not self.table.proposals and self.trade_turns.offers_left[self.seat] > 0
            self._choices = self.actions.choices(self.table, self.seat, may_pass=self.may_pass, may_offer=may_offer)
            if not self._choices.mask.any():
                raise RuntimeError(f"nothing that seat {self.seat} may do has a number; {self.edition} needs a module")
        return self._choices

    def step(self, action: int | None) -> None:
        """Do the action of the agent to move; ValueError for one that its mask does not allow."""
        if not self.agents:
            raise RuntimeError("the game is over, or none has begun: reset the environment first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents that are done")
        command = self.actions.command(int(action), self.choices, self.table, self.seat)
        self.steps += 1
        if command is None:
            self.trade_turns.pass_turn()
        else:
            self._execute(command)
            if isinstance(command, OfferDonation | ProposeTrade):
                self.trade_turns.count_offer(self.seat)
            elif isinstance(command, AcceptDonation | AcceptTrade):
                self.trade_turns.restart(self.table)
        if self.table.result is not None:
            self._end(self.table.result)
        elif self.steps >= self.steps_max:
            self.truncations = dict.fromkeys(self.agents, True)
            self._choices = AllowedActions({}, np.zeros(self.actions.size, np.int8))
        else:
            self._select_seat()

    def _end(self, result: Result) -> None:
        scores, winners = result.scores or (), result.winners or ()
        self._choices = AllowedActions({}, np.zeros(self.actions.size, np.int8))
        for agent, seat in self._seats.items():
            won = 1 / len(winners) if seat in winners else 0.0
            others = (sum(scores) - scores[seat]) / (len(scores) - 1)
            self.rewards[agent] = won if self.reward == "win" else scores[seat] - others
            self._cumulative_rewards[agent] = self.rewards[agent]
            self.terminations[agent] = True
            self.infos[agent] = {"score": scores[seat], "won": seat in winners}

    def observe(self, agent: str) -> dict[str, Vector | Mask]:
        """Return what this agent sees, and what it may do: nothing while another agent is to move."""
        seat = self._seats[agent]
        asked = seat == self.seat
        return {
            "observation": self.observations.observe(self.table, seat, self.seat, self.trade_turns.offers_left),
            "action_mask": self.choices.mask.copy() if asked else np.zeros(self.actions.size, np.int8),
        }

    def render(self) -> str | None:
        """Return the table in lines of text, as the agent to move sees it; None unless the render mode is "ansi"."""
        return render_table(self.table, self.seat, self.rulebook) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no resource is open."""
