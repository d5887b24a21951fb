#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the processes of a fuzzing engine until they have used up their CPU time or wall-clock time.

usage: run.py --spent FILE (--cpu SECONDS | --wall SECONDS) [--stop USR1|TERM] [--restarts N] [--name NAME]
              --log PREFIX -- COMMAND... [+++ COMMAND...]...

FILE keeps the time used, also after an interruption: the next call with it continues from there.
CPU time is that of the commands and all their descendants. The output of a command goes to
PREFIX.N, a new file for each start. A command that ends too early is restarted, N times in all.
Exit status: 0 the time is used up; 3 a command ended before, for good; 128 + N stopped by signal N.
"""
import argparse
import ctypes
import json
import os
import signal
import subprocess
import sys
import time

TICKS = os.sysconf('SC_CLK_TCK')
SEPARATOR = '+++'
# Python and argparse use 1 and 2.
ENDED_BEFORE = 3
PR_SET_PDEATHSIG = 1


def arguments(argv):
    at = argv.index('--') if '--' in argv else len(argv)
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('--spent', required=True)
    p.add_argument('--cpu', type=float)
    p.add_argument('--wall', type=float)
    p.add_argument('--stop', default='TERM', choices=['USR1', 'TERM'])
    p.add_argument('--restarts', type=int, default=0)
    p.add_argument('--name', default='fuzzing', help='what a terminal shows before the time used')
    p.add_argument('--log', required=True)
    a = p.parse_args(argv[:at])
    if (a.cpu is None) == (a.wall is None):
        p.error('expected either --cpu or --wall')
    a.commands = [[]]
    for word in argv[at + 1:]:
        if word == SEPARATOR:
            a.commands.append([])
        else:
            a.commands[-1].append(word)
    if not all(a.commands):
        p.error('expected a command after --')
    return a


def cpu_of_trees(roots):
    """CPU seconds of the processes and their descendants, including those that have ended and were
    waited for."""
    below, used = {}, {}
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/stat' % pid, 'rb') as f:
                fields = f.read().rsplit(b')', 1)[1].split()
        except OSError:
            continue
        below.setdefault(int(fields[1]), []).append(int(pid))
        used[int(pid)] = sum(map(int, fields[11:15])) / TICKS
    total, todo = 0.0, list(roots)
    while todo:
        pid = todo.pop()
        total += used.get(pid, 0.0)
        todo += below.get(pid, [])
    return total


class Run:
    def __init__(self, a):
        self.a = a
        self.before = {'cpu': 0.0, 'wall': 0.0, 'restarts': 0}
        if os.path.exists(a.spent):
            with open(a.spent, encoding='utf-8') as f:
                self.before.update(json.load(f))
        self.restarts = self.before['restarts']
        self.began = time.monotonic()
        self.finished_cpu = 0.0
        self.cpu = 0.0
        self.logs = 0
        self.running = {}
        self.signal = 0
        self.ended_before = False

    def start(self, command):
        while os.path.exists('%s.%d' % (self.a.log, self.logs)):
            self.logs += 1
        libc = ctypes.CDLL(None)
        with open('%s.%d' % (self.a.log, self.logs), 'xb') as log:
            # In its own session, so that only this process gets the terminal's Ctrl-C. No child
            # outlives this process.
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                                     preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM))
        # Keep a reference: otherwise subprocess waits for the child, and reap() never sees its end.
        self.running[child.pid] = child

    def reap(self, options):
        """The commands that have ended."""
        ended = []
        while self.running:
            try:
                pid, status, usage = os.wait4(-1, options)
            except ChildProcessError:
                break
            if pid == 0:
                break
            self.finished_cpu += usage.ru_utime + usage.ru_stime
            child = self.running.pop(pid)
            child.returncode = os.waitstatus_to_exitcode(status)
            ended.append(child.args)
        return ended

    def spent(self):
        # The time of a descendant that nobody waited for disappears when it ends.
        self.cpu = max(self.cpu, self.finished_cpu + cpu_of_trees(self.running))
        return {'cpu': round(self.before['cpu'] + self.cpu, 3),
                'wall': self.before['wall'] + round(time.monotonic() - self.began, 3), 'restarts': self.restarts}

    def keep(self, spent):
        with open(self.a.spent + '.new', 'w', encoding='utf-8') as f:
            json.dump(spent, f)
        os.replace(self.a.spent + '.new', self.a.spent)

    def show(self, spent):
        if sys.stderr.isatty():
            sys.stderr.write('\r\033[K%s: %.0f s of CPU time, %.0f s' % (self.a.name, spent['cpu'], spent['wall']))
            sys.stderr.flush()

    def stop_all(self):
        """Asks first, because engines then write their state; kills at last."""
        for number, patience in ((getattr(signal, 'SIG' + self.a.stop), 30), (signal.SIGTERM, 10), (signal.SIGKILL, 10)):
            for pid in self.running:
                try:
                    os.kill(pid, number) if number == signal.SIGUSR1 else os.killpg(pid, number)
                except ProcessLookupError:
                    pass
            until = time.monotonic() + patience
            while self.running and time.monotonic() < until:
                self.reap(os.WNOHANG)
                time.sleep(0.05)

    def used_up(self, spent):
        return spent['cpu'] >= self.a.cpu if self.a.cpu is not None else spent['wall'] >= self.a.wall

    def run(self):
        parent = os.getppid()
        spent = self.spent()
        for command in self.a.commands if not self.used_up(spent) else []:
            self.start(command)
        while self.running and not self.used_up(spent) and not self.signal and os.getppid() == parent:
            time.sleep(0.5)
            for command in self.reap(os.WNOHANG):
                if self.restarts < self.a.restarts:
                    self.restarts += 1
                    self.start(command)
                else:
                    self.ended_before = True
            spent = self.spent()
            self.keep(spent)
            self.show(spent)
        self.stop_all()
        spent = self.spent()
        self.keep(spent)
        if sys.stderr.isatty():
            sys.stderr.write('\r\033[K')
        if self.used_up(spent):
            return ENDED_BEFORE if self.ended_before else 0
        return 128 + self.signal if self.signal else ENDED_BEFORE


def main():
    run = Run(arguments(sys.argv[1:]))

    def stopped(number, _):
        run.signal = number
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stopped)
    return run.run()


if __name__ == '__main__':
    sys.exit(main())
