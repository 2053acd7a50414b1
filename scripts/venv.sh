# Sourced by the scripts beside it: `make_venv [EXTRA]` sees to a virtual environment in .venv that
# has satcross as it stands here, and sets `root` and `bin`. Needs Python 3.11 or newer and PyPI.
# It installs anew when pyproject.toml or the extension module's source has changed, or when an
# extra is asked for that is not there.
#
# SATCROSS_LOCK=requirements/ci.txt installs the pinned releases of that file, checked against its
# hashes, instead of the newest that pyproject.toml allows. Continuous integration sets it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
bin=$root/.venv/bin

# `say_usage "$@"` ends with the text at the head of the script where -h or --help is asked for.
say_usage() {
    [[ ${1-} == -h || ${1-} == --help ]] || return 0
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
}

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

# Says what pip is at, a line for each package: without it there is silence for minutes.
install() {
    local step rest
    "$bin/python" -m pip install --disable-pip-version-check --progress-bar off "$@" |
        while read -r step rest; do
            case $step in
                Collecting) echo "    downloading ${rest%%[ ;(<>=!~]*}" ;;
                Building) echo "    building ${rest%% (*}" ;;
                Installing) echo "    installing all of them" ;;
            esac
        done >&2
}

make_venv() {
    local extra=${1-} wanted stamp=$root/.venv/satcross-installed python inputs editable
    local lock=${SATCROSS_LOCK:+$root/$SATCROSS_LOCK}
    inputs=("$root"/{pyproject.toml,setup.py} "$root"/satcross/solve/lazy/kernel/_*.{pyx,pxi,h}
        "$root"/satcross/{words,apps/proofs/*}/_*.pyx ${lock:+"$lock"})
    wanted="$root $(cat "${inputs[@]}" | cksum)"
    if [[ -x $bin/python ]] && { grep -qxF "$wanted dev" "$stamp" ||
        grep -qxF "$wanted $extra" "$stamp"; } 2>/dev/null; then
        return
    fi
    # `--clear` would empty the folder of somebody else.
    if [[ -L $root/.venv ]]; then
        echo "$root/.venv is a link to another environment: remove the link" >&2
        return 1
    fi
    # A folder that was moved has scripts in .venv that name the old place.
    if ! "$bin/python" -c '' 2>/dev/null || ! grep -qF "$root " "$stamp" 2>/dev/null; then
        python=$(find_python)
        echo "making the virtual environment $root/.venv" >&2
        "$python" -m venv --clear "$root/.venv" || {
            echo "no virtual environment could be made (on Debian: apt install python3-venv)" >&2
            return 1
        }
    fi
    echo "installing satcross and what it needs, from PyPI: a minute or two" >&2
    # The mode of old puts this folder on the path, where type checkers find it too. The new one
    # adds an import hook, which they cannot follow, and which takes 10 ms at every start.
    editable=(--config-settings editable_mode=compat --editable)
    if [[ $lock ]]; then
        # The lock has the build requirements too: an isolated build would fetch others, unchecked.
        install --require-hashes --requirement "$lock"
        install --no-deps --no-build-isolation "${editable[@]}" "$root"
    else
        install "${editable[@]}" "$root${extra:+[$extra]}"
    fi
    # Python compiles modules when it first imports them, but not where PYTHONDONTWRITEBYTECODE is
    # set; an editable installation would then be compiled at every start.
    echo "compiling its modules" >&2
    "$bin/python" -m compileall -q "$root/satcross"
    "$bin/python" -c 'import satcross.solve.lazy.kernel._kernel' 2>/dev/null ||
        echo "no C compiler: satcross will search in Python, several times slower" >&2
    printf '%s\n' "$wanted $extra" >"$stamp"
}

# Sets `uv` to that program: the one on the path, or else one installed into .venv.
find_uv() {
    uv=$(command -v uv) || {
        [[ -x $bin/uv ]] || install uv
        uv=$bin/uv
    }
}
