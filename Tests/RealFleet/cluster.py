"""A cluster of three nodes of RabbitMQ with its MQTT plug-in, in this network namespace."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

from programs import PATIENCE, Program, accepts, until

#: The scripts of Debian's package; those in /usr/sbin insist on a user of their own.
SCRIPTS = Path("/usr/lib/rabbitmq/bin")

USER, PASSWORD = "fleet", "sea-trial"

#: Nodes that do not answer for this long are taken for dead by the others, s. The default is 60.
TICK_TIME = 8

COOKIE = "onlyfortests"


class Node:
    """One node."""

    def __init__(self, folder: Path, number: int, count: int) -> None:
        self.folder, self.number = folder, number
        self.name = f"r{number}@localhost"
        self.amqp, self.mqtt = 5670 + number, 1880 + number
        self._program: Program | None = None
        (folder / f"plugins{number}").write_text("[rabbitmq_mqtt].\n")
        members = "".join(f"cluster_formation.classic_config.nodes.{one} = r{one}@localhost\n"
                          for one in range(1, count + 1))
        (folder / f"r{number}.conf").write_text(
            f"listeners.tcp.1 = 0.0.0.0:{self.amqp}\nmqtt.listeners.tcp.1 = 0.0.0.0:{self.mqtt}\n"
            f"default_user = {USER}\ndefault_pass = {PASSWORD}\nmqtt.allow_anonymous = false\n"
            f"net_ticktime = {TICK_TIME}\nlog.file.level = warning\n"
            f"cluster_partition_handling = pause_minority\n"
            f"cluster_formation.peer_discovery_backend = classic_config\n{members}")

    @property
    def environment(self) -> dict[str, str]:
        """Variables of its programs."""
        folder, number = self.folder, self.number
        return {
            "HOME": str(folder), "LANG": "C.UTF-8", "ERL_EPMD_ADDRESS": "127.0.0.1", "ERL_MAX_PORTS": "8192",
            "RABBITMQ_NODENAME": self.name, "RABBITMQ_DIST_PORT": str(25670 + number),
            "RABBITMQ_MNESIA_BASE": f"{folder}/db", "RABBITMQ_LOG_BASE": f"{folder}/log",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{folder}/plugins{number}", "RABBITMQ_PID_FILE": f"{folder}/pid{number}",
            "RABBITMQ_CONFIG_FILE": f"{folder}/r{number}.conf", "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_USE_LONGNAME": "false", "RABBITMQ_SERVER_START_ARGS": f"-setcookie {COOKIE}",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS":
                "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none",
            "RABBITMQ_CTL_ERL_ARGS": f"-setcookie {COOKIE}",
        }

    def start(self) -> None:
        """Starts it, without waiting."""
        self._program = Program(self.folder, f"r{self.number}", [str(SCRIPTS / "rabbitmq-server")], **self.environment)

    def wait(self) -> None:
        """Waits until it takes connections."""
        def ready() -> bool:
            assert self._program
            self._program.check()
            return accepts("127.0.0.1", self.mqtt) and accepts("127.0.0.1", self.amqp)
        until(ready, f"{self.name} takes connections", 180)

    @property
    def process(self) -> int:
        """The identifier of the Erlang machine's process, a child of the script that starts it."""
        assert self._program
        first = self._program.process.pid
        for one in [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]:
            if Path(f"/proc/{one}/comm").read_text().startswith("beam"):
                return one
        raise ProcessLookupError(f"{self.name} does not run")

    def control(self, *arguments: str) -> str:
        """Runs rabbitmqctl."""
        run = subprocess.run([str(SCRIPTS / "rabbitmqctl"), "-q", "-n", self.name, *arguments], capture_output=True,
                             text=True, timeout=PATIENCE, env={**os.environ, **self.environment})
        if run.returncode:
            raise AssertionError(run.stdout + run.stderr)
        return run.stdout

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._program is not None and self._program.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the Erlang machine."""
        os.kill(self.process, number)

    def kill(self) -> None:
        """Ends it without a farewell."""
        with contextlib.suppress(ProcessLookupError, FileNotFoundError):
            self.signal(signal.SIGKILL)
        if self._program:
            self._program.process.wait(20)


class Cluster:
    """Three nodes; use it as a context manager."""

    def __init__(self, folder: Path, count: int = 3) -> None:
        self.folder = folder
        (folder / "log").mkdir()
        cookie = folder / ".erlang.cookie"
        cookie.write_text(COOKIE)
        cookie.chmod(0o400)
        self.nodes = [Node(folder, one, count) for one in range(1, count + 1)]

    def __enter__(self) -> Cluster:
        try:
            for one in self.nodes:
                one.start()
            for one in self.nodes:
                one.wait()
            self.nodes[0].control("await_online_nodes", str(len(self.nodes)), "--timeout", "60")
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Ends all nodes."""
        for one in self.nodes:
            with contextlib.suppress(ProcessLookupError, FileNotFoundError):
                one.signal(signal.SIGCONT)
            one.kill()

    def restored(self) -> None:
        """Starts whatever was killed, and waits until all nodes are one cluster again."""
        for one in self.nodes:
            if not one.is_running:
                one.start()
        for one in self.nodes:
            one.wait()
        self.nodes[0].control("await_online_nodes", str(len(self.nodes)), "--timeout", "60")
