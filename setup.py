"""The one part of the build that pyproject.toml cannot say: the extension module is optional.

Where there is no compiler the build goes on without it, and satcross searches in Python.

Two environment variables, for `scripts/sanitize`, change how it is built:
    SATCROSS_TEST_KERNEL: with any value, a test build: debugging symbols, allocations that are
        counted and can be made to fail (`_platform.h`). It is not optional then.
    SATCROSS_SANITIZE: the same with sanitizers of GCC or Clang, such as `address,undefined`.
"""

import os
import platform
import sys

from setuptools import Extension, setup

SANITIZERS = os.environ.get("SATCROSS_SANITIZE", "")
IS_TEST_BUILD = bool(SANITIZERS or os.environ.get("SATCROSS_TEST_KERNEL"))


def compiler_arguments() -> list[str]:
    """Arguments for the C compiler of this platform."""
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    # No fused multiply and add: decisions compare products, which shall be those of Python.
    arguments = ["-O1" if IS_TEST_BUILD else "-O3", "-ffp-contract=off"]
    if platform.machine().lower() in {"x86_64", "amd64"}:
        arguments.append("-mpopcnt")  # in every such processor since 2008
    if IS_TEST_BUILD:
        arguments += ["-g", "-fno-omit-frame-pointer", "-DSX_TEST_BUILD"]
    return arguments + sanitizer_arguments()


def sanitizer_arguments() -> list[str]:
    """Arguments for the compiler and the linker; a finding ends the process."""
    return [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"] if SANITIZERS else []


setup(
    ext_modules=[
        Extension(
            "satcross.solve.lazy.kernel._kernel",
            ["satcross/solve/lazy/kernel/_kernel.pyx"],
            depends=[
                "satcross/solve/lazy/kernel/_search.pxi",
                "satcross/solve/lazy/kernel/_join.pxi",
                "satcross/solve/lazy/kernel/_platform.h",
            ],
            extra_compile_args=compiler_arguments(),
            extra_link_args=sanitizer_arguments(),
            optional=not IS_TEST_BUILD,
        )
    ]
)
