"""Where a client looks for the daemon."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from headingd import Address, Client, Unreachable
from support import Server


class Addresses(unittest.TestCase):
    def test_texts(self) -> None:
        for text, address in {
            "/run/x.sock": Address(path="/run/x.sock"),
            "./x": Address(path="./x"),
            "boat.local": Address(host="boat.local", port=5450),
            "boat.local:1": Address(host="boat.local", port=1),
            "::1": Address(host="::1", port=5450),
            "[::1]": Address(host="::1", port=5450),
            "[fe80::1%eth0]:65535": Address(host="fe80::1%eth0", port=65535),
        }.items():
            with self.subTest(text=text):
                self.assertEqual(Address.parse(text), address)
                self.assertEqual(Address.parse(str(address)), address)
        self.assertEqual(Address.parse(Path("x.sock")), Address(path="x.sock"))

    def test_what_is_no_address(self) -> None:
        for text in ("", ":1", "host:", "host:0", "host:65536", "host:-1", "host:1:2", "host:١", "[::1", "[::1]x",
                     "[]:1", "a b", "host:" + "9" * 5000, "/" + "x" * 107, "/a\0b"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                Address.parse(text)

    def test_the_usual_place(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": folder}):
            os.environ.pop("HEADINGD_SOCKET", None)
            system, own = "/run/headingd/headingd.sock", f"{folder}/headingd.sock"
            client = Client()
            with mock.patch("headingd.address.SYSTEM", f"{folder}/system"):
                self.assertEqual(client.address.path, f"{folder}/system")
                Path(own).touch()
                self.assertEqual(client.address.path, own)
                Path(f"{folder}/system").touch()
                self.assertEqual(client.address.path, f"{folder}/system")
            os.environ["HEADINGD_SOCKET"] = "/nowhere/socket"
            self.assertEqual(client.address.path, "/nowhere/socket")
            os.environ["HEADINGD_SOCKET"] = ""
            os.environ["XDG_RUNTIME_DIR"] = "relative"
            self.assertEqual(client.address.path, system)

    def test_a_file_that_is_no_socket_is_told(self) -> None:
        with tempfile.NamedTemporaryFile() as file, self.assertRaisesRegex(Unreachable, "is no socket"):
            Client(file.name).check()
        with Server(lambda peer: peer.hold()) as server:
            self.assertEqual(Client(server.path).address, Address(path=server.path))


if __name__ == "__main__":
    unittest.main()
