# SPDX-License-Identifier: MIT
# A fork server for a program that takes long to start (server.c). Source it after ci/lib.sh or ci/tests/tap.sh.

forkserver_sources=$(dirname "${BASH_SOURCE[0]}")

# make_fork_server FOLDER: compiles the server and the client.
make_fork_server() {
    local flags=(-std=gnu11 -O2 -Wall -Wextra -Werror)
    mkdir -p "$1"
    "${CC:-cc}" "${flags[@]}" -shared -fPIC -o "$1/server.so" "$forkserver_sources/server.c" &&
        "${CC:-cc}" "${flags[@]}" -o "$1/client" "$forkserver_sources/client.c"
}

# start_fork_server FOLDER PROGRAM: $FOLDER/bin/NAME, with the program's name, now does what the program does, if
# FORKSERVER_SOCKET is exported. Fails if the program does not start, or does not load its libraries when it does.
start_fork_server() {
    local name=${2##*/} word=''
    export FORKSERVER_SOCKET=$1/socket
    rm -f "$FORKSERVER_SOCKET"
    mkdir -p "$1/bin"
    cp "$1/client" "$1/bin/$name"
    coproc FORKSERVER { LD_PRELOAD=$(realpath "$1/server.so") FORKSERVER_PROGRAM=$name exec "$2" 2>/dev/null; }
    # The array is unset as soon as the program ends.
    forkserver_pid=$FORKSERVER_PID
    { exec {forkserver_in}>&"${FORKSERVER[1]}"; } 2>/dev/null
    read -r -t 20 word <&"${FORKSERVER[0]}" 2>/dev/null || true
    if [ "$word" != ready ]; then
        stop_fork_server || true
        return 1
    fi
}

# stop_fork_server: fails if it had ended by itself, so that its last clients had no answer.
stop_fork_server() {
    local result=0
    kill -0 "$forkserver_pid" 2>/dev/null || result=1
    if [ -n "${FORKSERVER[1]:-}" ]; then exec {FORKSERVER[1]}>&-; fi
    exec {forkserver_in}>&-
    wait "$forkserver_pid" 2>/dev/null || true
    return $result
}
