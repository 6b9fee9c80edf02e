"""Run the commands of the image and of the compose file without a container, on a read-only disk."""

import http.client
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from tests.docker.docker_files import ROOT
from tests.machine import may_mount
from tests.servers.postgres import binaries, free_port, own_folder, run, unprivileged_user

START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0
OUTPUT_SHOWN: Final = 2000
ROLES: Final = (ROOT / "docker" / "roles.sql").read_text("utf-8")
READ_ONLY: Final = """\
mount --make-rprivate /
while read -r _ point _; do
    case $point in /proc*|/sys*|/dev|/dev/[!s]*) ;; *) mount -o remount,bind,ro "$point" 2>/dev/null || true ;; esac
done < /proc/self/mounts
mount -t tmpfs tmpfs "$TMPDIR"
if [ -n "$1" ]; then mount --bind "$1" "$1"; mount -o remount,bind,rw "$1"; cd "$1"; fi
shift
exec "$@"
"""
"""Makes all disks read-only except $TMPDIR, which is in memory, and the folder of the first argument."""


def in_container(command: Sequence[str], data: Path | None = None) -> list[str]:
    """Return the command on a read-only disk, or unchanged if disks cannot be mounted."""
    if not may_mount():
        return list(command)
    shell = "/bin/sh"
    return ["unshare", "--mount", shell, "-ec", READ_ONLY, shell, "" if data is None else str(data), *command]


def environment(folder: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a container, plus the path to our programs."""
    (folder / "tmp").mkdir(exist_ok=True)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": "/nonexistent", "TMPDIR": str(folder / "tmp"), **variables}


class ContainerCommand:
    """A command that was started."""

    def __init__(
        self, command: Sequence[str], folder: Path, variables: Mapping[str, str], data: Path | None = None
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.environment = environment(folder, variables)
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                in_container(command, data), env=self.environment, cwd=data or folder, stdout=log, stderr=log
            )

    @property
    def said(self) -> str:
        """Standard output and standard error."""
        return self._log.read_text("utf-8", "replace")

    def checked(self, check: Sequence[str]) -> int:
        """Run a health check and return its exit status."""
        return subprocess.run(
            in_container(check), env=self.environment, cwd="/", capture_output=True, check=False, timeout=60
        ).returncode

    def until_healthy(self, check: Sequence[str]) -> None:
        """Wait until the health check succeeds; fail with the output if it does not."""
        deadline = time.monotonic() + START_SECONDS
        while self.checked(check):
            assert self.process.poll() is None, f"it ended by {self.process.returncode}: {self.said[-OUTPUT_SHOWN:]}"
            assert time.monotonic() < deadline, f"it is not healthy: {self.said[-OUTPUT_SHOWN:]}"
            time.sleep(0.5)  # each check starts a program

    def ended(self) -> int:
        """Wait until it ends; return its exit status."""
        return self.process.wait(START_SECONDS)

    def stop(self, signal: int) -> int:
        """Send a signal and return the exit status."""
        self.process.send_signal(signal)
        return self.process.wait(STOP_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def fetch(port: int, path: str, method: str = "GET", body: str | None = None) -> tuple[int, bytes]:
    """Status and body of an answer of the service at this port."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class ContainedDatabase:
    """PostgreSQL as its image sets it up: initialised by the options of the compose file, then its script is run.

    As in the image, the script runs on a server that listens on a socket only and needs no password.
    """

    def __init__(self, service: Mapping[str, Any], roles: str = ROLES) -> None:
        self._shared = settings = service["environment"]
        self.folder, self.port = own_folder(), free_port()
        self._data = self.folder / "data"
        password = self.folder / "password"
        password.write_text(settings["POSTGRES_PASSWORD"])
        password.chmod(0o644)
        options = settings["POSTGRES_INITDB_ARGS"].split()
        run(binaries() / "initdb", "-D", self._data, "-U", "postgres", f"--pwfile={password}", "--no-sync", *options)
        self._start("-c listen_addresses=")
        script = self.folder / "roles.sql"
        script.write_text(roles, "utf-8")
        script.chmod(0o644)
        self.local("psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={script}")
        self._stop()
        self._start(f"-c listen_addresses=127.0.0.1 -c port={self.port}")

    def local(self, program: str, *arguments: str, read: bytes = b"") -> bytes:
        """Run a program of PostgreSQL over the socket, as the superuser by default, and return its output."""
        found = shutil.which(program, path=f"{binaries()}:{os.environ['PATH']}")
        assert found is not None
        port = str(self.port) if (self.folder / f".s.PGSQL.{self.port}").exists() else "5432"
        ran = subprocess.run(
            [found, "--host", str(self.folder), "--port", port, "--username", "postgres", *arguments],
            env={"PATH": os.environ["PATH"], **self._shared},
            cwd="/",
            input=read,
            capture_output=True,
            check=False,
            timeout=60,
            **unprivileged_user(),
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def asked(self, query: str, database: str = "postgres") -> list[str]:
        """Return the lines of a query by the superuser."""
        return self.local("psql", "--no-psqlrc", "-qtA", "--command", query, database).decode().splitlines()

    def store(self, query: str) -> list[str]:
        """Return the lines of a query by the superuser in the database of the store."""
        return self.asked(query, "haricot")

    def _start(self, options: str) -> None:
        where = f"-c unix_socket_directories={self.folder} {options}"
        run(binaries() / "pg_ctl", "start", "-D", self._data, "-w", "-l", self.folder / "log", "-o", where)

    def _stop(self) -> None:
        run(binaries() / "pg_ctl", "stop", "-D", self._data, "-w", "-m", "fast")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        shutil.rmtree(self.folder)
