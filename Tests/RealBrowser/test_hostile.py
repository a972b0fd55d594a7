"""Hostile HTTP against the daemon, on raw connections and by the page of another site in the browser."""

import base64
import contextlib
import functools
import http.server
import json
import pathlib
import random
import select
import socket
import struct
import tempfile
import threading
import time
import unittest

from chromium import Chromium
from daemon import server, until

LOCAL = b"Host: localhost\r\n"
GOOD = b"GET / HTTP/1.1\r\n" + LOCAL + b"\r\n"


def connection():
    return socket.create_connection(("127.0.0.1", server.port), 10)


def everything(one, seconds=40):
    """What arrives until the server closes."""
    parts, end = [], time.monotonic() + seconds
    while True:
        one.settimeout(max(0.01, end - time.monotonic()))
        try:
            part = one.recv(65536)
        except ConnectionError:
            break
        if not part:
            break
        parts.append(part)
    return b"".join(parts)


def finish(one, data):
    """Sends bytes, and then no more; the server may have closed before."""
    with contextlib.suppress(ConnectionError):
        one.sendall(data)
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_WR)


def send(data):
    """The answers to bytes, after which the client sends no more."""
    with connection() as one:
        finish(one, data)
        return everything(one)


def statuses(answer):
    return [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]


def upgrade(host=None, origin="", protocols="headingd.1", path="/stream", more=b""):
    host = host or f"127.0.0.1:{server.port}"
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
             f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}", f"Sec-WebSocket-Protocol: {protocols}"]
    if origin is not None:
        lines.append(f"Origin: {origin or f'http://{host}'}")
    return "\r\n".join(lines).encode() + b"\r\n" + more + b"\r\n"


def frame(data, opcode=1, final=True, masked=True, reserved=0, size=None):
    size = len(data) if size is None else size
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    head += bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack(">H", size) if size < 65536 else bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + data
    mask = b"\1\2\3\4"
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


class Hostile(unittest.TestCase):
    def tearDown(self):
        self.assertIn(b"HTTP/1.1 200", send(GOOD), "the daemon still serves")
        self.assertIsNone(server.process.poll())

    def test_slow_headers_end_and_keep_nobody_waiting(self):
        began = time.monotonic()
        slow = [connection() for _ in range(20)]
        try:
            for one in slow:
                one.sendall(b"GET / HTTP/1.1\r\nX: ")
            open_ones, longest = list(slow), 0.0
            while open_ones and time.monotonic() < began + 45:
                for one in list(open_ones):
                    # A byte a second, for ever.
                    with contextlib.suppress(ConnectionError):
                        one.sendall(b"a")
                    if select.select([one], [], [], 0)[0]:
                        open_ones.remove(one)
                start = time.monotonic()
                self.assertIn(b"HTTP/1.1 200", send(GOOD))
                longest = max(longest, time.monotonic() - start)
                time.sleep(1)
            self.assertEqual(open_ones, [], "slow connections are kept")
            self.assertLess(longest, 1)
            print(f"\n  20 slow connections ended after {time.monotonic() - began:.0f} s; meanwhile an answer took at most {longest * 1000:.0f} ms")
        finally:
            for one in slow:
                one.close()

    def test_a_flood_of_idle_connections_leaves_an_open_page_alone(self):
        with connection() as page:
            page.sendall(upgrade())
            until(lambda: b'"class":"greeting"' in page.recv(65536), "the stream's greeting")
            page.sendall(frame(json.dumps({"class": "request", "rate": 10, "contents": ["updates"]}).encode()))
            flood = [connection() for _ in range(300)]
            try:
                self.assertIn(b"HTTP/1.1 200", send(GOOD))
                got, end = b"", time.monotonic() + 3
                while time.monotonic() < end:
                    part = page.recv(65536)
                    self.assertTrue(part, "the page lost its stream")
                    got += part
                self.assertGreater(got.count(b'"boot_time"'), 20)
            finally:
                for one in flood:
                    one.close()

    def test_huge_headers_are_refused_and_not_kept(self):
        send(GOOD)
        before = server.memory
        requests = [b"GET / HTTP/1.1\r\n" + LOCAL + b"X: " + b"a" * (4 << 20) + b"\r\n\r\n",
                    b"GET / HTTP/1.1\r\n" + LOCAL + b"".join(b"X%d: a\r\n" % number for number in range(200_000)) + b"\r\n",
                    b"GET /" + b"a" * (4 << 20) + b" HTTP/1.1\r\n" + LOCAL + b"\r\n", b"A" * (4 << 20)]
        for request in requests:
            self.assertNotIn(b"HTTP/1.1 200", send(request))
        with contextlib.ExitStack() as stack:
            for _ in range(20):
                one = stack.enter_context(connection())
                with contextlib.suppress(OSError):
                    one.settimeout(1)
                    one.sendall(requests[0][: 2 << 20])
            grown = server.memory - before
        print(f"\n  40 MB of headers: {grown:+.1f} MB")
        self.assertLess(grown, 20)

    def test_a_large_body_is_not_kept(self):
        before = server.memory
        answer = send(b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: 33554432\r\n\r\n" + bytes(32 << 20))
        self.assertNotIn(b" 200 ", answer)
        self.assertLess(server.memory - before, 20)

    def test_smuggled_requests_are_not_answered(self):
        hidden = b"GET /history HTTP/1.1\r\n" + LOCAL + b"\r\n"
        for name, request in {
                "length and chunks": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (len(hidden) + 5) + hidden,
                "two lengths": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(hidden) + hidden,
                "a list of lengths": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: 0, %d\r\n\r\n" % len(hidden) + hidden,
                "a signed length": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: +%d\r\n\r\n" % len(hidden) + hidden,
                "a negative length": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: -1\r\n\r\n" + hidden,
                "a length beyond 64 bits": b"POST / HTTP/1.1\r\n" + LOCAL + b"Content-Length: 99999999999999999999999\r\n\r\n" + hidden,
                "a chunk beyond 64 bits": b"POST / HTTP/1.1\r\n" + LOCAL + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" + hidden,
                "another coding": b"POST / HTTP/1.1\r\n" + LOCAL + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden,
                "space before the colon": b"POST / HTTP/1.1\r\n" + LOCAL + b"Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + hidden,
                "a folded header": b"POST / HTTP/1.1\r\n" + LOCAL + b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + hidden,
                "a lone line feed": b"POST / HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n" + hidden,
                "a null byte": b"GET / HTTP/1.1\r\nHost: localhost\0\r\n\r\n" + hidden,
                "pipelining": GOOD + hidden}.items():
            answer = send(request)
            with self.subTest(name):
                # One answer and the end: nothing behind a request is read as another one.
                self.assertLessEqual(len(statuses(answer)), 1, answer[:600])
                self.assertNotIn(b'"series":[', answer)

    def test_requests_of_other_names_are_refused(self):
        port = b":%d" % server.port
        for host, wanted in ((b"localhost", b"200"), (b"127.0.0.1" + port, b"200"), (b"LOCALHOST" + port, b"200"), (b"evil.example", b"421"), (b"evil.example" + port, b"421"),
                             (b"localhost.evil.example", b"421"), (b"127.0.0.1.evil.example", b"421"), (b"evil.example:localhost", b"421"), (b"localhost@evil.example", b"421"),
                             (b"[::1]evil.example", b"421"), (b"[::1", b"421"), (b"", b"421")):
            with self.subTest(host=host):
                self.assertEqual(statuses(send(b"GET /history HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")), [wanted])
        self.assertEqual(statuses(send(b"GET / HTTP/1.1\r\n\r\n")), [b"400"])
        self.assertEqual(statuses(send(b"GET / HTTP/1.1\r\n" + LOCAL + b"Host: evil.example\r\n\r\n")), [b"400"])

    def test_methods_that_change_are_refused(self):
        for method in (b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT"):
            target = b"localhost:1" if method == b"CONNECT" else b"/history"
            answer = send(method + b" " + target + b" HTTP/1.1\r\n" + LOCAL + b"Origin: http://evil.example\r\nContent-Length: 0\r\n\r\n")
            with self.subTest(method=method):
                self.assertIn(statuses(answer), ([b"405"], [b"400"], []))
                self.assertNotIn(b"Access-Control-Allow", answer)

    def test_a_stream_for_another_site_is_refused(self):
        port = server.port
        for name, request in {
                "another origin": upgrade(origin="http://evil.example"), "no origin": upgrade(origin=None), "null": upgrade(origin="null"),
                "another port": upgrade(origin="http://127.0.0.1:1"), "another scheme": upgrade(origin=f"https://127.0.0.1:{port}"),
                "another host": upgrade(host="evil.example", origin="http://evil.example"), "its own name elsewhere": upgrade(origin=f"http://127.0.0.1:{port}.evil.example"),
                "the other local name": upgrade(origin=f"http://localhost:{port}"), "two origins": upgrade(more=b"Origin: http://evil.example\r\n"),
                "two hosts": upgrade(more=b"Host: evil.example\r\n"), "another path": upgrade(path="/"), "no subprotocol": upgrade(protocols="x"),
                "a wrong token": upgrade(origin="http://evil.example", protocols=f"headingd.1.control, token.{server.token}")}.items():
            with self.subTest(name):
                self.assertNotIn(b" 101 ", send(request))
        with connection() as one:
            one.sendall(upgrade())
            self.assertIn(b" 101 ", one.recv(65536))

    def streaming(self, protocols="headingd.1"):
        one = connection()
        one.sendall(upgrade(protocols=protocols))
        until(lambda: b'"class":"greeting"' in one.recv(65536), "the stream's greeting")
        return one

    def test_frames_against_the_standard_close_the_stream(self):
        text = b'{"class":"command","command":"status"}'
        for name, data in {
                "not masked": frame(text, masked=False), "a reserved bit": frame(text, reserved=4), "an unknown kind": frame(text, opcode=3), "binary": frame(text, opcode=2),
                "too long": frame(b"a" * 9000), "2^63 bytes": frame(b"", size=(1 << 63) - 1), "2^64 bytes": b"\x81\xff" + b"\xff" * 8 + b"\1\2\3\4",
                "a ping in parts": frame(b"", opcode=9, final=False), "a long ping": frame(b"a" * 200, opcode=9),
                "a message without end": b"".join(frame(b"a" * 4000, opcode=0 if number else 1, final=False) for number in range(200)),
                "no WebSocket": GOOD * 3}.items():
            with self.subTest(name), self.streaming() as one:
                with contextlib.suppress(ConnectionError):
                    one.sendall(data)
                everything(one, 20)  # ends, or the time limit fails the test

    def test_random_bytes(self):
        """Valid requests and frames with random changes: none ends the daemon, none gets the right to command."""
        source, began = random.Random(8137), time.monotonic()
        seeds = [GOOD, upgrade(), b"POST / HTTP/1.1\r\n" + LOCAL + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                 b"GET /history?a=b HTTP/1.1\r\n" + LOCAL + b"X-Headingd-Token: a\r\nIf-None-Match: \"1\"\r\n\r\n"]
        frames = [frame(b'{"class":"command","command":"rollback_calibration"}'), frame(b'{"class":"request","rate":1e9}'), frame(b"", opcode=8), frame(b"x", opcode=9)]

        def changed(data):
            data = bytearray(data)
            for _ in range(source.randint(1, 6)):
                at = source.randrange(len(data) + 1)
                kind = source.randrange(4)
                if kind == 0 and at < len(data):
                    data[at] = source.randrange(256)
                elif kind == 1:
                    data[at:at] = bytes(source.randrange(256) for _ in range(source.randint(1, 20)))
                elif kind == 2:
                    del data[at : at + source.randint(1, 10)]
                else:
                    data[at:at] = data[source.randrange(len(data) + 1) :][:30]
            return bytes(data)

        memory, count = server.memory, 0
        for _ in range(1500):
            send(changed(source.choice(seeds)))
            count += 1
        for _ in range(300):
            with self.streaming() as one:
                finish(one, b"".join(changed(source.choice(frames)) for _ in range(3)) + frame(b"", opcode=8))
                self.assertNotIn(b'"class":"calibration"', everything(one))
                count += 1
        print(f"\n  {count} connections of random bytes in {time.monotonic() - began:.0f} s; memory {server.memory - memory:+.1f} MB")
        self.assertLess(server.memory - memory, 20)
        until(lambda: server.descriptors < 40, "connections are closed")


class Site(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class OtherSite(unittest.TestCase):
    """A page of another origin, in a browser that holds no token of ours."""

    def test_it_reads_nothing_and_commands_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "index.html").write_text("<!doctype html><title>another site</title>")
            with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=folder)) as other:
                threading.Thread(target=other.serve_forever, daemon=True).start()
                browser = Chromium("--host-resolver-rules=MAP evil.example 127.0.0.1")
                try:
                    page = browser.page()
                    page.open(f"http://127.0.0.1:{other.server_port}/")
                    ours, local = server.reading, f"127.0.0.1:{server.port}"
                    for expression in (f"fetch('{ours}history')", f"fetch('{ours}history', {{method: 'POST', body: '{{}}'}})",
                                       f"fetch('{ours}history', {{headers: {{'X-Headingd-Token': '{server.token}'}}}})"):
                        self.assertEqual(page.evaluate(expression + ".then((answer) => answer.text(), () => 'refused')"), "refused", expression)
                    for protocols in ("['headingd.1']", f"['headingd.1', 'headingd.1.control', 'token.{server.token}']"):
                        self.assertEqual(page.evaluate(f"""new Promise((resolve) => {{ const one = new WebSocket('ws://{local}/stream', {protocols});
                            one.onopen = () => resolve('open'); one.onerror = () => resolve('refused'); }})"""), "refused")
                    # No frame around the page, no picture or script from it.
                    for make in (f"Object.assign(new Image(), {{src: '{ours}icon.svg'}})", f"Object.assign(document.createElement('script'), {{src: '{ours}main.js', type: 'module'}})"):
                        self.assertEqual(page.evaluate(f"""new Promise((resolve) => {{ const one = {make}; one.onload = () => resolve('loaded'); one.onerror = () => resolve('refused');
                            document.body.append(one); }})"""), "refused", make)
                    self.assertIsNone(page.evaluate(f"""new Promise((resolve) => {{ const one = document.createElement('iframe'); one.src = '{ours}';
                        one.onload = () => resolve(one.contentDocument); document.body.append(one); }})"""))
                    # DNS rebinding: the name of another site that leads to this machine.
                    page.open(f"http://evil.example:{server.port}/")
                    self.assertIn("another name", page.evaluate("document.body.innerText"))
                finally:
                    browser.close()
                    other.shutdown()
