# Sourced by the scripts beside it: `make_venv [EXTRA]` sees to a virtual environment in .venv that
# has satcross as it stands here, and sets `root` and `bin`. Needs Python 3.11 or newer and PyPI.
# It installs anew when pyproject.toml or the extension module's source has changed, or when an
# extra is asked for that is not there.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
bin=$root/.venv/bin

find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    echo "satcross needs Python 3.11 or newer; set PYTHON to one" >&2
    return 1
}

make_venv() {
    local extra=${1-} wanted stamp=$root/.venv/satcross-installed python
    wanted="$root $(cat "$root"/{pyproject.toml,setup.py,satcross/solve/lazy/_kernel.pyx} | cksum)"
    if [[ -x $bin/python ]] && { grep -qxF "$wanted dev" "$stamp" ||
        grep -qxF "$wanted $extra" "$stamp"; } 2>/dev/null; then
        return
    fi
    # A folder that was moved has scripts in .venv that name the old place.
    if ! "$bin/python" -c '' 2>/dev/null || ! grep -qF "$root " "$stamp" 2>/dev/null; then
        python=$(find_python)
        "$python" -m venv --clear "$root/.venv" || {
            echo "no virtual environment could be made (on Debian: apt install python3-venv)" >&2
            return 1
        }
    fi
    echo "installing satcross into $root/.venv" >&2
    "$bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${extra:+[$extra]}" >&2
    # Python compiles modules when it first imports them, but not where PYTHONDONTWRITEBYTECODE is
    # set; an editable installation would then be compiled at every start.
    "$bin/python" -m compileall -q "$root/satcross"
    "$bin/python" -c 'import satcross.solve.lazy._kernel' 2>/dev/null ||
        echo "no C compiler: satcross will search in Python, several times slower" >&2
    printf '%s\n' "$wanted $extra" >"$stamp"
}
