"""The sender of webhooks: only checked addresses, time limits, and hostile answers."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from domain.refusals import Misuse
from service.webhooks.addresses import Networks, RefusedAddress, read_url, resolve_host
from service.webhooks.sender import RESPONSE_BYTES_MAX, MessageSender, TryOutcome
from tests.service.webhooks.receiver import Receiver

Target = Callable[..., Receiver]
HERE = Networks(["127.0.0.0/8"])
PUBLIC = Networks(["127.0.0.2/32"])
"""A network in which 127.0.0.2 is public and 127.0.0.1 is internal."""
HIDDEN = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1", "203.0.113.7", "240.0.0.1", "192.88.99.1"),
    *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "fec0::1", "2001:db8::1", "3fff::1", "100::1"),
    *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::"),
    *("2001::1", "fe80::1%lo"),
]


def sent(sender: MessageSender, url: str) -> TryOutcome:
    """Send one message; return the outcome."""
    try:
        return sender.send(url, {"x": "y"}, b"{}")
    finally:
        sender.close()


@pytest.mark.parametrize("address", HIDDEN)
def test_only_public_addresses_are_allowed(address: str) -> None:
    with pytest.raises(RefusedAddress):
        Networks().require_allowed([address])
    with pytest.raises(RefusedAddress):
        Networks().require_allowed(["8.8.8.8", address])
    host = f"[{address}]" if ":" in address else address
    if "%" not in address:
        with pytest.raises(Misuse):
            read_url(f"https://{host}/", Networks(), allow_http=False)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::1"])
def test_control_public_addresses_are_allowed(address: str) -> None:
    assert Networks().require_allowed([address]) == [address]


def test_an_allowed_network_permits_only_its_own_addresses() -> None:
    assert Networks(["10.1.0.0/16"]).require_allowed(["10.1.2.3"]) == ["10.1.2.3"]
    with pytest.raises(RefusedAddress):
        Networks(["10.1.0.0/16"]).require_allowed(["10.2.2.3"])


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://chat.example/",
            "ftp://chat.example/",
            "https://",
            "https:///x",
            "//chat.example",
            "chat.example",
            "",
        ),
        *(
            "https://a:b@chat.example/",
            "https://a@chat.example/",
            "https://chat.example/#x",
            "https://chat.example:22/",
            "https://chat.example:0/",
        ),
        *("https://127.0.0.1./", "https://0x7f000001./", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/"),
        *("https://chat.example:99999/", "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://[::1/"),
        *("https://chat.example/\n", "https://chat .example/", "https://" + "a" * 1100 + ".example/", "javascript:1"),
    ],
)
def test_an_unsuitable_url_is_refused(url: str) -> None:
    with pytest.raises(Misuse) as refused:
        read_url(url, Networks(), allow_http=False)
    assert [place for place, _ in refused.value.errors] == ["url"]


@pytest.mark.parametrize("url", ["https://chat.example/x?y=z", "https://bücher.example:8443/ü", "https://8.8.8.8/"])
def test_control_suitable_urls_are_accepted(url: str) -> None:
    assert read_url(url, Networks(), allow_http=False).startswith("https://")
    assert read_url(url.replace("https", "http"), Networks(), allow_http=True).startswith("http://")


def test_the_outcome_follows_from_the_status_of_the_answer(target: Target) -> None:
    found = {}
    for status in (200, 204, 299, 301, 302, 307, 400, 410, 429, 500, 503):
        receiver = target(lambda *_, status=status: status)
        found[status] = sent(MessageSender(HERE, allow_http=True), receiver.url)
    assert {status for status, outcome in found.items() if outcome.fault is None} == {200, 204, 299}
    assert {status for status, outcome in found.items() if outcome.fault == "redirect"} == {301, 302, 307}
    assert all(outcome.status == status for status, outcome in found.items())


def test_a_redirect_is_not_followed(target: Target) -> None:
    other = target()

    def elsewhere(_: Any, handler: Any) -> None:
        handler.send_response(302)
        handler.send_header("location", other.url)
        handler.send_header("content-length", "0")
        handler.end_headers()

    assert sent(MessageSender(HERE, allow_http=True), target(elsewhere).url) == TryOutcome(302, "redirect")
    assert other.came == []


def test_retry_after_is_read_as_seconds_or_as_a_date(target: Target) -> None:
    def later(asked: str) -> Callable[[Any, Any], None]:
        def answers(_: Any, handler: Any) -> None:
            handler.send_response(503)
            handler.send_header("retry-after", asked)
            handler.send_header("content-length", "0")
            handler.end_headers()

        return answers

    assert sent(MessageSender(HERE, allow_http=True), target(later("7")).url).retry_after == 7000
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 100))
    assert 90_000 < sent(MessageSender(HERE, allow_http=True), target(later(date)).url).retry_after <= 100_000
    for nonsense in ("soon", "-5", "\u0663", ""):
        assert sent(MessageSender(HERE, allow_http=True), target(later(nonsense)).url).retry_after == 0


@contextmanager
def wire(act: Callable[[socket.socket], None], host: str = "127.0.0.1") -> Iterator[str]:
    """Listen, and handle each connection with `act`; yield the URL."""
    with socket.create_server((host, 0)) as server:
        stopped = threading.Event()

        def listen() -> None:
            while not stopped.is_set():
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    try:
                        act(connection)
                    except OSError:
                        continue

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield f"http://{host}:{server.getsockname()[1]}/"
        finally:
            stopped.set()
            with socket.create_connection(server.getsockname()[:2]):
                pass
            thread.join()


def drip(connection: socket.socket) -> None:
    """Send the head one byte at a time, beyond any time limit."""
    connection.recv(65536)
    for byte in b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 2000:
        connection.sendall(bytes([byte]))
        threading.Event().wait(0.02)


def drip_body(connection: socket.socket) -> None:
    """Send the body one byte at a time."""
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 500 No\r\nContent-Length: 3000\r\n\r\n")
    for _ in range(3000):
        connection.sendall(b"a")
        threading.Event().wait(0.02)


def hang(connection: socket.socket) -> None:
    """Send nothing until the other side closes."""
    while connection.recv(65536):
        pass


@pytest.mark.parametrize(
    ("act", "expected"),
    [(drip, TryOutcome(fault="time")), (hang, TryOutcome(fault="time")), (drip_body, TryOutcome(500, "answer"))],
)
def test_a_dripping_or_hanging_target_is_abandoned_in_time(
    act: Callable[[socket.socket], None], expected: TryOutcome
) -> None:
    with wire(act) as url:
        began = time.monotonic()
        assert sent(MessageSender(HERE, allow_http=True, seconds=1.0), url) == expected
        assert time.monotonic() - began < 3


def test_only_the_beginning_of_a_large_answer_is_read(target: Target) -> None:
    size = 50_000_000
    written = []

    def flood(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)
        written.append(0)
        for _ in range(size // 100_000):
            connection.sendall(b"a" * 100_000)
            written[-1] += 100_000

    with wire(flood) as url:
        assert sent(MessageSender(HERE, allow_http=True), url) == TryOutcome(200)
    assert written[0] < size / 2
    assert RESPONSE_BYTES_MAX < 10_000


@pytest.mark.parametrize("answer", [b"SSH-2.0-OpenSSH\r\n", b"\x00" * 100, b"HTTP/1.1 999999\r\n\r\n", b""])
def test_an_answer_that_is_not_http_is_a_protocol_fault(answer: bytes) -> None:
    def speak(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(answer)

    with wire(speak) as url:
        assert sent(MessageSender(HERE, allow_http=True), url).fault in ("protocol", "connection")


def test_an_unknown_name_and_a_closed_port_are_faults(target: Target) -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, f"no such name {host}:{port}")

    assert sent(MessageSender(HERE, allow_http=True, resolve=nowhere), "http://chat.example/") == TryOutcome(
        fault="name"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert sent(MessageSender(HERE, allow_http=True), f"http://127.0.0.1:{port}/") == TryOutcome(fault="connection")


def test_proxies_in_the_environment_are_ignored(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy, receiver = target(), target()
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy.url)
    assert sent(MessageSender(HERE, allow_http=True), receiver.url) == TryOutcome(204)
    assert (len(proxy.came), len(receiver.came)) == (0, 1)


# DNS rebinding.


class Rebinding:
    """A resolver that returns 127.0.0.2, which is public, at first, and 127.0.0.1 from then on."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, _: str, __: int) -> list[str]:
        self.asked += 1
        return ["127.0.0.2" if self.asked == 1 else "127.0.0.1"]


@pytest.fixture
def inside(target: Target) -> Iterator[Receiver]:
    """An internal receiver; a public one at the same port differs only in its address."""
    return target()


def test_a_name_is_resolved_once_and_the_checked_address_is_used(target: Target, inside: Receiver) -> None:
    port = inside.server.server_port
    outside, rebinding = target(host="127.0.0.2", port=port), Rebinding()
    sender = MessageSender(PUBLIC, allow_http=True, resolve=rebinding)
    assert sent(sender, f"http://rebinding.example:{port}/") == TryOutcome(204)
    assert (rebinding.asked, len(outside.came), len(inside.came)) == (1, 1, 0)
    assert sent(
        MessageSender(PUBLIC, allow_http=True, resolve=rebinding), f"http://rebinding.example:{port}/"
    ) == TryOutcome(fault="address")
    assert inside.came == []


def test_control_resolving_again_to_connect_reaches_an_internal_address(
    target: Target, inside: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = inside.server.server_port
    target(host="127.0.0.2", port=port)
    rebinding = Rebinding()
    sender = MessageSender(PUBLIC, allow_http=True, resolve=rebinding)
    real = socket.create_connection

    def by_name(to: tuple[str, int], *more: Any) -> socket.socket:
        return real((rebinding(*to)[0], to[1]), *more)

    monkeypatch.setattr(socket, "create_connection", by_name)
    assert sent(sender, f"http://rebinding.example:{port}/") == TryOutcome(204)
    assert len(inside.came) == 1


def test_plain_http_is_refused_unless_it_is_allowed(target: Target) -> None:
    receiver = target()
    assert sent(MessageSender(HERE), receiver.url) == TryOutcome(fault="address")
    assert receiver.came == []
    assert sent(MessageSender(HERE, allow_http=True), receiver.url).fault is None


def test_a_name_with_an_internal_address_among_others_is_refused(target: Target, inside: Receiver) -> None:
    sender = MessageSender(PUBLIC, allow_http=True, resolve=lambda *_: ["127.0.0.2", "127.0.0.1"])
    assert sent(sender, f"http://both.example:{inside.server.server_port}/") == TryOutcome(fault="address")
    assert sent(MessageSender(Networks(), allow_http=True), inside.url.replace("127.0.0.1", "localhost")) == TryOutcome(
        fault="address"
    )
    assert inside.came == []


def test_names_are_resolved_by_the_system() -> None:
    assert "127.0.0.1" in resolve_host("localhost", 80) or "::1" in resolve_host("localhost", 80)


# Certificates


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for chat.example, with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "chat.example")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("chat.example")]), critical=False)
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path: Path = tmp_path_factory.mktemp("tls") / "both.pem"
    path.write_bytes(key.private_bytes(*form) + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return path


def test_the_certificate_must_match_the_name_of_the_url(target: Target, certificate: Path) -> None:
    receiver = target()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    trusted = ssl.create_default_context(cafile=str(certificate))
    sender = MessageSender(HERE, allow_http=True, resolve=lambda *_: ["127.0.0.1"], trusted=trusted)
    port = receiver.server.server_port
    assert sent(sender, f"https://chat.example:{port}/") == TryOutcome(204)
    assert sent(sender, f"https://other.example:{port}/") == TryOutcome(fault="certificate")
    assert (
        sent(
            MessageSender(HERE, allow_http=True, resolve=lambda *_: ["127.0.0.1"]), f"https://chat.example:{port}/"
        ).fault
        == "certificate"
    )
    assert len(receiver.came) == 1


def test_the_sender_uses_a_plain_pool_without_proxy() -> None:
    pool = MessageSender(HERE, allow_http=True)._pool
    assert (type(pool), pool._proxy) == (httpcore.ConnectionPool, None)
    pool.close()
