"""The Dockerfile: its rules, what is sent to the builder, and the configuration of the image."""

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.docker.docker_files import DOCKERFILE, ROOT, VERSION, Instruction, last, stages, tool, variables

TEXT = DOCKERFILE.read_text("utf-8")
IGNORED = (ROOT / ".dockerignore").read_text("utf-8")
EXACT = re.compile(r"\S+:\d+\.\d+\.\d+-[a-z-]+(@sha256:[0-9a-f]{64})?")
NUMERIC = re.compile(r"[1-9]\d*:[1-9]\d*")
SECRET = re.compile(r"password|secret|token|key", re.IGNORECASE)


def faults(text: str) -> Iterator[str]:
    """Yield the rules that a Dockerfile breaks."""
    *build, final = stages(text)
    bases = [instruction.text.split(" ")[0] for stage in (*build, final) for instruction in stage[:1]]
    yield from (f"FROM {base} names no exact release" for base in bases if not EXACT.fullmatch(base))
    if len(set(bases)) > 1:
        yield f"what one Python installs runs on another: {bases}"
    for name in ("USER", "HEALTHCHECK", "EXPOSE", "VOLUME", "STOPSIGNAL", "ENTRYPOINT", "CMD", "LABEL"):
        if last(final, name) is None:
            yield f"the image has no {name}"
    user = last(final, "USER")
    if user is not None and not NUMERIC.fullmatch(user.text):
        yield f"USER {user.text} is root, or not a number that an orchestrator can check"
    for name in ("ENTRYPOINT", "CMD", "HEALTHCHECK"):
        found = last(final, name)
        if found is not None and "[" not in found.text:
            yield f"{name} goes through a shell, which gets the signals"
    for stage in (*build, final):
        for instruction in stage:
            yield from _unpinned(instruction.text) if instruction.name == "RUN" else ()
            if instruction.name in ("ARG", "ENV") and SECRET.search(instruction.text):
                yield f"a secret stays in the image: {instruction.text}"
    if any(re.search(r"apt-get|gcc|build-essential|pip\S* install", instruction.text) for instruction in final):
        yield "something is installed in the final stage"


def _unpinned(command: str) -> Iterator[str]:
    for part in re.split(r"&&|;", command):
        if re.search(r"\bpip\b.*\binstall\b", part) and not re.search(r"--require-hashes|--no-index", part):
            yield f"installed without hashes: {part.strip()}"


def sources(text: str) -> list[str]:
    """Return the paths that are copied from the build context."""
    copies = [i for stage in stages(text) for i in stage if i.name in ("COPY", "ADD") and "--from=" not in i.text]
    return [source for copy in copies for source in copy.words()[:-1] if not source.startswith("--")]


def is_sent_to_builder(path: str, rules: str) -> bool:
    """Return whether a path of the build context is sent to the builder: the last matching rule decides."""
    parts = path.split("/")
    prefixes = ["/".join(parts[: length + 1]) for length in range(len(parts))]
    held = True
    for line in rules.splitlines():
        rule = line.strip()
        if not rule or rule.startswith("#"):
            continue
        pattern = rule.removeprefix("!")
        if any(fnmatch(prefix, pattern) or _matches_anywhere(prefix, pattern) for prefix in prefixes):
            held = rule.startswith("!")
    return held


def _matches_anywhere(path: str, pattern: str) -> bool:
    return pattern.startswith("**/") and fnmatch(path.rpartition("/")[2], pattern.removeprefix("**/"))


def test_the_dockerfile_follows_the_rules():
    assert [] == list(faults(TEXT))


def test_the_dockerfile_passes_hadolint():
    ran = subprocess.run([tool("hadolint"), DOCKERFILE], capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_copied_paths_exist_and_are_not_ignored():
    copied = sources(TEXT)
    assert {"pyproject.toml", "README.md", "domain", "replay", "projections", "service", "haricot"} < set(copied)
    assert [] == [path for path in copied if not (ROOT / path).exists() or not is_sent_to_builder(path, IGNORED)]


@pytest.mark.parametrize(
    "path",
    [
        ".git/HEAD",
        ".venv/bin/python",
        "tests/conftest.py",
        "docker/.env",
        "docker/compose.yaml",
        "docs/gallery/war.jpg",
        "haricot.egg-info/PKG-INFO",
        "lock/dev.txt",
        "service/__pycache__/app.cpython-311.pyc",
        "service/web/.env",
        "store/haricot.sqlite",
    ],
)
def test_other_paths_are_ignored_by_the_builder(path):
    assert not is_sent_to_builder(path, IGNORED)
    assert is_sent_to_builder(path, "# everything\n")


def test_each_module_goes_to_the_builder():
    kept = [
        path
        for package in ("domain", "replay", "projections", "service", "haricot")
        for path in (ROOT / package).rglob("*")
    ]
    wanted = [path for path in kept if path.is_file() and "__pycache__" not in path.parts]
    assert [] == [path for path in wanted if not is_sent_to_builder(path.relative_to(ROOT).as_posix(), IGNORED)]


def test_the_image_is_labelled_and_tagged_with_the_version():
    final = stages(TEXT)[-1]
    label = last(final, "LABEL")
    assert label is not None
    assert "org.opencontainers.image.version=${VERSION}" in label.words()
    assert [Instruction("ARG", "VERSION=built-here")] == [part for part in final if part.name == "ARG"]
    made = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "image"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    ).stdout
    assert made.split()[-7:] == [
        "--build-arg",
        f"VERSION={VERSION}",
        "--tag",
        f"haricot:{VERSION}",
        "--tag",
        "haricot",
        ".",
    ]


def test_the_image_sets_the_environment_of_python():
    set_to = variables(stages(TEXT)[-1])
    assert ("1", "1", "/data") == tuple(
        set_to[name] for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONSAFEPATH", "HARICOT_DATA")
    )


def test_the_runtime_lock_has_the_tested_versions():
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", Path(ROOT / "lock" / name).read_text("utf-8"), re.MULTILINE))

    image, tested = pins("runtime.txt"), pins("dev.txt")
    assert "psycopg" in image
    assert image == {name: tested.get(name) for name in image}


# Negative controls: each of these changes must be detected.


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("python:3.11.15-slim-bookworm AS build", "python:latest AS build"),
        ("python:3.11.15-slim-bookworm AS build", "python:3.11-slim AS build"),
        ("python:3.11.15-slim-bookworm AS build", "python:3.11.14-slim-bookworm AS build"),
        ("USER 10001:10001", "USER root"),
        ("USER 10001:10001", "USER 0:0"),
        ("USER 10001:10001\n", ""),
        ("STOPSIGNAL SIGTERM\n", ""),
        ("VOLUME /data\n", ""),
        ('ENTRYPOINT ["haricot"]', "ENTRYPOINT haricot"),
        ("--require-hashes ", ""),
        ("USER 10001:10001", "RUN apt-get update && apt-get install gcc\nUSER 10001:10001"),
        ("USER 10001:10001", "ENV POSTGRES_PASSWORD=hidden\nUSER 10001:10001"),
    ],
)
def test_control_a_faulty_dockerfile_is_detected(there, instead):
    assert there in TEXT
    assert list(faults(TEXT.replace(there, instead)))


def test_control_a_missing_healthcheck_is_detected():
    assert list(faults(re.sub(r"HEALTHCHECK.*?\n.*?\n", "", TEXT)))


def test_control_hadolint_finds_a_fault(tmp_path):
    faulty = tmp_path / "Dockerfile"
    faulty.write_text("FROM debian\nRUN cd /tmp && sudo apt-get install python3\n", "utf-8")
    assert subprocess.run([tool("hadolint"), faulty], capture_output=True, check=False, timeout=60).returncode == 1
