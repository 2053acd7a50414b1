"""The one part of the build that pyproject.toml cannot say: the extension module is optional.

Where there is no compiler the build goes on without it, and satcross searches in Python.
"""

import platform
import sys

from setuptools import Extension, setup


def compiler_arguments() -> list[str]:
    """Arguments for the C compiler of this platform."""
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    # No fused multiply and add: decisions compare products, which shall be those of Python.
    arguments = ["-O3", "-ffp-contract=off"]
    if platform.machine().lower() in {"x86_64", "amd64"}:
        arguments.append("-mpopcnt")  # in every such processor since 2008
    return arguments


setup(
    ext_modules=[
        Extension(
            "satcross.solve.lazy._kernel",
            ["satcross/solve/lazy/_kernel.pyx"],
            extra_compile_args=compiler_arguments(),
            optional=True,
        )
    ]
)
