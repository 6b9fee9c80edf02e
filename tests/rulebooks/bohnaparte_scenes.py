"""Scenes and commands of Bohnaparte for rulebook tests: boards, attacks and combat cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.editions.bohnaparte.areas import Terrain, board_of
from domain.editions.bohnaparte.commands import CommitCombatCard, DeclareAttack
from domain.editions.bohnaparte.events import CombatResolved
from tests.rulebooks.scenes import Scene, given

CAMPS = {
    3: ("orange", "black", "red"),
    4: ("orange", "black", "red", "blue"),
    5: ("orange", "black", "red", "blue", "green"),
    6: ("orange", "black", "red", "blue", "green", "yellow"),
}
"""The default camps of seats 0, 1, 2 ..."""


def war(
    owners: Mapping[str, int | None] | None = None,
    *,
    players: int = 3,
    phase: str = "attack",
    fortresses: Sequence[str] = (),
    empty: Sequence[str] = (),
    beaten: Sequence[str] = (),
    **more: Any,
) -> Scene:
    """Return a table with each seat on its camp and on the terrains of `owners`; seat 0 is active and has three coins.

    `fortresses` name the terrains with one, `empty` the empty quarries, `beaten` the paddocks of beaten riders.
    """
    marked: dict[str, int | None] = {f"camp-{colour}": seat for seat, colour in enumerate(CAMPS[players])}
    marked |= dict(owners or {})
    terrains: dict[str, dict[str, Any]] = {name: {"id": name, "owner": owner} for name, owner in marked.items()}
    for names, sign in ((fortresses, {"fortress": True}), (empty, {"empty": True}), (beaten, {"riders": "beaten"})):
        for name in names:
            terrains[name] = terrains.get(name, {"id": name, "owner": None}) | sign
    areas = {"phase": phase, "coins": {0: ["soy", "soy", "soy"]}, "board": {"terrains": list(terrains.values())}}
    return given("bohnaparte", players=players, **(areas | more))


def against(target: str, *, seat: int = 0, riders: str | None = None, coin_card: str | None = None) -> DeclareAttack:
    """Return the declaration of an attack."""
    return DeclareAttack(seat=seat, target=target, riders=riders, coin_card=coin_card)


def with_hand(seat: int, slot: int = 0) -> CommitCombatCard:
    """Commit a combat card from the hand."""
    return CommitCombatCard(seat=seat, source="hand", slot=slot)


def with_depot(seat: int, variety: str) -> CommitCombatCard:
    """Commit a combat card from the depot."""
    return CommitCombatCard(seat=seat, source="depot", variety=variety)


def with_pile(seat: int) -> CommitCombatCard:
    """Commit a combat card from the pile."""
    return CommitCombatCard(seat=seat, source="pile")


def fought(scene: Scene, target: str, *cards: CommitCombatCard, riders: str | None = None) -> Scene:
    """Play the attack on `target` with these cards, in order."""
    scene = scene.when(against(target, riders=riders))
    for card in cards:
        scene = scene.when(card)
    return scene


def combat(
    attack: str,
    defence: str,
    target: str = "farm-1",
    *,
    neutral: bool = False,
    mine: bool = False,
    fortress: bool = False,
    **more: Any,
) -> Scene:
    """Play one attack of seat 0 with this card against this card of seat 1, or of the pile if `neutral`.

    `mine` gives the attacker an iron mine, `fortress` the target a fortress. Seat 0 owns all that surrounds the camp.
    """
    around = dict.fromkeys(["village-1", "swamp-1", "farm-1", "abbey-1"], 0)
    owners = around | ({"iron-mine-1": 0} if mine else {}) | {target: None if neutral else 1}
    scene = war(
        owners,
        hands={0: [attack], 1: [] if neutral else [defence]},
        draw_pile=[defence, *["blue"] * 5],
        fortresses=[target] if fortress else [],
        **more,
    )
    return fought(scene, target, with_hand(0), *([] if neutral else [with_hand(1)]))


def outcome(scene: Scene) -> CombatResolved:
    """Return the event that resolved the combat."""
    return next(event for event in scene.events if isinstance(event, CombatResolved))


def values(scene: Scene) -> tuple[int, int, str]:
    """Return attack value, defence value and winner of the combat."""
    resolved = outcome(scene)
    return resolved.attack_value, resolved.defence_value, resolved.winner


def terrain(scene: Scene, name: str) -> Terrain:
    """Return the state of a terrain."""
    return board_of(scene.table).state(name)


def owner(scene: Scene, name: str) -> int | None:
    """Return the owner of a terrain."""
    return terrain(scene, name).owner
