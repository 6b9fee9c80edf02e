"""The bridge of the examples: verified messages of Haricot reach a chat once."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.service.served.conftest import ROOT, free_port
from tests.service.webhooks.conftest import Post, post, target
from tests.service.webhooks.receiver import Receiver
from tests.waiting import wait_until

__all__ = ["post", "target"]
SEATS: Any = [{"name": "Ana"}, {"name": "Bo"}, {"name": "Cem"}]


@contextmanager
def bridge(port: int, secret: str, folder: Path, *chat: str) -> Iterator[None]:
    """Run the bridge."""
    environment = {**os.environ, "HARICOT_SECRET": secret, "HARICOT_SEEN": str(folder / "seen")}
    command = [sys.executable, str(ROOT / "examples" / "bridge.py"), str(port), *chat]
    with (folder / "said").open("ab") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        yield
    finally:
        process.kill()
        process.wait(10)
    assert b"Traceback" not in (folder / "said").read_bytes()


def lines(chat: Receiver) -> list[str]:
    """Return the messages that the chat has accepted."""
    return [one.message["content"] for one in chat.taken]


def test_a_chat_gets_each_message_once_through_outages_of_chat_and_bridge(
    post: Post, target: Any, tmp_path: Path
) -> None:
    away = True
    chat: Receiver = target(lambda *_: 500 if away else 204)
    port = free_port()
    hook = post.hook(f"http://127.0.0.1:{port}/", tell=["names"])
    match = post.api.match(seats=SEATS)
    with bridge(port, hook["secret"], tmp_path, chat.url):
        wait_until(lambda: chat.came)
        away = False
        wait_until(lambda: lines(chat) == [f"Ana against Bo against Cem have begun: {match.game}"])
        noted = post.api.get(match.at)["version"]  # a bridge killed before it has recorded a message may repeat it
        wait_until(lambda: len((tmp_path / "seen").read_text().split()) == noted)
    post.api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    with bridge(port, hook["secret"], tmp_path, chat.url):
        post.api.post(f"/v1/webhooks/{hook['id']}/replay", post.api.service, json={"after": "beginning"})
        wait_until(lambda: len(lines(chat)) > 1)
        version = post.api.get(match.at)["version"]
        wait_until(lambda: len((tmp_path / "seen").read_text().split()) == version)
        assert post.api.post(f"/v1/webhooks/{hook['id']}/ping", post.api.service)["taken"]
    begun, *_, ended, pinged = lines(chat)
    assert [len(lines(chat)), begun.split()[-1], pinged] == [3, match.game, "Haricot can reach this chat"]
    assert ended == f"{match.game} was voided"


def test_the_bridge_refuses_an_unsigned_message(post: Post, tmp_path: Path) -> None:
    port = free_port()
    hook = post.hook(f"http://127.0.0.1:{port}/")
    with bridge(port, hook["secret"], tmp_path):
        wait_until(lambda: post.api.post(f"/v1/webhooks/{hook['id']}/ping", post.api.service)["taken"])
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("POST", "/", json.dumps({"type": "ping", "data": {}}), {"webhook-id": "msg_1"})
        assert connection.getresponse().status == 401
        connection.close()
    assert (tmp_path / "said").read_text() == "Haricot can reach this chat\n"
