# SPDX-License-Identifier: MIT
"""Builds changed references and judges them by the corpus, for run.py."""
import collections
import concurrent.futures
import contextlib
import glob
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

REF = os.path.normpath(os.path.join(HERE, '..', '..', '..', 'ref'))
FUZZ = os.path.normpath(os.path.join(HERE, '..', '..', '..', 'fuzz'))
LAWS = os.path.normpath(os.path.join(HERE, '..', '..', '..', 'conformance', 'tests', 'laws'))
# The judge that looks for other questions, with what changes them.
SIGHT = [os.path.join(HERE, 'judge_sight.c'), os.path.join(HERE, 'own_answer.c')] + [
    os.path.join(FUZZ, name) for name in ('mutate_text.c', 'parts/mutate.c', 'parts/parts.c')]


def core_files():
    """The files of the core, relative to ref/: those of the reader, and those of the writer. Without
    the public headers, because the tests that judge use their constants."""
    names = [os.path.join(folder, name) for folder in ('', 'encode', 'text')
             for name in sorted(os.listdir(os.path.join(REF, folder))) if re.fullmatch(r'(?!sfr).*\.[ch]', name)]
    reader = [name for name in names if '/' not in name or name in ('encode/model.c', 'text/dump.c')]
    return reader, [name for name in names if name not in reader]


READER, WRITER = core_files()
CORE = READER + WRITER
# The source of the reference's answers, and where the build has its object.
ANSWERS = 'ref_answer.c', 'conformance/adapters/'
# These notice an index outside an array, a shift that is too wide or a sum that overflows, as
# ci/test.sh does.
CHECKED = ['-O1', '-fsanitize=bounds-strict,shift,signed-integer-overflow,integer-divide-by-zero', '-fsanitize-undefined-trap-on-error']
# A mutant may take so many times as long as the reference.
PATIENCE = 10


# outcome: killed, survivor, same (the compiler makes the same code of it), unseen (no question is
# known whose answer it changes), unbuilt, unjudged (no answer)
Result = collections.namedtuple('Result', 'job outcome why')


class Failure(Exception):
    """An error to fix before mutants can be judged."""


class NoAnswer(Failure):
    """The server gave no answer, or not a valid one."""


# ---- Building and judging ----

def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def must_run(command):
    done = run(command)
    if done.returncode != 0:
        raise Failure('%s\n%s' % (' '.join(command), done.stdout))
    return done.stdout


class Project:
    """What to mutate and how to build it: the folder to copy, the folder in it that the names of the
    sources are relative to, these names, and what all mutants share: the objects with the judge, and
    those with a second judge, which looks for other questions that tell a survivor apart."""

    def __init__(self, folder, sources, scratch, server, cc='cc', options=(), objects=(), inside='', sight=()):
        self.folder, self.scratch, self.server, self.cc, self.inside = folder, scratch, server, cc, inside
        self.options, self.objects, self.sight = list(options), list(objects), list(sight)
        self.units = [name for name in sources if name.endswith('.c')]
        self.texts = {}
        for name in sources:
            with open(os.path.join(folder, inside, name), encoding='utf-8') as file:
                self.texts[name] = file.read()
        # File names are unique over all folders, so an #include names one file.
        self.includes = {}
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(('.c', '.h')):
                    with open(os.path.join(place, name), encoding='utf-8') as file:
                        self.includes[name] = re.findall(r'^#include "([^"]+)"', file.read(), re.MULTILINE)

    def units_with(self, name):
        """The files to compile when one changes: itself, or those that include it, directly or not."""
        def reaches(unit):
            return unit == os.path.basename(name) or any(reaches(header) for header in self.includes.get(unit, []))
        return [unit for unit in self.units if reaches(os.path.basename(unit))]


class Server:
    """A process that judges shared objects, one line for each; see serve.c."""

    ANSWER = re.compile(r'(passed|failed|crashed|timed-out)\t([0-9]+)\t(.*)\n')

    def __init__(self, command):
        self.command, self.process, self.lines = command, None, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # A mutant may print bytes that are not text. Only a newline ends a line: it may print a
        # carriage return.
        self.lines = io.TextIOWrapper(self.process.stdout, encoding='utf-8', errors='backslashreplace', newline='\n')
        if not re.fullmatch(r'[1-9][0-9]*\n', self.lines.readline()):
            raise Failure('the server does not start: %s' % ' '.join(self.command))

    def ask(self, milliseconds, path):
        """Word, milliseconds, text; or NoAnswer, and a new server."""
        try:
            self.process.stdin.write(b'%d %s\n' % (milliseconds, os.fsencode(path)))
            self.process.stdin.flush()
            line = self.lines.readline()
        except BrokenPipeError:
            line = ''
        answer = self.ANSWER.fullmatch(line)
        if answer:
            return answer[1], int(answer[2]), re.sub('[\x00-\x1f\x7f-\x9f]', '?', answer[3])
        self.end()
        self.start()
        raise NoAnswer('the server %s' % ('said %a' % line if line else 'has ended'))

    def end(self):
        """Kills it, so that a late answer cannot count for the next mutant."""
        self.process.kill()
        self.process.wait()
        self.lines.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass


class Bench:
    """Its own copy of the sources, and a server that judges what is built from it."""

    def __init__(self, project, number):
        self.project = project
        self.folder = os.path.join(project.scratch, 'bench-%d' % number)
        self.sources = os.path.join(self.folder, 'src', project.inside)
        shutil.rmtree(self.folder, ignore_errors=True)
        copy_sources(project.folder, os.path.join(self.folder, 'src'))
        self.server = Server(project.server)
        self.plain = {}
        for unit in project.units:
            self.plain[unit] = self.compile(unit, 'plain', CHECKED)
            if self.plain[unit] is None:
                raise Failure('%s cannot be compiled' % unit)
        self.optimised = {}
        self.milliseconds = 60000

    def close(self):
        self.server.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def compile(self, unit, suffix, flags):
        """The object file of one source, or None."""
        out = os.path.join(self.folder, '%s.%s.o' % (os.path.basename(unit), suffix))
        command = [self.project.cc, '-std=c11', '-w', '-fPIC', '-fno-strict-aliasing', *flags, '-I', self.sources,
                   *self.project.options, '-c', os.path.join(self.sources, unit), '-o', out]
        return out if run(command).returncode == 0 else None

    def judge(self, changed, judge):
        """The server's answer about the reference with these objects in place of its own, and this
        judge: word, milliseconds, text."""
        out = os.path.join(self.folder, 'subject.so')
        objects = [changed.get(unit, plain) for unit, plain in self.plain.items()]
        done = run(['ld', '-shared', '-Bsymbolic', '-o', out, *objects, *judge])
        if done.returncode != 0:
            raise NoAnswer('it cannot be linked: %s' % ' '.join(done.stdout.split()))
        try:
            return self.server.ask(self.milliseconds, out)
        except NoAnswer:
            # Perhaps something else killed the server: try once more.
            return self.server.ask(self.milliseconds, out)

    def judge_original(self):
        needed = 6000
        for judge in [self.project.objects] + ([self.project.sight] if self.project.sight else []):
            answer = self.judge({}, judge)
            if answer[0] != 'passed':
                raise Failure('the reference itself does not pass: %s' % answer[2])
            needed = max(needed, PATIENCE * answer[1])
        self.milliseconds = needed

    def optimised_code(self, unit):
        path = self.compile(unit, 'mutant', ['-O2', '-g0'])
        if path is None:
            raise Failure('%s cannot be compiled with -O2' % unit)
        with open(path, 'rb') as file:
            return file.read()

    def same_code(self, units):
        """Whether an optimising compiler makes the same objects of the changed files as of the
        original ones."""
        return all(self.optimised_code(unit) == self.optimised[unit] for unit in units)

    def optimise_original(self, units):
        for unit in units:
            if unit not in self.optimised:
                self.optimised[unit] = self.optimised_code(unit)

    def try_mutant(self, job):
        changes = job.changes(self.project.texts)
        units = sorted({unit for name in changes for unit in self.project.units_with(name)})
        self.optimise_original(units)
        self.write(changes)
        try:
            result = Result(job, *self.outcome_of_changed(units))
        except NoAnswer as error:
            result = Result(job, 'unjudged', str(error))
        finally:
            self.write({name: self.project.texts[name] for name in changes})
        if result.outcome == 'unbuilt' and not all(self.compile(unit, 'mutant', CHECKED) for unit in units):
            raise Failure('what is not changed cannot be compiled any more: %s' % ' '.join(units))
        return result

    def write(self, texts):
        for name, text in texts.items():
            write_text(os.path.join(self.sources, name), text)

    def outcome_of_changed(self, units):
        changed = {}
        for unit in units:
            changed[unit] = self.compile(unit, 'mutant', CHECKED)
            if changed[unit] is None:
                return 'unbuilt', 'it does not compile'
        answer = self.judge(changed, self.project.objects)
        word, _, text = answer
        if word != 'passed':
            return 'killed', text if word == 'failed' else word
        if self.same_code(units):
            return 'same', ''
        if not self.project.sight:
            return 'survivor', ''
        word, _, text = self.judge(changed, self.project.sight)
        return ('unseen', '') if word == 'passed' else ('survivor', text if word == 'failed' else word)


def copy_sources(folder, to):
    shutil.copytree(folder, to, ignore=lambda place, names: [
        n for n in names if not n.endswith(('.c', '.h')) and not os.path.isdir(os.path.join(place, n))])


def write_text(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def show_progress(text):
    if sys.stderr.isatty():
        print('\r\033[K' + text, end='', file=sys.stderr, flush=True)


def judge_all(project, jobs, workers, judged=lambda result: None):
    """The results of all jobs, in their order, and each for `judged` when it is there. An error is a Failure only if nothing
    was judged before."""
    todo, results, errors, count = iter(list(enumerate(jobs))), {}, [], max(1, min(workers, len(jobs)))

    def work(number):
        try:
            with contextlib.closing(Bench(project, number)) as bench:
                bench.judge_original()
                for index, job in todo:
                    if errors:
                        break
                    results[index] = bench.try_mutant(job)
                    show_progress('')
                    judged(results[index])
                    show_progress('%d of %d mutants' % (len(results), len(jobs)))
        except (Failure, OSError, ValueError) as error:
            errors.append(error)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        list(pool.map(work, range(count)))
    show_progress('')
    if errors and not results:
        raise Failure(str(errors[0]))
    for i, job in enumerate(jobs):
        if i not in results:
            results[i] = Result(job, 'unjudged', str(errors[0]))
            judged(results[i])
    return [results[i] for i in range(len(jobs))]


# ---- The reference ----

def command_for(build, source, folder):
    """The words of the command that compiles a source, for an object in this folder of the build."""
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        for command in json.load(file):
            if command['file'].endswith('/' + source) and command['output'].startswith(folder):
                return shlex.split(command['command'])
    raise Failure('the build in %s does not compile %s' % (build, source))


def sources_of_test(build):
    """The files of the test of the corpus, with judge.c in place of its main(), and the options for
    their headers."""
    laws = sorted(glob.glob(os.path.join(LAWS, '*.c')))
    sources = [path for path in laws if not path.endswith('/test_corpus.c')] + [os.path.join(HERE, 'judge.c')]
    include = ['-I' + os.path.join(build, word[2:]) for word in command_for(build, 'test_corpus.c', 'conformance/tests/')
               if word.startswith('-I')]
    return sources + [os.path.join(build, 'ref', 'sfr_registers.c'), os.path.join(REF, 'registers', 'levels.c')], include + ['-I' + LAWS]


def link_of_test(build):
    """The archives that the test of the corpus is linked with, without the reference, and its other
    libraries."""
    commands = must_run(['ninja', '-C', build, '-t', 'commands', 'conformance/tests/test_corpus']).splitlines()
    words = shlex.split(commands[-1])
    archives = [os.path.join(build, word) for word in words if word.endswith('.a') and not re.match('ref/(?!json/|common/|tests/)', word)]
    return archives, [word for word in words if word.endswith('.so') or re.match('-[lL]', word)]


def compile_part(source, scratch, options):
    """The object file of a source that no mutant changes."""
    out = os.path.join(scratch, os.path.basename(source) + '.o')
    must_run(['gcc', '-std=c11', '-w', '-O2', '-fPIC', *options, '-c', source, '-o', out])
    return out


def link_part(name, sources, scratch, options, archives):
    """A judge, linked beforehand, because every mutant waits for it."""
    out = os.path.join(scratch, name)
    objects = [compile_part(source, scratch, options) for source in sources]
    must_run(['ld', '-r', '-o', out, *objects, '--start-group', *archives, '--end-group'])
    return out


def build_server(top, build, scratch):
    """The command of serve.c. The shared objects use its libraries."""
    server = os.path.join(scratch, 'serve')
    archives, libraries = link_of_test(build)
    must_run(['gcc', '-std=c11', '-O2', *sources_of_test(build)[1], os.path.join(HERE, 'serve.c'),
              '-Wl,--no-as-needed,--start-group', *archives, os.path.join(build, 'ref', 'libsfr.a'), *libraries,
              '-Wl,--end-group', '-pthread', '-o', server])
    return [server, os.path.join(top, 'corpus')]


def prepare_reference(top, build, scratch):
    """The core of the reference as a project, judged by the test of the corpus."""
    os.makedirs(scratch, exist_ok=True)
    sources, include = sources_of_test(build)
    judge = link_part('shared.o', sources, scratch, include, link_of_test(build)[0])
    return Project(os.path.join(top, 'ref'), CORE, scratch, build_server(top, build, scratch), 'gcc', ['-I' + os.path.join(build, 'ref')],
                   [judge])


def files_of_reference(endings):
    return [os.path.join(folder, name) for folder in ('', 'encode', 'text', 'elf')
            for name in sorted(os.listdir(os.path.join(REF, folder))) if name.endswith(endings)]


def prepare_answers(top, build, scratch, plain_alone):
    """The reference as a project, judged by its answers to all questions; see judge_designs.c."""
    os.makedirs(scratch, exist_ok=True)
    # The reference, its ELF reader, and its answers to all questions.
    own = files_of_reference('.c') + ['registers/levels.c', os.path.join('..', 'conformance', 'adapters', 'ref_answer.c')]
    options = [word for word in command_for(build, *ANSWERS) if word == '-DHAVE_ELF']
    tree, adapters = os.path.join(scratch, 'tree'), os.path.join(top, 'conformance', 'adapters')
    shutil.rmtree(tree, ignore_errors=True)
    copy_sources(REF, os.path.join(tree, 'ref'))
    copy_sources(adapters, os.path.join(tree, 'conformance', 'adapters'))
    include = sources_of_test(build)[1] + ['-I' + os.path.dirname(adapters), '-I' + adapters]
    made = compile_part(os.path.join(build, 'ref', 'sfr_registers.c'), scratch, include)

    def judge(name, sources, *more):
        """It has a reference of its own, which nothing else may find."""
        shared = link_part(name, sources, scratch, [*include, *options, *more], [*link_of_test(build)[0], os.path.join(build, 'ref', 'libsfr.a')])
        must_run(['objcopy', '--keep-global-symbol=judge', shared])
        return [shared, made]

    designs = judge('judge.o', [os.path.join(HERE, 'judge_designs.c')], *(['-DPLAIN_ALONE'] if plain_alone else []))
    sight = judge('sight.o', SIGHT, '-I' + os.path.join(FUZZ, 'parts')) if plain_alone else []
    return Project(tree, own + files_of_reference('.h'), scratch, build_server(top, build, scratch), 'gcc',
                   ['-I' + os.path.join(build, 'ref'), '-I' + os.path.dirname(adapters), *options], designs, 'ref', sight)
