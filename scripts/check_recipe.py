"""Check the recipe for conda-forge as rattler-build does: its keys, its templates, its versions.

    uv run --no-project --with py-rattler-build scripts/check_recipe.py [FILE]

Renders it for each Python and platform that satcross promises, and adds what conda-forge's own lint
asks for beside that. Building needs conda-forge's packages, and is left to its pull request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rattler_build import (
    PlatformConfig,
    RattlerBuildError,
    RenderConfig,
    Stage0Recipe,
    VariantConfig,
)

RECIPE = Path(__file__).resolve().parents[1] / "packaging" / "conda-forge" / "recipe.yaml"
# As conda-forge pins them.
PYTHONS = tuple(f"3.{minor}.* *_cp3{minor}" for minor in (11, 12, 13, 14))
COMPILERS = {
    "linux-64": ("gcc", "sysroot", "2.17"),
    "linux-aarch64": ("gcc", "sysroot", "2.17"),
    "osx-64": ("clang", "macosx_deployment_target", "11.0"),
    "osx-arm64": ("clang", "macosx_deployment_target", "11.0"),
    "win-64": ("vs2022", "vs", "2022"),
}


def rendered(recipe: Stage0Recipe, platform: str) -> int:
    """How many packages the recipe makes for a platform. Raises RattlerBuildError: it is wrong."""
    compiler, stdlib, version = COMPILERS[platform]
    variants = VariantConfig({
        "python": list(PYTHONS), "c_compiler": [compiler], "c_stdlib": [stdlib],
        "c_stdlib_version": [version],
    })  # fmt: skip
    config = RenderConfig(PlatformConfig(target_platform=platform))
    return len(recipe.render(variants, config))


def missing(recipe: dict[str, object]) -> Iterator[str]:
    """What conda-forge's lint asks for, and the recipe does not have."""
    about = recipe.get("about")
    for key in ("homepage", "license", "license_file", "summary"):
        if not isinstance(about, dict) or not about.get(key):
            yield f"about.{key}"
    for key in ("source", "tests"):
        if not recipe.get(key):
            yield key


def main(arguments: list[str]) -> int:
    """Check the recipe in a file; the exit code is 1 if something is wrong."""
    path = Path(arguments[0]) if arguments else RECIPE
    try:
        recipe = Stage0Recipe.from_file(path)
        for platform in COMPILERS:
            n_made = rendered(recipe, platform)
            if n_made != len(PYTHONS):
                print(f"{path}: {platform}: {n_made} packages, not one for each Python")
                return 1
        lacking = list(missing(recipe.to_dict()))
    except RattlerBuildError as error:
        print(f"{path}: {error}")
        return 1
    for key in lacking:
        print(f"{path}: {key} is missing")
    if not lacking:
        print(f"{path}: {len(COMPILERS)} platforms, {len(PYTHONS)} Pythons each")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
