"""Debian's kernel: fetched with apt, unpacked into the cache, never installed."""
import glob
import hashlib
import lzma
import os
import re
import shutil
import stat
import subprocess
import tempfile

# Needed before the host's root is there, so they travel in the initramfs.
EARLY = ["virtio_pci", "9pnet_virtio", "9p", "virtio_net", "overlay"]
# Read from the cache by the guest's modprobe and udev.
LATE = [
    "configfs", "industrialio", "industrialio-triggered-buffer", "iio-trig-hrtimer",
    "iio-trig-sysfs", "i2c-dev", "xhci_pci", "i2c-tiny-usb", "hid-mcp2221", "usbhid",
    "hid_sensor_hub", "hid-sensor-magn-3d", "hid-sensor-accel-3d", "hid-sensor-gyro-3d",
    "hid-sensor-press", "st_magn_i2c", "st_pressure_i2c", "st_lsm6dsx_i2c", "hmc5843_i2c",
    "i2c-stub", "st_accel_i2c", "st_gyro_i2c", "usb-ljca", "spi-ljca",
    "inet_diag", "tcp_diag", "can", "can-raw", "vcan",
    "bluetooth", "hci_vhci", "cmac", "ecb", "aes_generic", "ecdh_generic",
]
# The 6.12 line has hrtimer triggers, 6.1 has none; the second name is the release's default.
METAPACKAGES = {
    "6.12": ["linux-image-6.12-amd64", "linux-image-amd64"],
    "6.1": ["linux-image-amd64"],
}


class KernelError(Exception):
    """No kernel could be had; the text says why and what to do."""


class Kernel:
    """A kernel image and a tree of modules, unpacked in the cache."""

    def __init__(self, folder):
        self.folder = folder
        self.image = os.path.join(folder, "vmlinuz")
        self.modules = glob.glob(folder + "/lib/modules/*")[0]
        self.version = os.path.basename(self.modules)

    def is_line(self, line):
        return self.version.startswith(line + ".")

    def initramfs(self, path):
        """Writes a minimal initramfs: busybox, the early modules and guest/init."""
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        order = _read(self.folder + "/early").decode().split()
        with open(path, "wb") as out:
            archive = _Archive(out)
            for folder in ("bin", "proc", "sys", "dev", "layer", "lower", "newroot", "modules"):
                archive.folder(folder)
            archive.file("bin/busybox", _read(shutil.which("busybox") or "/bin/busybox"), 0o755)
            archive.file("init", _read(here + "/guest/init"), 0o755)
            archive.file("modules/order", "\n".join(order).encode() + b"\n")
            for name in order:
                archive.file(f"modules/{name}.ko", _read(f"{self.modules}/kernel/{name}.ko"))
            archive.end()


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "headingd", "real-kernel")


def find(line, say):
    """The newest cached kernel of a line ("6.12", "6.1"), or a fresh one from apt."""
    wanted = hashlib.sha256(" ".join(EARLY + ["/"] + LATE).encode()).hexdigest()[:8]
    for folder in sorted(glob.glob(f"{cache_folder()}/*-{wanted}"), reverse=True):
        kernel = Kernel(folder)
        if kernel.is_line(line):
            return kernel
    package = _package(line)
    os.makedirs(cache_folder(), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_folder()) as work:
        say(f"fetching {package} with apt (about 100 MB, once)")
        _tool(["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package], work)
        say("unpacking it")
        _tool(["dpkg-deb", "-x", glob.glob(work + "/*.deb")[0], work + "/package"], work)
        _collect(work + "/package", work + "/kept")
        target = f"{cache_folder()}/{package.removeprefix('linux-image-')}-{wanted}"
        os.rename(work + "/kept", target)
    return Kernel(target)


def _package(line):
    for name in METAPACKAGES[line]:
        answer = subprocess.run(["apt-cache", "depends", name], capture_output=True, text=True)
        match = re.search(rf"Depends: (linux-image-{re.escape(line)}\.\S+)", answer.stdout)
        if match:
            return match.group(1)
    raise KernelError(
        f"apt knows no Debian kernel of the {line} line for amd64; run `apt-get update`, or look "
        "whether this Debian release still carries it")


def _collect(package, target):
    """Keeps the kernel and the wanted modules with all that they depend on, unpacked."""
    modules = (glob.glob(package + "/lib/modules/*") + glob.glob(package + "/usr/lib/modules/*"))[0]
    version = os.path.basename(modules)
    tree = f"{target}/lib/modules/{version}"
    os.makedirs(tree + "/kernel")
    shutil.copy(glob.glob(package + "/boot/vmlinuz-*")[0], target + "/vmlinuz")
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        shutil.copy(f"{modules}/{name}", tree)
    files = {
        _canonical(name): os.path.join(root, name)
        for root, _, names in os.walk(modules) for name in names if ".ko" in name
    }
    builtin = {_canonical(line) for line in _read(tree + "/modules.builtin").decode().split()}
    order = []

    def add(name):
        name = _canonical(name)
        if name in order or name in builtin:
            return
        if name not in files:
            return  # the line has no such module, as 6.1 has no iio-trig-hrtimer
        content = _decompressed(files[name])
        for found in re.findall(rb"\0(?:depends|softdep)=(?:pre: )?([^\0]*)\0", b"\0" + content):
            for dependency in re.split("[, ]+", found.decode()):
                if dependency:
                    add(dependency)
        if name not in order:
            order.append(name)
            with open(f"{tree}/kernel/{name}.ko", "wb") as out:
                out.write(content)

    for name in EARLY:
        add(name)
    with open(target + "/early", "w") as out:
        out.write("\n".join(order) + "\n")
    for name in LATE:
        add(name)
    _tool(["depmod", "-b", target, version], target)


def _canonical(path):
    return os.path.basename(path).split(".ko")[0].replace("-", "_")


def _decompressed(path):
    if path.endswith(".xz"):
        with lzma.open(path) as file:
            return file.read()
    if path.endswith(".zst"):
        return subprocess.run(["zstd", "-dc", path], stdout=subprocess.PIPE, check=True).stdout
    return _read(path)


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _tool(argv, folder):
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    done = subprocess.run(
        argv, cwd=folder, capture_output=True, text=True, env=dict(os.environ, PATH=path))
    if done.returncode:
        raise KernelError(f"`{' '.join(argv)}` failed: {done.stderr.strip()}")


class _Archive:
    """Writes the "newc" cpio format that the kernel unpacks as an initramfs."""

    def __init__(self, out):
        self.out = out
        self.inode = 0

    def folder(self, name):
        self._entry(name, stat.S_IFDIR | 0o755, b"")

    def file(self, name, content, mode=0o644):
        self._entry(name, stat.S_IFREG | mode, content)

    def end(self):
        self._entry("TRAILER!!!", 0, b"")

    def _entry(self, name, mode, content):
        self.inode += 1
        path = name.encode() + b"\0"
        fields = [self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
        header = b"070701" + b"".join(b"%08x" % field for field in fields) + path
        self.out.write(header + bytes(-len(header) % 4) + content + bytes(-len(content) % 4))
