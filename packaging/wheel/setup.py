"""Makes the wheel that carries the shared library one of a platform: py3-none-$WHEEL_PLATFORM."""
import os

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        # ctypes only: any Python 3 can load it.
        return "py3", "none", os.environ["WHEEL_PLATFORM"]


setup(distclass=Platform, cmdclass={"bdist_wheel": Wheel})
