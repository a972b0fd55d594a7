"""TLS, certificates and passwords; the log says in plain words what is wrong."""

from __future__ import annotations

import subprocess

from programs import Case, until


class Security(Case):
    """A broker that asks who comes."""

    def openssl(self, *words: str) -> None:
        """Runs openssl in the folder."""
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def certificates(self) -> None:
        """An authority, a broker's certificate for localhost, one for another host, a client's, a stranger's authority."""
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        for name in ("ca", "stranger"):
            self.openssl("req", "-x509", *curve, "-days", "2", "-subj", f"/CN={name}", "-keyout", f"{name}.key",
                         "-out", f"{name}.pem")
        for name, host in (("server", "localhost"), ("elsewhere", "boat.example"), ("client", "rover-7")):
            (self.folder / "names").write_text(f"subjectAltName=DNS:{host}")
            self.openssl("req", *curve, "-subj", f"/CN={host}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                         "-days", "2", "-extfile", "names", "-out", f"{name}.pem")

    def path(self, name: str) -> str:
        """The path of a file of the folder."""
        return str(self.folder / name)

    def test_tls(self) -> None:
        """A good certificate is used; a stranger's, another host's and a missing client's are refused with the reason."""
        self.certificates()
        files = f"allow_anonymous true\ncafile {self.path('ca.pem')}\nrequire_certificate true\n"
        good = self.broker_with(files, "server")
        elsewhere = self.broker_with(files, "elsewhere")
        own = {"certificate": self.path("client.pem"), "key": self.path("client.key")}
        cases = [
            ("good", good, {"ca": self.path("ca.pem"), **own}, "by MQTT 5 and TLS"),
            ("stranger", good, {"ca": self.path("stranger.pem"), **own}, "not signed by an authority"),
            ("system", good, True, "not signed by an authority"),
            ("elsewhere", elsewhere, {"ca": self.path("ca.pem"), **own}, "its certificate is for another host name"),
            ("nobody", good, {"ca": self.path("ca.pem")}, "perhaps it wants a client's `certificate`"),
            ("missing", good, {"ca": self.path("none.pem")}, "there is no such file"),
        ]
        for name, port, tls, expected in cases:
            with self.subTest(name):
                daemon = self.daemon([port], name=name, tls=tls, queue_folder=self.path("queue-" + name))
                until(lambda: expected in daemon.log, lambda: f"'{expected}' in {daemon.log}", 15)
                self.assertEqual("MQTT goes to" in daemon.log, name == "good")
                daemon.stop()

    def broker_with(self, files: str, name: str) -> int:
        """The port of a broker with a certificate."""
        lines = f"{files}certfile {self.path(name + '.pem')}\nkeyfile {self.path(name + '.key')}"
        return self.broker(lines=lines).port

    def test_password(self) -> None:
        """The right password lets in; a wrong one, and a file that cannot be read, are told."""
        subprocess.run(["mosquitto_passwd", "-b", "-c", self.path("users"), "rover-7", "right"], check=True)
        broker = self.broker(lines=f"allow_anonymous false\npassword_file {self.path('users')}")
        for content, version, expected in (
                ("right\n", "5", "MQTT goes to"), ("right", "3.1.1", "MQTT goes to"),
                ("wrong\n", "5", "password"), ("wrong\n", "3.1.1", "password"), (None, "auto", "there is no such file")):
            with self.subTest(content=content, version=version):
                name = f"{content}-{version}".strip().replace("\n", "")
                if content is not None:
                    (self.folder / name).write_text(content)
                daemon = self.daemon([broker.port], name="daemon-" + name, user="rover-7", version=version,
                                     password_file=self.path(name), queue_folder=self.path("queue-" + name))
                until(lambda: expected in daemon.log, lambda: f"'{expected}' in {daemon.log}", 15)
                self.assertEqual("MQTT goes to" in daemon.log, expected == "MQTT goes to")
                self.assertNotIn("wrong\n", daemon.log)
                daemon.stop()
