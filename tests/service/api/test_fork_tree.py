"""The fork tree of a game: depth, size limit and visibility."""

import pytest

from service.access.policy import SERVICE
from service.access.tokens import Principal
from service.api.games import fork_tree
from tests.service.api.conftest import ApiClient, Match


@pytest.fixture
def family(api: ApiClient) -> list[Match]:
    """A game that is over, a fork of it, a fork of that fork, and a second fork of the game."""
    root = api.match()
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    child = api.fork(root, 8)
    api.post(f"{child.at}/void", child.organiser, json={"reason": "enough"})
    grandchild = api.fork(child, 8)
    sibling = api.fork(root, 6)
    return [root, child, grandchild, sibling]


def listed_forks(
    api: ApiClient, game: Match, token: str | None = None, depth: int | None = None
) -> list[tuple[str, str, int]]:
    """Return each listed fork with its parent and the event where it begins."""
    answer = api.get(f"{game.at}/forks" + (f"?depth={depth}" if depth else ""), token)
    assert answer["whole"] is True
    return [(fork["game"], fork["parent"], fork["at"]) for fork in answer["forks"]]


def entry(api: ApiClient, fork: Match, parent: Match) -> tuple[str, str, int]:
    """Return the expected entry of a fork."""
    at: int = api.get(fork.at)["forked_from"]["at"]
    return fork.game, parent.game, at


def test_forks_are_listed_to_the_requested_depth(api, family):
    root, child, grandchild, sibling = family
    near, below = [entry(api, child, root), entry(api, sibling, root)], entry(api, grandchild, child)
    assert listed_forks(api, root) == listed_forks(api, root, depth=1) == near
    assert listed_forks(api, root, depth=2) == listed_forks(api, root, depth=64) == [*near, below]
    assert listed_forks(api, child) == [below]
    found = {fork["game"]: fork for fork in api.get(f"{root.at}/forks?depth=2")["forks"]}
    assert found[child.game]["status"] == "voided"
    assert found[child.game]["version"] == api.get(child.at)["version"]
    assert found[grandchild.game]["status"] == "running"


def test_an_invalid_depth_is_refused(api):
    match = api.match()
    for depth in ("0", "65", "-1", "x", "1.5", ""):
        api.problem(422, "request.shape", "GET", f"{match.at}/forks?depth={depth}")


def test_the_fork_tree_omits_sealed_forks_and_their_descendants(api):
    root = api.match()
    arbiter = api.token("arbiter", root.game)
    sealed = api.fork(root, 8, arbiter)
    below = api.fork(sealed, 8, arbiter)
    for token in (None, root.seats[0], root.organiser):
        assert listed_forks(api, root, token, depth=9) == []
    assert [fork for fork, _, _ in listed_forks(api, root, arbiter, depth=9)] == [sealed.game, below.game]


def test_a_large_fork_tree_is_marked_as_partial(api, family, monkeypatch):
    root, child, _grandchild, sibling = family
    monkeypatch.setattr(fork_tree, "FORKS_MAX", 2)
    answer = api.get(f"{root.at}/forks?depth=2")
    assert [fork["game"] for fork in answer["forks"]] == [child.game, sibling.game]
    assert answer["whole"] is False
    assert api.get(f"{root.at}/forks")["whole"] is True


def test_control_a_fork_tree_without_a_visibility_check_shows_sealed_forks(api, monkeypatch):
    root = api.match()
    sealed = api.fork(root, 8, api.token("arbiter", root.game))
    assert sealed.game not in api.request("GET", f"{root.at}/forks?depth=2").text
    real, all_knowing = fork_tree.head_or_none, Principal(kind=SERVICE)
    monkeypatch.setattr(fork_tree, "head_or_none", lambda reader, game, _principal: real(reader, game, all_knowing))
    assert sealed.game in api.request("GET", f"{root.at}/forks?depth=2").text
