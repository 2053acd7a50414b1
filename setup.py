"""The one part of the build that pyproject.toml cannot say: the extension modules are optional.

Where there is no compiler the build goes on without them: CaDiCaL of PySAT solves the eager
encoding in place of the search, and proofs cannot be checked. The modules use only Python's limited
API, which costs no speed (docs/decisions/0013-limited-api.md), so that one wheel for a platform
serves every Python from 3.11 on.

Three environment variables change how it is built:
    SATCROSS_REQUIRE_KERNEL: with any value, a failure to compile it ends the build. For wheels.
    SATCROSS_TEST_KERNEL: with any value, a test build: debugging symbols, allocations that are
        counted and can be made to fail (`_platform.h`). It is not optional then.
        For `scripts/sanitize`, as is the next.
    SATCROSS_SANITIZE: the same with sanitizers of GCC or Clang, such as `address,undefined`.
"""

import os
import platform
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SANITIZERS = os.environ.get("SATCROSS_SANITIZE", "")
IS_TEST_BUILD = bool(SANITIZERS or os.environ.get("SATCROSS_TEST_KERNEL"))
IS_REQUIRED = IS_TEST_BUILD or bool(os.environ.get("SATCROSS_REQUIRE_KERNEL"))
# Other Pythons, and CPython without the interpreter lock, have no limited API.
IS_LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)
OLDEST = (3, 11)  # `requires-python`; 3.11 is also the first whose limited API has buffers


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
    else:
        arguments.append("-g0")  # Python's own flags may ask for symbols: 1.7 MB instead of 0.4
    return arguments + sanitizer_arguments()


def sanitizer_arguments() -> list[str]:
    """Arguments for the compiler and the linker; a finding ends the process."""
    return [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"] if SANITIZERS else []


class BuildKernel(build_ext):
    """Removes what an earlier build in the checkout left, which Python would import instead."""

    def run(self) -> None:
        """Build, then look for modules of other names that this Python could import."""
        super().run()
        if not (self.inplace or self.editable_mode):
            return
        for extension in self.extensions:
            made = Path(self.get_ext_fullpath(extension.name)).resolve()
            for suffix in EXTENSION_SUFFIXES:
                other = made.with_name(extension.name.rpartition(".")[2] + suffix)
                if made.exists() and other != made:
                    other.unlink(missing_ok=True)


def extension(name: str, *parts: str) -> Extension:
    """An extension module; `parts` are the files beside its .pyx that it is also made of."""
    source = Path(*name.split("."))
    return Extension(
        name,
        [source.with_suffix(".pyx").as_posix()],
        depends=[source.with_name(part).as_posix() for part in parts],
        define_macros=(
            [("Py_LIMITED_API", f"0x{OLDEST[0]:02X}{OLDEST[1]:02X}0000")] if IS_LIMITED else []
        ),
        py_limited_api=IS_LIMITED,
        extra_compile_args=compiler_arguments(),
        extra_link_args=sanitizer_arguments(),
        optional=not IS_REQUIRED,
    )


setup(
    cmdclass={"build_ext": BuildKernel},
    ext_modules=[
        extension(
            "satcross.solve.lazy.kernel._kernel",
            *("_search.pxi", "_join.pxi", "_beam.pxi", "_dive.pxi", "_platform.h"),
        ),
        extension("satcross.words._bits"),
        extension("satcross.apps.proofs.prove._lines"),
        # Of the checkers, which share nothing with the kernel.
        extension("satcross.apps.proofs.checker._propagation"),
        extension("satcross.apps.proofs.checker._steps"),
        extension("satcross.apps.proofs.checker._lrat"),
    ],
    options={"bdist_wheel": {"py_limited_api": f"cp{OLDEST[0]}{OLDEST[1]}"} if IS_LIMITED else {}},
)
