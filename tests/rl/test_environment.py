"""Tests of the environments: PettingZoo's own tests pass, games end, rewards come at the end."""

import copy
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import haricot_rl as rl
from domain.editions import EDITIONS
from domain.refusals import Misuse, Refusal
from tests.long_tests import one_in
from tests.rl.games import TABLES, allowed, moments, table

ROOT = Path(__file__).parent.parent.parent
OF_A_DICTIONARY = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
"""A warning of PettingZoo's test about observations with a mask, which is empty at the end."""


def first_of(mask):
    """Return the first allowed action."""
    return int(mask.argmax())


def through(game, seed):
    """Play a game to its end by the masks; return the observations, the rewards and the sequence of agents."""
    game.reset(seed=seed)
    luck, course = np.random.default_rng(1), []
    for agent in game.agent_iter():
        seen, reward, over, cut, info = game.last()
        course.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, str(info)))
        game.step(None if over or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return course


@pytest.mark.filterwarnings(*OF_A_DICTIONARY)
@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_the_environment_passes_the_tests_of_pettingzoo(name, capsys):
    api_test(table(name), num_cycles=400)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_the_same_seed_gives_the_same_game(edition):
    seed_test(lambda: rl.env(edition=edition), num_cycles=60)


def test_another_seed_or_none_gives_another_game():
    game = table("duel")
    first, again, other = through(game, 5), through(game, 5), through(game, 6)
    following = through(game, None)
    assert first == again
    assert first != other
    game.reset(seed=6)
    assert through(game, None) == following != other


@pytest.mark.long
def test_reset_discards_an_unfinished_game():
    game = table("classic")
    whole = through(game, 5)
    for steps in range(1, 9):
        game.reset(seed=5)
        for _ in range(steps):
            game.step(allowed(game)[-1])
        assert game.table.turn.number == 1
        assert through(game, 5) == whole


@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_rewards_at_the_end_sum_to_one_and_scores_are_reported(name):
    game = table(name)
    course = through(game, 3)
    rewards = {agent: reward for agent, _, _, reward, _ in course[-game.players :]}
    result = game.table.result
    shares = {seat: 1 / len(result.winners) for seat in result.winners}
    assert rewards == {f"seat_{seat}": shares.get(seat, 0.0) for seat in range(game.players)}
    assert all(reward == 0 for *_, reward, _ in course[: -game.players])
    infos = {agent: info for agent, *_, info in course[-game.players :]}
    assert infos["seat_0"] == str({"score": result.scores[0], "won": 0 in result.winners})
    assert game.agents == []


def test_points_rewards_are_relative_to_the_other_seats():
    game = rl.env(players=4, reward="score")
    rewards = [reward for *_, reward, _ in through(game, 8)[-4:]]
    scores = game.table.result.scores
    assert rewards == pytest.approx([score - (sum(scores) - score) / 3 for score in scores])
    assert sum(rewards) == pytest.approx(0)


def test_a_game_is_truncated_at_the_given_step():
    game = rl.env(steps_max=20)
    game.reset(seed=1)
    for _ in range(20):
        assert not any(game.truncations.values())
        game.step(allowed(game)[0])
    seen, reward, over, cut, _ = game.last()
    assert (reward, over, cut, seen["action_mask"].any()) == (0, False, True, False)


def test_a_masked_action_is_an_error_and_changes_nothing():
    game = rl.env()
    with pytest.raises(RuntimeError, match="reset the environment first"):
        game.step(0)
    game.reset(seed=1)
    before = game.table
    for action in (0, -1, game.actions.size, game.actions.names.index("EndTrading")):
        with pytest.raises(ValueError, match=r"seat \d may not do this now"):
            game.step(action)
    with pytest.raises(ValueError, match="has to act"):
        game.step(None)
    assert game.table is before
    game.step(np.int32(allowed(game)[0]))
    assert game.table is not before


def test_only_the_current_agent_has_allowed_actions():
    game = table("classic")
    game.reset(seed=2)
    masks = {agent: game.observe(agent)["action_mask"] for agent in game.agents}
    assert [agent for agent, mask in masks.items() if mask.any()] == [game.agent_selection]
    masks[game.agent_selection][:] = 0  # what was given away is the reader's own
    assert game.observe(game.agent_selection)["action_mask"].any()


def test_a_copied_environment_is_independent():
    game = rl.env()
    game.reset(seed=4)
    other = copy.deepcopy(game)
    other.step(allowed(other)[0])
    assert (game.steps, other.steps) == (0, 1)
    game.step(allowed(game)[0])
    assert game.table == other.table


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"edition": "poker"}, Misuse),
        ({"players": 9}, Refusal),
        ({"options": {"coins": 1}}, Misuse),
        ({"reward": "fame"}, Misuse),
        ({"render_mode": "human"}, Misuse),
        ({"offers_each_turn": -1}, Misuse),
    ],
)
def test_invalid_arguments_fail_immediately(arguments, error):
    with pytest.raises(error):
        rl.env(**arguments)


@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_render_draws_the_view_of_the_current_agent(name, monkeypatch):
    monkeypatch.setattr(table(name), "render_mode", "ansi")
    for game, _ in moments(name, 2):
        if game.steps in (3, 60, 200):
            lines = [line for line in game.render().splitlines() if line.startswith(("> ", "  seat"))]
            hands = [line.partition("hand ")[2].partition(",")[0] for line in lines]
            assert len(lines) == game.players
            assert ["#" in hand or hand == "none" for hand in hands] == [
                seat != game.seat or not game.table.seats[seat].hand for seat in range(game.players)
            ]


@pytest.mark.parametrize("package", ["numpy", "pettingzoo"])
def test_a_missing_package_is_reported_in_one_line(package):
    run = f"import sys; sys.modules[{package!r}] = None; import haricot_rl"
    known = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "packages" / "haricot-rl"))),
    }
    answer = subprocess.run([sys.executable, "-c", run], env=known, capture_output=True, text=True, check=False)
    says = f"ModuleNotFoundError: haricot_rl needs {package}: pip install numpy pettingzoo"
    assert (answer.returncode, answer.stderr.splitlines()[-1]) == (1, says)
    assert "During handling" not in answer.stderr


@pytest.mark.long
def test_the_distribution_holds_every_module(tmp_path):
    package = ROOT / "packages" / "haricot-rl"
    build = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    source = shutil.copytree(package, tmp_path / "source")
    subprocess.run([*build, "--wheel-dir", tmp_path, source], check=True)
    (wheel,) = tmp_path.glob("haricot_rl-*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}
    assert held == {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
