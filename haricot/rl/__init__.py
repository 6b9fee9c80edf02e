"""Environments for learning: every edition as an AEC environment of PettingZoo.

    from haricot import rl

    game = rl.env(edition="classic", players=3)
    game.reset(seed=7)

docs/learning.md tells the rest.
"""

try:
    from haricot.rl.environment import BeanEnv, env
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    raise ModuleNotFoundError(
        f"haricot.rl needs {missing.name}: pip install 'haricot[rl]'", name=missing.name
    ) from None

__all__ = ["BeanEnv", "env"]
