#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/forkserver: a program behind it does what it does alone. A TAP producer.
. "$(dirname "$0")/tap.sh"
. "$ci/real/forkserver/lib.sh"
need cc

mkdir "$dir/real" "$dir/there"
cat >"$dir/program.c" <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static pid_t started;
static int changed = 1;

__attribute__((constructor)) static void before(void) { started = getpid(); }

int main(int argc, char **argv)
{
    char line[64] = "", folder[4096];
    struct rlimit cpu;
    const char *word = argc > 1 ? argv[1] : "";
    if (strcmp(word, "say") == 0) {
        getrlimit(RLIMIT_CPU, &cpu);
        if (!fgets(line, sizeof line, stdin) || !getcwd(folder, sizeof folder))
            return 1;
        printf("%d %d |%s| %s %s%d %ld\n", argc, changed++, argv[argc - 1], strrchr(folder, '/'), line, started == getpid(), (long)cpu.rlim_cur);
        fprintf(stderr, "to standard error\n");
        return 7;
    }
    if (strcmp(word, "files") == 0)
        return dup(0);
    if (strcmp(word, "abort") == 0)
        abort();
    if (strcmp(word, "wait") == 0) {
        printf("%ld\n", (long)getpid());
        fflush(stdout);
        pause();
    }
    return 0;
}
END
cc -o "$dir/real/program" "$dir/program.c" || exit 1
script "$dir/real/wrapped" 'exec "${0%/*}/program" "$@"'
make_fork_server "$dir/server" >"$dir/out" 2>"$dir/err"
check 'it compiles without a warning' [ $? = 0 ]
start_fork_server "$dir/server" "$dir/real/program"
check 'it starts' [ $? = 0 ]
program=$dir/server/bin/program

# say PROGRAM: its output, error and status.
say() { (cd "$dir/there" && ulimit -t 33 && echo hello | "$1" say 'two words' '' >"$dir/out" 2>"$dir/err"; echo $? >>"$dir/out"); }
say "$dir/real/program"
expected=$(cat "$dir/out")
say "$program"
check 'arguments, directory, input, limits and status are those of the client' \
    [ "$(cat "$dir/out")" = "$(sed 's/^1 33$/0 33/' <<<"$expected")" ]
check 'standard error is its own' grep -qx 'to standard error' "$dir/err"
say "$program"
check 'each run begins anew' grep -q '^4 1 ||' "$dir/out"
check 'the plain program has begun by itself, this one by the server' grep -qx '1 33' <<<"$expected"
"$program" files </dev/null
check 'no other file is open' [ $? = 3 ]
{ "$program" abort; } 2>"$dir/err"
check 'a signal ends the client as it ended the program' [ $? = 134 ]

"$program" wait >"$dir/pid" &
client=$!
"$program" wait >"$dir/pid2" &
other=$!
for _ in $(seq 100); do [ ! -s "$dir/pid" ] || [ ! -s "$dir/pid2" ] || break; sleep 0.1; done
check 'two run at once' kill -0 "$(cat "$dir/pid")" "$(cat "$dir/pid2")"
kill -9 $client
wait $client 2>/dev/null
for _ in $(seq 100); do kill -0 "$(cat "$dir/pid")" 2>/dev/null || break; sleep 0.1; done
check 'a program ends when its client is killed' [ ! -e "/proc/$(cat "$dir/pid")" ]
check 'the other one does not' kill -0 "$(cat "$dir/pid2")"

"$program" $(seq 300) 2>"$dir/err"
check 'more words than it takes are refused' [ "$? $(cat "$dir/err")" = "127 forkserver: the request cannot be carried out: Argument list too long" ]
"$program" "$(head -c 70000 /dev/zero | tr '\0' x)" 2>"$dir/err"
check 'and longer ones' [ "$? $(cat "$dir/err")" = '127 forkserver: arguments: Argument list too long' ]
"$program" say </dev/null >/dev/null 2>&1
check 'it still runs after that' [ $? = 1 ]

stop_fork_server
check 'it ends when it is told to' [ $? = 0 ]
wait $other 2>/dev/null
check 'its programs end with it' [ ! -e "/proc/$(cat "$dir/pid2")" ]
"$program" 2>"$dir/err"
check 'without a server the client says so' [ "$? $(sed 's/: .*:/:/' "$dir/err")" = '127 forkserver: Connection refused' ]
(unset FORKSERVER_SOCKET; "$program" 2>"$dir/err")
check 'or without its name' [ "$? $(cat "$dir/err")" = '127 forkserver: FORKSERVER_SOCKET does not name a socket' ]
start_fork_server "$dir/server" "$dir/real/program"
kill -9 "$forkserver_pid"
"$program" 2>"$dir/err"
check 'a client of a server that was killed' [ $? = 127 ]
stop_fork_server 2>/dev/null
check 'and it is known that it had ended' [ $? = 1 ]
start_fork_server "$dir/server" "$dir/real/missing"
check 'a program that is missing does not start' [ $? = 1 ]
start_fork_server "$dir/server" "$dir/real/wrapped"
check 'nor one behind a wrapper that gives it another name' [ $? = 1 ]
plan
