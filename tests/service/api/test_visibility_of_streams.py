"""Streams and cached visibility scopes end with the view or token that allowed them."""

from contextlib import suppress

import pytest

from domain.refusals import HaricotError
from service.access import reader
from service.access.tokens import digest_of, principal_of
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.organiser_actions import revoke_token_tree
from service.ops.clock import now_ms
from service.streaming import subscriber_groups
from service.streaming.stream_steps import WINDOW_EVENTS
from service.streaming.subscriber_groups import SubscriberGroup
from tests.service.api.conftest import ApiClient, Match, finished_file
from tests.service.api.event_loop import ApiEventLoop, SocketTransport, Transport, event_loop
from tests.waiting import wait_until

__all__ = ["event_loop"]


def unsealed_fork(api: ApiClient, event_loop: ApiEventLoop, transport: Transport) -> tuple[Match, str]:
    """Return a fork that is no longer sealed, and the arbiter's token with which its stream began before."""
    root = api.match()
    arbiter = api.token("arbiter", root.game)
    fork = api.fork(root, root.version, arbiter)
    event_loop.follow(api, f"{fork.at}/stream?as=omniscient", transport, arbiter)
    wait_until(lambda: transport.sent)
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    return fork, arbiter


def test_a_stream_of_hidden_cards_stops_when_the_view_is_forbidden(api: ApiClient, event_loop: ApiEventLoop) -> None:
    transport = Transport()
    fork, arbiter = unsealed_fork(api, event_loop, transport)
    api.problem(403, "view.forbidden", "GET", f"{fork.at}/table?as=omniscient", arbiter)
    api.submit(fork, api.choices(fork, 0)[0])
    wait_until(lambda: api.context.stream_quota.total == 0)
    assert b"event: event" not in transport.sent


def test_control_without_a_repeated_view_check_hidden_cards_are_sent_on(api, event_loop, monkeypatch):
    transport = Transport()
    monkeypatch.setattr(VisibilityScope, "require_view", lambda *_: None)
    fork, _ = unsealed_fork(api, event_loop, transport)
    api.submit(fork, api.choices(fork, 0)[0])
    wait_until(lambda: b"event: event" in transport.sent)


def scope_of_revoked_token(api: ApiClient) -> VisibilityScope:
    """Return the scope of a caller whose token is revoked between authentication and the visibility check."""
    match = api.match()
    principal = principal_of(f"Bearer {match.seats[0]}", "", api.context.register, at=now_ms())
    revoke_token_tree(api.context, principal.digest)
    return api.context.reader.sight(match.game, principal)


def test_a_token_revoked_before_the_visibility_check_is_refused(api: ApiClient) -> None:
    with pytest.raises(HaricotError, match="revoked"):
        scope_of_revoked_token(api)


def test_control_without_a_repeated_token_check_the_scope_stays_valid(api, monkeypatch):
    def counts() -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(reader, "is_valid", lambda *_, **__: True)
            sight = scope_of_revoked_token(api)
        try:
            return api.context.reader.current_sight(sight) is sight
        except HaricotError:  # the notifier just had news of this process's own writes
            return False

    wait_until(counts, "the scope is checked again without a write")


def read_after_revoking(api: ApiClient, event_loop: ApiEventLoop, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return what a subscriber is sent who read nothing until their token was revoked."""
    monkeypatch.setattr(subscriber_groups, "OUTSTANDING_BYTES_MAX", 5_000)
    game, transport = api.post("/v1/games:import", api.service, data=finished_file())["game"], SocketTransport()
    token = api.token("spectator", game)
    event_loop.follow(api, f"/v1/games/{game}/stream?after=0", transport, token)
    wait_until(lambda: transport.backlog.waiting > 0)
    transport.reader.settimeout(0.05)
    revoke_token_tree(api.context, digest_of(token))
    while api.context.stream_quota.total:
        with suppress(TimeoutError):
            transport.reader.recv(65_536)
    transport.close()
    return transport.sent


def test_a_token_revoked_while_its_holder_reads_slowly_is_sent_no_more(api, event_loop, monkeypatch):
    assert read_after_revoking(api, event_loop, monkeypatch).count(b"event: event") == WINDOW_EVENTS


def test_control_a_group_that_never_checks_again_is_sent_all(api, event_loop, monkeypatch):
    monkeypatch.setattr(SubscriberGroup, "_refreshed_sight", lambda group, **_: group.sight)
    assert b"event: end" in read_after_revoking(api, event_loop, monkeypatch)
