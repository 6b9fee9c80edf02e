"""Signing through kills: signed checkpoints stay consistent, and every acknowledged command has its leaf."""

import base64
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest

from replay.proofs.checkpoints import verified_checkpoint
from replay.proofs.log_proof import verified_log_proof
from replay.proofs.merkle_tree import leaf_hash, verify_consistency, verify_inclusion
from replay.proofs.signed_notes import BadNote, VerifierKey, read_verifier_key
from service.signing.row_verification import AlteredLog
from service.signing.tamper_check import verify_game
from service.store.entries.signing_entries import LoggedNote
from service.store.event_store import open_store
from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.served.conftest import GONE, PROGRAM, ROOT, Client, keys_of
from tests.service.served.killed_service import KilledService, Traffic
from tests.waiting import wait_until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

KILLS: Final = int(os.environ.get("HARICOT_SIGNER_KILLS", "2"))
"""How many times a process that may sign is killed."""
SIGNED_SECONDS: Final = 60.0


class LogWatcher:
    """Collects every signed checkpoint of the log of the service, in order."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.notes: list[str] = []
        self._ports = ports
        self._stop = Event()
        self._thread = Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(0.1):
            for port in self._ports:
                with suppress(*GONE), Client(port) as client:
                    reply = client.get("/v1/log?limit=1")
                    note = reply.body.get("checkpoint") if reply.status == 200 else None
                    if note is not None and note not in self.notes:
                        self.notes.append(note)

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()
        self._thread.join()


class Verifier:
    """Verifies logs by public keys alone, and collects what does not hold."""

    def __init__(self, client: Client, keys: Sequence[VerifierKey]) -> None:
        self._client, self._keys = client, keys
        self.wrong: list[str] = []

    def asked(self, path: str) -> Any:
        """Return the answer to a GET."""
        reply, _ = self._client.insist("GET", path)
        assert reply.status == 200, reply
        return reply.body

    def require(self, holds: bool, says: str) -> None:
        """Record a fault unless this holds."""
        self.wrong += [] if holds else [says]

    def check_consistency(self, path: str, notes: Sequence[str]) -> None:
        """Verify by consistency proofs that each of these checkpoints is a prefix of the last one."""
        found = [verified_checkpoint(note, *self._keys) for note in notes]
        last = max(found, key=lambda one: one.size, default=None)
        for one in found:
            assert last is not None
            asked = self.asked(f"{path}?old={one.size}&size={last.size}")
            proof = [base64.b64decode(text) for text in asked["proof"]]
            if one.size == last.size:
                is_consistent = one.root == last.root
            else:
                is_consistent = verify_consistency(one.size, last.size, proof, one.root, last.root)
            self.require(is_consistent, f"{path}: {last.size} entries do not go on from {one.size}")

    def game(self, game: str, version: int, commands: Sequence[int]) -> None:
        """Verify a game: its checkpoints, their inclusion in the log of the service, the leaves of these events."""
        given = self.asked(f"/v1/games/{game}/checkpoints")["checkpoints"]
        self.check_consistency(f"/v1/games/{game}/consistency", [one["note"] for one in given])
        for one in given:
            if one["service"] is None:
                self.wrong.append(f"{game} at {one['size']}: it stands in no checkpoint of the service")
                continue
            try:
                verified_log_proof(one["service"], one["note"], *self._keys)
            except BadNote as error:
                self.wrong.append(f"{game} at {one['size']}: {error}")
        last = verified_checkpoint(given[-1]["note"], *self._keys) if given else None
        if last is None or last.size != version:
            self.wrong.append(f"{game}: {version} events, signed up to {last and last.size}")
            return
        for n in commands:
            found = self.asked(f"/v1/games/{game}/events/{n}/proof?size={last.size}")
            proof = [base64.b64decode(text) for text in found["proof"]]
            hashed = leaf_hash(found["leaf"].encode())
            there = f'"n":{n},' in found["leaf"] and found["index"] == n - 1
            signed = verify_inclusion(hashed, n - 1, last.size, proof, last.root)
            self.require(there and signed, f"{game}: event {n} is not in the log that was signed")


def stored_faults(service: KilledService, traffic: Traffic) -> Iterator[str]:
    """Yield faults of the store: altered games, missing or repeated places of the log, lost commands."""
    with open_store(service.where, create=False) as store:
        places = [one.place for one in store.find_entries(LoggedNote)]
        if sorted(places) != list(range(len(places))):
            yield f"the log of the service has {len(places)} entries, at {len(set(places))} places"
        for game in traffic.games:
            record = store.record(game)
            if keys_of(record) != traffic.of(game):
                yield f"{game} holds {len(keys_of(record))} commands, {len(traffic.of(game))} were acknowledged"
            try:
                if verify_game(store, record) is None:
                    yield f"{game} was never signed"
            except AlteredLog as error:
                yield f"{game} is altered: {error}"


def simulate(service: KilledService, seed: int) -> "subprocess.Popen[bytes]":
    """Start `haricot simulate` on the same store, which signs as well."""
    server = service.servers[0]
    asked = ["--games", "20", "--seed", str(seed)]
    command = [sys.executable, "-c", PROGRAM, "simulate", *asked, *server.place]
    environment = {**server.environment, "PYTHONPATH": str(ROOT)}
    with server.log.open("ab") as said:
        return subprocess.Popen(command, stdout=said, stderr=said, env=environment)


def signing_faults(folder: Path, store: str | None, kills: int, planted: str = "") -> list[str]:
    """Return the faults of signing after this many kills."""
    with KilledService(folder, store, seed=kills, planted=planted) as service:
        ports = [server.port for server in service.servers]
        watcher, simulated = LogWatcher(ports), simulate(service, 0)
        try:
            with Traffic(service.servers) as traffic:
                wait_until(lambda: watcher.notes, "nothing is signed")
                with Client(ports[0]) as client:
                    keys = [read_verifier_key(one["key"]) for one in client.insist("GET", "/v1/keys")[0].body["keys"]]
                for kill in range(1, kills + 1):
                    service.kill_during(traffic, 1)
                    simulated.kill()
                    simulated.wait(10)
                    simulated = simulate(service, kill)
            traffic.end_all(ports[0])
        finally:
            simulated.kill()
            simulated.wait(10)
            watcher.close()
        records = service.records([*traffic.games])
        sizes = {game: len(record.envelopes) for game, record in records.items()}
        # A private game is visible to its organiser.
        with Client(ports[1], timeout=60) as client:
            verifier = Verifier(client, keys)
            with suppress(AssertionError):
                wait_until(lambda: not unsigned(verifier, client, traffic, sizes), seconds=SIGNED_SECONDS)
            verifier.check_consistency("/v1/log/consistency", watcher.notes)
            for game, played in traffic.games.items():
                client.token = played.organiser
                verifier.game(game, sizes[game], [n for n, _ in traffic.of(game)])
        wrong = [*verifier.wrong, *stored_faults(service, traffic)]
    assert len(watcher.notes) > kills, "control: enough was signed meanwhile"
    return wrong


def unsigned(verifier: Verifier, client: Client, traffic: Traffic, sizes: dict[str, int]) -> list[str]:
    """Return the games whose last event is not signed yet."""
    found = []
    for game, played in traffic.games.items():
        client.token = played.organiser
        given = verifier.asked(f"/v1/games/{game}/checkpoints")["checkpoints"]
        found += [] if given and given[-1]["size"] == sizes[game] else [game]
    return found


@pytest.mark.long
@pytest.mark.timeout(0)
def test_signed_checkpoints_stay_consistent_through_kills(tmp_path: Path, url: str | None) -> None:
    assert [] == signing_faults(tmp_path, url, KILLS)


EDITED = """
import pathlib, sqlite3, sys
file = pathlib.Path(sys.argv[sys.argv.index("--data") + 1]) / "haricot.sqlite3"
if file.exists():
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE service_log SET nonce = ? WHERE place = 0", ("00" * 16,))
    connection.close()
"""
"""Changes the first entry of the log of the service before each start."""


@pytest.mark.long
@pytest.mark.timeout(0)
def test_control_a_log_entry_changed_between_two_starts_is_detected(tmp_path: Path) -> None:
    wrong = signing_faults(tmp_path, None, 2, planted=EDITED)
    assert any("do not go on from" in one for one in wrong), wrong
