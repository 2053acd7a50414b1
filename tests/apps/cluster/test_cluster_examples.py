"""The files of examples/cluster do what they say, as far as that can be checked without a cluster.

Compose's schema is that of the package `check-jsonschema`, the definition of a `DaskCluster` that
of `dask-kubernetes`, and Kubernetes' own types are those of `kubernetes`; each where it is
installed: `scripts/lint-cluster` runs this with all of them. Certificates are made where there is
openssl.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from satcross.apps.cluster import dask

yaml = pytest.importorskip("yaml")
# Not by `importorskip`: an import of dask_jobqueue takes Ctrl-C for itself.
JOBQUEUE = pytest.mark.skipif(
    find_spec("dask_jobqueue") is None, reason="dask-jobqueue is not installed"
)
EXAMPLES = Path(__file__).parents[3] / "examples" / "cluster"


def load(name: str) -> Any:
    return yaml.safe_load((EXAMPLES / name).read_text(encoding="utf-8"))


def arguments(container: dict[str, Any]) -> list[str]:
    args = container.get("args") or container["command"]
    assert all(isinstance(arg, str) for arg in args)  # as both programs require
    return list(args)


def check_dask(args: list[str]) -> None:
    """Dask's own command line takes them."""
    click_testing = pytest.importorskip("click.testing")
    cli = pytest.importorskip(f"distributed.cli.dask_{args[1]}")
    assert args[0] == "dask"
    known = {name for option in cli.main.params for name in option.opts}
    flags = [arg for arg in args[2:] if arg.startswith("--")]
    assert set(flags) <= known
    assert click_testing.CliRunner().invoke(cli.main, ["--help"]).exit_code == 0


def test_compose() -> None:
    data = load("compose.yaml")
    assert set(data) == {"name", "x-satcross", "services"}
    services = data["services"]
    assert set(services) == {"scheduler", "worker"}
    known = {
        "image", "build", "restart", "read_only", "tmpfs", "cap_drop", "security_opt", "command",
        "ports", "environment", "depends_on", "deploy",
    }  # fmt: skip
    for service in services.values():
        assert set(service) <= known
        build = service["build"]
        root = (EXAMPLES / build["context"]).resolve()
        assert (root / "pyproject.toml").is_file()
        assert (root / build["dockerfile"]).is_file()
        check_dask(arguments(service))
    # Neither port is open to other machines.
    assert services["scheduler"]["ports"] == ["127.0.0.1:8786:8786", "127.0.0.1:8787:8787"]
    assert "ports" not in services["worker"]
    assert "tcp://scheduler:8786" in arguments(services["worker"])
    assert services["worker"]["depends_on"] == ["scheduler"]
    assert services["worker"]["deploy"]["replicas"] >= 1


def test_kubernetes() -> None:
    data = load("kubernetes.yaml")
    assert (data["apiVersion"], data["kind"]) == ("kubernetes.dask.org/v1", "DaskCluster")
    assert set(data["spec"]) == {"worker", "scheduler"}
    worker, scheduler = data["spec"]["worker"], data["spec"]["scheduler"]
    assert worker["replicas"] >= 1
    for part in (worker, scheduler):
        (container,) = part["spec"]["containers"]
        check_dask(arguments(container))
        assert container["securityContext"]["runAsNonRoot"]
    ports = {port["name"] for port in scheduler["spec"]["containers"][0]["ports"]}
    service = scheduler["service"]
    assert {port["targetPort"] for port in service["ports"]} == ports
    assert service["type"] == "ClusterIP"
    # As the operator labels the scheduler's pod.
    name = data["metadata"]["name"]
    assert service["selector"] == {
        "dask.org/cluster-name": name,
        "dask.org/component": "scheduler",
    }


def file_of(package: str, name: str) -> Path:
    """A file of a package, which is not imported; skipped where it is not installed."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        pytest.skip(f"{package} is not installed")
    return Path(found.submodule_search_locations[0]) / name


def mistakes(schema: dict[str, Any], data: Any) -> list[str]:
    """What is wrong with data, by a JSON schema."""
    jsonschema = pytest.importorskip("jsonschema")
    kind = jsonschema.validators.validator_for(schema)
    return [f"{error.json_path}: {error.message}" for error in kind(schema).iter_errors(data)]


def test_the_compose_file_keeps_the_specification() -> None:
    path = file_of("check_jsonschema", "builtin_schemas/vendor/compose-spec.json")
    schema = json.loads(path.read_text("utf-8"))
    data = load("compose.yaml")
    assert mistakes(schema, data) == []
    data["services"]["worker"]["depend_on"] = ["scheduler"]
    data["services"]["worker"]["deploy"]["replicas"] = [4]
    assert len(mistakes(schema, data)) == 2


def closed(schema: Any) -> Any:
    """A schema of Kubernetes that refuses the fields which it does not know.

    Kubernetes itself drops them, so that a misspelt one goes unnoticed.
    """
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    if isinstance(inner.get("properties"), dict) and "type" in inner:
        inner.setdefault("additionalProperties", False)
    return inner


def test_the_manifest_is_what_the_operator_takes() -> None:
    crds = "operator/deployment/helm/dask-kubernetes-operator/crds/daskcluster.yaml"
    definition = yaml.safe_load(file_of("dask_kubernetes", crds).read_text("utf-8"))
    data = load("kubernetes.yaml")
    group, _, version = data["apiVersion"].partition("/")
    assert (definition["spec"]["group"], definition["spec"]["names"]["kind"]) == (
        group, data["kind"],
    )  # fmt: skip
    (served,) = (one for one in definition["spec"]["versions"] if one["name"] == version)
    schema = served["schema"]["openAPIV3Schema"]
    schema["properties"] = {
        "apiVersion": {"type": "string"},
        "kind": {"type": "string"},
        "metadata": {"type": "object"},
        **schema["properties"],
    }
    schema = closed(schema)
    assert mistakes(schema, data) == []
    data["spec"]["worker"]["replica"] = 3
    del data["spec"]["scheduler"]["service"]
    container = data["spec"]["worker"]["spec"]["containers"][0]
    container["arg"] = container.pop("args")
    container["env"] = {"OMP_NUM_THREADS": "1"}
    assert len(mistakes(schema, data)) == 4


def check_type(kind: str, value: Any, where: str) -> None:
    """A value against a type of the package `kubernetes`."""
    client = pytest.importorskip("kubernetes.client")
    if match := re.fullmatch(r"[Ll]ist\[(.*)\]", kind):
        assert isinstance(value, list), where
        for i, item in enumerate(value):
            check_type(match[1], item, f"{where}[{i}]")
    elif match := re.fullmatch(r"[Dd]ict[\[(]str, (.*)[\])]", kind):
        assert isinstance(value, dict), where
        for key, item in value.items():
            check_type(match[1], item, f"{where}.{key}")
    elif kind.startswith("V1"):
        model = getattr(client, kind)
        names = {name: field for field, name in model.attribute_map.items()}
        for key, item in value.items():
            assert key in names, f"{where} has no {key}"
            check_type(model.openapi_types[names[key]], item, f"{where}.{key}")
    elif kind != "object":
        assert isinstance(value, {"str": str, "int": int, "bool": bool}[kind]), where


def test_kubernetes_types() -> None:
    pytest.importorskip("kubernetes")
    data = load("kubernetes.yaml")
    for part in ("worker", "scheduler"):
        check_type("V1PodSpec", data["spec"][part]["spec"], part)
    check_type("V1ServiceSpec", data["spec"]["scheduler"]["service"], "service")
    with pytest.raises(AssertionError, match="has no imagePullPolice"):
        check_type("V1PodSpec", {"containers": [{"imagePullPolice": "Always"}]}, "worker")


@JOBQUEUE
def test_the_script_of_a_job_of_slurm(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "slurm.py"), "--script"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("#!/usr/bin/env bash\n")
    for line in (
        "#SBATCH -p short", "#SBATCH --cpus-per-task=16", "#SBATCH --mem=30G",
        "#SBATCH -t 04:00:00",
    ):  # fmt: skip
        assert line in done.stdout
    command = done.stdout.splitlines()[-1]
    check_dask(["dask", "worker", *re.findall(r"--[a-z-]+", command)])
    for part in (
        "--nthreads 1", "--nworkers 16", "--lifetime 238m", "--lifetime-stagger 1m", "tcp://",
    ):  # fmt: skip
        assert part in command


class FakeClient:
    """As much of a client as `_warnings` asks."""

    def __init__(self, address: str, n_threads: int = 1) -> None:
        self.scheduler = type("Scheduler", (), {"address": address})()
        self._n_threads = n_threads

    def nthreads(self) -> dict[str, int]:
        return {"worker": self._n_threads}


@pytest.mark.parametrize(
    ("address", "n_threads", "words"),
    [
        ("tcp://127.0.0.1:8786", 1, []),
        ("tcp://localhost:8786", 1, []),
        ("tcp://[::1]:8786", 1, []),
        ("tls://192.0.2.1:8786", 1, []),
        ("inproc://192.0.2.1/1/1", 1, []),
        ("tcp://192.0.2.1:8786", 1, ["can run any code"]),
        ("tcp://head:8786", 4, ["can run any code", "--nthreads 1"]),
    ],
)
def test_what_is_unsafe_or_slow_is_said(address: str, n_threads: int, words: list[str]) -> None:
    warnings = list(dask._warnings(FakeClient(address, n_threads)))
    assert len(warnings) == len(words)
    assert all(word in warning for word, warning in zip(words, warnings, strict=True))


def test_certificates(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl")
    folder = certificates(tmp_path)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["ca.pem", "cert.pem", "distributed.yaml", "key.pem"]
    assert stat.S_IMODE((folder / "key.pem").stat().st_mode) == 0o600
    data = yaml.safe_load((folder / "distributed.yaml").read_text(encoding="utf-8"))
    comm = data["distributed"]["comm"]
    assert comm["require-encryption"] is True
    named = {comm["tls"]["ca-file"]}
    for role in ("scheduler", "worker", "client"):
        named |= set(comm["tls"][role].values())
    assert {Path(name).parent for name in named} == {folder}
    assert all(Path(name).is_file() for name in named)
    pytest.importorskip("distributed")
    defaults = __import__("dask").config.defaults
    known = next(part["distributed"]["comm"] for part in defaults if "distributed" in part)
    assert set(comm) <= set(known)
    assert set(comm["tls"]) <= set(known["tls"])


def certificates(tmp_path: Path) -> Path:
    folder = tmp_path / "tls"
    subprocess.run(
        ["sh", str(EXAMPLES / "tls" / "certificates.sh"), str(folder)],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["tcp", "tls", "file"])
def test_a_scheduler_that_runs(tmp_path: Path, scheme: str) -> None:
    """Counts with a scheduler and a worker of their own, over each kind of address."""
    pytest.importorskip("distributed")
    if scheme == "tls" and shutil.which("openssl") is None:
        pytest.skip("no openssl")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    if scheme == "tls":
        env["DASK_CONFIG"] = str(certificates(tmp_path))
        options += ["--protocol", "tls"]
    contact = tmp_path / "scheduler.json"
    run_dask = [sys.executable, "-m", "dask"]
    (tmp_path / "words.txt").write_text("cod\nare\nben\ncab\nore\nden\n", encoding="utf-8")
    (tmp_path / "grid.txt").write_text("...\n...\n...\n", encoding="utf-8")
    running: list[subprocess.Popen[bytes]] = []
    try:
        running.append(
            subprocess.Popen(
                [*run_dask, "scheduler", "--scheduler-file", str(contact), *options],
                env=env, cwd=tmp_path, stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip
        while not contact.exists() or not contact.read_text(encoding="utf-8").strip():
            assert running[0].poll() is None
            time.sleep(0.1)
        address = yaml.safe_load(contact.read_text(encoding="utf-8"))["address"]
        running.append(
            subprocess.Popen(
                [*run_dask, "worker", address, "--nworkers", "1", "--nthreads", "1"],
                env=env, cwd=tmp_path, stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip
        cluster = f"file:{contact}" if scheme == "file" else address
        assert cluster.startswith(scheme)
        argv = ["count", "grid.txt", "-w", "words.txt", "--cluster", cluster]
        done = subprocess.run(
            [sys.executable, "-m", "satcross", *argv],
            env=env, cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, "2 fills\n")
        assert "warning" not in done.stderr
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()
