"""The virtual machine: QEMU with the kernel, the host's root over 9p, and USB ports to plug into."""
import os
import socket
import subprocess

from . import firmware
from .guest import Guest
from .usbredir import Port

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
HERE = os.path.join(SOURCE, "Tests", "RealKernel")
AGENT_PORT, IIOD_PORT = 2222, 30431  # inside the guest
QUIET_AND_FAST = (
    "quiet loglevel=4 mitigations=off tsc=reliable no_timer_check random.trust_cpu=on "
    "cryptomgr.notests nokaslr audit=0 panic=-1")


class Machine:
    """A running guest. `ports` are USB sockets, by the name of the device that belongs in each."""

    def __init__(self, kernel, folder, devices):
        """`devices` is a list of (name, Device); the first gets the port that ACPI describes."""
        self.kernel, self.folder = kernel, folder
        self.ports = {
            name: Port(f"{folder}/usb-{name}", device) for name, device in devices}
        self.agent_port, self.iiod_port = _free_ports(2)
        self.guest = Guest(self.agent_port)
        self.process = None

    @property
    def uri(self):
        """What reaches the guest's iiod from outside."""
        return f"ip:127.0.0.1:{self.iiod_port}"

    @property
    def console(self):
        return f"{self.folder}/console.log"

    def start(self):
        self.kernel.initramfs(f"{self.folder}/initramfs.img")
        with open(self.console, "wb") as console:
            self.process = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=console, stderr=console)

    def stop(self):
        for port in self.ports.values():
            port.unplug()
        if self.process:
            self.process.kill()
            self.process.wait()

    def runs(self):
        return self.process is not None and self.process.poll() is None

    def _command(self):
        forward = "hostfwd=tcp:127.0.0.1:{}-:{}".format
        arguments = [
            "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max",
            "-m", "768", "-smp", "2",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-serial", "stdio",
            "-kernel", self.kernel.image, "-initrd", f"{self.folder}/initramfs.img",
            "-append", f"console=ttyS0 {QUIET_AND_FAST} start={HERE}/guest/start "
                       f"source={SOURCE} modules={self.kernel.modules}",
            "-acpitable", f"file={firmware.compiled(self.folder)}",
            "-fsdev", "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap",
            "-device", "virtio-9p-pci,fsdev=host,mount_tag=host,addr=5",
            "-netdev", "user,id=net,restrict=on,"
                       f"{forward(self.iiod_port, IIOD_PORT)},"
                       f"{forward(self.agent_port, AGENT_PORT)}",
            "-device", "virtio-net-pci,netdev=net,romfile=,addr=4",
            "-device", "qemu-xhci,id=xhci,addr=3",
        ]
        for number, (name, port) in enumerate(self.ports.items(), 1):
            arguments += [
                "-chardev", f"socket,id={name},path={port.path},server=on,wait=off",
                "-device", f"usb-redir,chardev={name},bus=xhci.0,port={number}"]
        return arguments


def _free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    numbers = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return numbers
