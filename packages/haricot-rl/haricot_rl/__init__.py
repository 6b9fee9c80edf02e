"""Environments for learning: every edition as an AEC environment of PettingZoo.

    import haricot_rl

    game = haricot_rl.env(edition="classic", players=3)
    game.reset(seed=7)

See docs/learning.md.
"""

try:
    from haricot_rl.environment import BeanEnv, env
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    raise ModuleNotFoundError(
        f"haricot_rl needs {missing.name}: pip install numpy pettingzoo", name=missing.name
    ) from None

__all__ = ["BeanEnv", "env"]
