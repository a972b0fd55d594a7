"""A real daemon on the network, through TLS: this package, and Python's `ssl` for what no client should do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import headingd
from support import PATIENCE, Daemon, first, until
from test_daemon import POSE, PROGRAM, is_ok

NAMES = "subjectAltName=DNS:localhost,DNS:robot,IP:127.0.0.1"


def certificate(folder: Path, name: str) -> None:
    """Makes a certificate that signs itself."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", NAMES, "-keyout", f"{name}.key", "-out", f"{name}.pem"],
        cwd=folder, check=True, capture_output=True,
    )


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@unittest.skipUnless(PROGRAM, "HEADINGD_PROGRAM is not set")
@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Remote(unittest.TestCase):
    """One daemon for all."""

    daemon: Daemon
    folder: Path
    port: int

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for name in ("server", "other"):
            certificate(cls.folder, name)
        (cls.folder / "token").write_text("0123456789abcdef0123456789abcdef\n", "ascii")
        (cls.folder / "wrong").write_text("0123456789abcdef0123456789abcdeX\n", "ascii")
        cls.port = free_port()
        config = cls.folder / "headingd.yaml"
        config.write_text(
            f"listen: {{tcp: {{address: 127.0.0.1, port: {cls.port}, certificate: {folder.name}/server.pem, "
            f"key: {folder.name}/server.key, token_file: {folder.name}/token}}}}\n",
            "utf-8",
        )
        cls.daemon = Daemon(PROGRAM, *POSE, "--config", str(config))
        cls.daemon.__enter__()
        cls.addClassCleanup(cls.daemon.__exit__)
        until(cls.is_open)

    @classmethod
    def is_open(cls) -> bool:
        """Whether the port is."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", cls.port)):
            return True
        return False

    def security(self, ca: str | None = "server.pem", token: str | None = "token") -> headingd.Security:
        """Files of the folder."""
        return headingd.Security(
            ca=None if ca is None else str(self.folder / ca),
            token_file=None if token is None else str(self.folder / token),
        )

    def client(self, host: str = "localhost", **files: Any) -> headingd.Client:
        """A client of the daemon's port."""
        return headingd.Client(f"{host}:{self.port}", self.security(**files))

    def raw(self) -> ssl.SSLSocket:
        """A connection whose handshake is done, and nothing else."""
        context = ssl.create_default_context(cafile=str(self.folder / "server.pem"))
        stream = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        return context.wrap_socket(stream, server_hostname="localhost")

    # What this package does

    def test_the_heading_comes_and_the_place_does_not(self) -> None:
        for host in ("localhost", "127.0.0.1"):
            update = first(self.client(host).updates(rate=10), is_ok)
            assert update.magnetic_heading is not None and update.heading_accuracy_95 is not None
            self.assertLess(abs(update.magnetic_heading - 45), 2 * update.heading_accuracy_95)
            self.assertIsNone(update.latitude)
            self.assertIn("place_withheld", update.why("latitude"))

    def test_everything_of_the_daemon_is_read_through_it(self) -> None:
        client = self.client()
        self.assertRegex(client.check(), r"^headingd \d")
        with client.commands() as commands:
            self.assertTrue(commands.status().simulated)
            self.assertTrue(commands.calibration().calibrated)
            with self.assertRaisesRegex(headingd.NotFollowed, "may not give orders"):
                commands.load(1)
            with self.assertRaisesRegex(headingd.NotFollowed, "on the daemon's machine only"):
                commands.command("authorizations")
        sample = first(client.events(("samples",)), lambda one: isinstance(one, headingd.Sample))
        self.assertTrue(sample.simulated)
        with headingd.Steering(f"localhost:{self.port}", deadline=5, security=self.security()) as steering:
            self.assertAlmostEqual(until(steering.heading_or_none), 45, delta=10)

    def test_asyncio_reads_the_same(self) -> None:
        async def read() -> None:
            client = headingd.AsyncClient(f"localhost:{self.port}", self.security())
            updates = client.updates(rate=20)
            count = 0
            async for update in updates:
                count += is_ok(update)
                if count == 5:
                    break
            await updates.aclose()
            with self.assertRaises(headingd.Refused):
                await headingd.AsyncClient(f"localhost:{self.port}", self.security(token="wrong")).check()

        asyncio.run(asyncio.wait_for(read(), PATIENCE))

    def test_what_is_wrong_is_said(self) -> None:
        for client, kind, text in (
            (self.client(ca="other.pem"), headingd.Untrusted, "not one that is trusted"),
            (self.client("127.0.0.2"), headingd.Unreachable, "not running"),
            (self.client(token=None), headingd.Refused, "asks for a token"),
            (self.client(token="wrong"), headingd.Refused, "this token is not"),
            (self.client(ca="nothing.pem"), headingd.HeadingError, "No such file"),
            (self.client(token="server.key"), headingd.HeadingError, "holds no token"),
            (headingd.Client(f"localhost:{self.port}"), headingd.Refused, "this port speaks TLS"),
            (headingd.Client(f"localhost:{free_port()}", self.security()), headingd.Unreachable, "not running"),
        ):
            with self.assertRaisesRegex(kind, text):
                client.check()

    def test_a_name_that_is_not_the_certificates(self) -> None:
        security = self.security()
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as stream:
            with self.assertRaises(ssl.SSLCertVerificationError) as raised:
                security.secure(stream, "elsewhere.example", PATIENCE)
        problem = headingd.Address.parse("elsewhere.example").unreachable(raised.exception)
        self.assertIsInstance(problem, headingd.Untrusted)
        self.assertIn("for other names", str(problem))

    def test_a_server_without_tls(self) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            port = listener.getsockname()[1]

            async def check() -> None:
                checking = asyncio.to_thread(headingd.Client(f"localhost:{port}", self.security()).check)
                task = asyncio.ensure_future(checking)
                peer, _ = await asyncio.to_thread(listener.accept)
                peer.sendall(b'{"class":"greeting","protocol":1,"server":"headingd 0.0.0"}\n')
                with self.assertRaisesRegex(headingd.NotHeadingd, "does not speak TLS"):
                    await task
                peer.close()

            asyncio.run(check())

    def test_new_files_are_taken_by_a_reload(self) -> None:
        updates = self.client().updates()
        first(updates, is_ok)
        old = {name: (self.folder / name).read_text("ascii") for name in ("server.pem", "server.key")}
        try:
            # A certificate without its key changes nothing.
            (self.folder / "server.pem").write_text((self.folder / "other.pem").read_text("ascii"), "ascii")
            self.reload("the files before stay in force")
            (self.folder / "trusted.pem").write_text(old["server.pem"], "ascii")
            self.client(ca="trusted.pem").check()
            (self.folder / "server.key").write_text((self.folder / "other.key").read_text("ascii"), "ascii")
            self.reload("the configuration was read again")
            self.client(ca="other.pem").check()
            with self.assertRaises(headingd.Untrusted):
                self.client(ca="trusted.pem").check()
        finally:
            for name, text in old.items():
                (self.folder / name).write_text(text, "ascii")
            self.reload("the configuration was read again")
        # The reader of before was never disturbed.
        self.assertNotIn(headingd.CONNECTION_LOST, next(updates).reasons)

    def reload(self, text: str) -> None:
        """Has the daemon read its files again, and waits for what it says then."""
        before = self.daemon.log.read_text("utf-8").count(text)
        self.daemon.signal(signal.SIGHUP)
        until(lambda: self.daemon.log.read_text("utf-8").count(text) > before)

    # What no client should do

    def test_before_the_token_there_is_the_demand_and_nothing_else(self) -> None:
        with self.raw() as stream:
            lines = stream.makefile("rb")
            self.assertEqual(
                json.loads(lines.readline()),
                {"authentication": "token", "capabilities": [], "class": "greeting", "protocol": 1,
                 "server": "headingd"},
            )
            # Updates are published all the time; at the deadline the reason is the next line, and the last.
            last = json.loads(lines.readline())
            self.assertEqual(last["class"], "error")
            self.assertIn("no token came", last["reason"])
            self.assertEqual(lines.readline(), b"")

    def test_a_first_line_that_is_no_token(self) -> None:
        for line, reason in (
            (b"\n", "must carry the token"), (b"[]\n", "must carry the token"), (b"[" * 400 + b"\n", "must carry"),
            (b'{"class":"command","command":"status"}\n', "must carry the token"),
            (b'{"class":"authentication"}\n', "must carry the token"),
            (b'{"class":"authentication","token":7}\n', "must carry the token"),
            (b'{"class":"authentication","token":""}\n', "is not the one"),
            (b'{"class":"authentication","token":"' + b"x" * 300 + b'"}\n', "is not the one"),
            (b'{"class":"authentication","token":"x"}\n{"class":"command","command":"status"}\n' * 3, "is not the one"),
            (b"x" * 513, "longer than 512 bytes"), (b"\xff\x00" * 100 + b"\n", "must carry the token"),
        ):
            with self.raw() as stream:
                stream.sendall(line)
                lines = stream.makefile("rb").readlines()
                self.assertEqual(len(lines), 2, line)
                self.assertIn(reason, json.loads(lines[1])["reason"], line)

    def test_the_token_and_a_request_in_one_piece(self) -> None:
        token = (self.folder / "token").read_text("ascii").strip()
        with self.raw() as stream:
            stream.sendall(
                b'{"class":"authentication","token":"%s"}\n{"class":"request","rate":5}\n' % token.encode()
            )
            lines = stream.makefile("rb")
            classes = [json.loads(lines.readline()).get("class", "update") for _ in range(8)]
            self.assertEqual(classes[:2], ["greeting", "greeting"])
            self.assertIn("request", classes)
            self.assertNotIn("error", classes)

    def test_old_versions_of_tls_are_refused(self) -> None:
        context = ssl.create_default_context(cafile=str(self.folder / "server.pem"))
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as stream:
            with self.assertRaises(ssl.SSLError):
                context.wrap_socket(stream, server_hostname="localhost")
        with self.raw() as encrypted:
            self.assertEqual(encrypted.version(), "TLSv1.3")
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as stream:
            with context.wrap_socket(stream, server_hostname="localhost") as encrypted:
                self.assertEqual(encrypted.version(), "TLSv1.2")

    def test_strangers_disturb_no_reader(self) -> None:
        """Half handshakes, garbage, floods and those who never read, beside one who reads over TLS and one who does not."""
        remote, local = self.client().updates(deadline=2), headingd.Client(self.daemon.path).updates(deadline=2)
        first(remote, is_ok)
        first(local, is_ok)
        hello = self.hello()
        strangers: list[socket.socket] = []
        try:
            for turn in range(300):
                stranger = socket.socket()
                stranger.settimeout(PATIENCE)
                stranger.connect(("127.0.0.1", self.port))
                with contextlib.suppress(OSError):
                    stranger.sendall((b"", hello[:40], hello, b"\x16\x03\x01\xff\xff" + b"x" * 2000, os.urandom(500))[turn % 5])
                strangers.append(stranger)
                if turn % 30 == 0:
                    for updates in (remote, local):
                        update = next(updates)
                        self.assertNotIn(headingd.CONNECTION_LOST, update.reasons)
                        self.assertNotIn(headingd.CONNECTION_SILENT, update.reasons)
            # The daemon closes them all, within the deadline and without a word of theirs.
            for stranger in strangers:
                with contextlib.suppress(ConnectionError):
                    while stranger.recv(65_536):
                        pass
        finally:
            for stranger in strangers:
                stranger.close()
        self.assertTrue(first(self.client().updates(), is_ok))
        for updates in (remote, local):
            self.assertNotIn(headingd.CONNECTION_LOST, next(updates).reasons)

    def test_one_who_is_admitted_and_never_reads_gets_the_newest_later(self) -> None:
        token = (self.folder / "token").read_text("ascii").strip()
        with self.raw() as stream:
            stream.sendall(b'{"class":"authentication","token":"%s"}\n' % token.encode())
            lines = stream.makefile("rb")
            for _ in range(2):
                lines.readline()
            # More than all buffers between hold.
            reader = self.client().updates()
            for _ in range(400):
                self.assertNotIn(headingd.CONNECTION_LOST, next(reader).reasons)
            classes = set()
            while "missed" not in classes:
                classes.add(json.loads(lines.readline()).get("class", "update"))

    def hello(self) -> bytes:
        """The first message of a handshake."""
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        half = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
        with contextlib.suppress(ssl.SSLWantReadError):
            half.do_handshake()
        return outgoing.read()
