#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints C functions whose frames are unusual. For ci/real/compilers.sh.

usage: functions.py SEED FIRST LAST

Function I depends on SEED and I alone, so that a file may hold any of them: FIRST to LAST - 1. Its name is KIND_I. Every
run of functions as long as KINDS has each kind once; the other parts of a function are drawn. Nothing is included: the
text needs a compiler, and no C library. OMITS_FP says that the flags let FP be an ordinary register.
"""
import random
import sys

sys.dont_write_bytecode = True
from parts import PARTS, live_values  # noqa: E402

PRELUDE = '''typedef __builtin_va_list list;
struct wide { long word[12]; };
extern long ext0(void), ext1(long), ext2(long, long), ext3(long, long, long);
extern long ext9(long, long, long, long, long, long, long, long, long);
extern long extv(long, ...);
extern double extd(double);
extern struct wide extw(struct wide);
extern void sink(void *);
extern void leave(long) __attribute__((noreturn));
extern long rare(long) __attribute__((cold));
extern volatile long cell;
extern volatile double dcell;
#if defined __x86_64__
#define SAVED "rbx", "r12", "r13", "r14", "r15"
#define ONE_SAVED "r13"
#define FP_REGISTER "rbp"
#elif defined __aarch64__
#define SAVED "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"
#define ONE_SAVED "x22"
#define FP_REGISTER "x29"
#else
#define SAVED "r6", "r7", "r8", "r9", "r10"
#define ONE_SAVED "r8"
#define FP_REGISTER "r11"
#endif
'''

SIMPLEST = 'extern long ext1(long);\nlong simplest_000(long a) { return ext1(a) + 1; }\n'
KINDS = []


class Function:
    """Its parts: attributes, parameters, statements, and what comes back. `alone`: nothing may be added."""

    def __init__(self, seed, index):
        self.index, self.random = index, random.Random(f'{seed}/{index}')
        self.attributes, self.parameters, self.body, self.alone = [], ['long a', 'long b'], [], False
        self.result, self.value, self.condition, self.names = 'long', 'a', '', 0

    def number(self, below):
        """Python promises the same numbers for ever of random() alone."""
        return int(self.random.random() * below)

    def pick(self, things):
        return things[self.number(len(things))]

    def new(self):
        self.names += 1
        return f'v{self.names}'

    def add(self, *lines):
        self.body += lines

    def text(self):
        attributes = ''.join(f'__attribute__(({a})) ' for a in self.attributes)
        end = [] if self.value is None else [f'return {self.value};']
        text = [f'{attributes}{self.result} {name(self.index)}({", ".join(self.parameters)})', '{']
        text += ['    ' + line.replace('NAME', name(self.index)) for line in self.body + end] + ['}']
        if self.condition:
            text = [f'#if {self.condition}'] + text + ['#endif']
        return '\n'.join(text) + '\n'


def kind(part):
    KINDS.append(part)
    return part


# ---- What a function is about ----

@kind
def alloca(f):
    name = f.new()
    f.add(f.pick([f'void *{name} = __builtin_alloca(b);', f'void *{name} = b > 9 ? __builtin_alloca(b) : 0;']),
          f'sink({name});')


@kind
def alloca_loop(f):
    f.add('for (long i = 0; i < b; i++) { char *p = __builtin_alloca(i + 8); sink(p); a += *p; }')


@kind
def vla(f):
    f.add('{ long p[b + 1]; sink(p); a += p[b]; }', 'a += ext1(a);')


@kind
def variadic(f):
    f.parameters.append('...')
    f.add('list l;', '__builtin_va_start(l, b);', 'while (b-- > 0) a += __builtin_va_arg(l, long);',
          *(['dcell = __builtin_va_arg(l, double);'] if f.number(2) else []), '__builtin_va_end(l);')


@kind
def nested_calls(f):
    f.add('a = ext3(ext2(ext1(a), ext1(b)), ext3(a, ext0(), ext2(b, a)), extv(a, b, ext0()));')


@kind
def tail_call(f):
    f.value = f.pick(['ext1(a)', 'ext2(b, a)', 'b ? ext1(a) : ext2(a, b)', 'ext0()'])


@kind
def tail_pointer(f):
    f.parameters.append('long (*go)(long, long)')
    f.value = 'go(b, a)'


@kind
def shrink_wrapped(f):
    f.add('if (!a) return b;', 'if (__builtin_expect(b < 0, 1)) return cell;')
    live_values(f)


@kind
def big_frame(f):
    size = f.pick([4096, 65536, 524288, 1048592, 16777216, 300000000])
    f.add(f'char big[{size}];', 'sink(big);', 'a += big[b];')


@kind
def realigned(f):
    f.add(f'long p[8] __attribute__((aligned({f.pick([32, 64, 128, 4096])})));', 'sink(p);', 'a += p[1];')


@kind
def realigned_alloca(f):
    f.add('long p[8] __attribute__((aligned(64)));', 'sink(p);', 'sink(__builtin_alloca(b));', 'a += p[2];')


@kind
def stack_arguments(f):
    f.parameters += [f'long p{i}' for i in range(3 + f.number(9))]
    f.add(f'a += ext2({f.parameters[-1].split()[1]}, b);')


@kind
def by_value(f):
    f.parameters.append('struct wide w')
    f.add('w.word[3] += a;', 'w = extw(w);', 'a += w.word[5];')


@kind
def gives_struct(f):
    f.result, f.value = 'struct wide', None
    f.add('struct wide w = { { a, b } };', 'w.word[2] = ext1(a);', 'return extw(w);')
    f.alone = True


@kind
def eh_return(f):
    f.condition = '(!defined __clang__ || defined __x86_64__) && !defined NO_EH_RETURN'
    f.parameters.append('void *handler')
    f.add('ext1(a);', 'if (b) __builtin_eh_return(b, handler);')


@kind
def unwind_init(f):
    f.condition = '!defined __clang__ || !defined __s390x__'
    f.add('__builtin_unwind_init();', 'a += ext1(b);')


@kind
def computed_goto(f):
    f.add('static const void *const to[] = { &&one, &&two, &&three, &&out };', 'const unsigned char *p = (void *)b;',
          'goto *to[*p++ & 3];', 'one: a += ext1(b); goto *to[*p++ & 3];', 'two: a ^= b; goto *to[*p++ & 3];',
          'three: sink(&cell + a); goto *to[*p++ & 3];', 'out:;')


@kind
def split(f):
    f.add('if (__builtin_expect(a < b, 0)) {', '    char p[300];', '    sink(p);', '    a += rare(p[a]);',
          '    while (rare(a) < b) b -= rare(a);', '}', 'a += ext1(b);')


@kind
def never_returns(f):
    f.attributes.append('noreturn')
    f.result, f.value = 'void', None
    f.add('sink(&a);', 'for (;;) b += ext1(a);')
    f.alone = True


@kind
def ends_in_call(f):
    f.result, f.value = 'void', None
    f.add('char p[40];', 'sink(p);', 'leave(p[a & 7] + b);')
    f.alone = True


@kind
def many_saved(f):
    f.add('__asm__ volatile("" ::: SAVED, "memory");')
    live_values(f)


@kind
def fp_clobbered(f):
    f.condition = 'defined OMITS_FP'
    f.add('__asm__ volatile("" ::: FP_REGISTER, "memory");', f.pick(['', 'a += ext1(b);']))


@kind
def leaf_fp_clobbered(f):
    f.condition = 'defined OMITS_FP'
    f.add('if (a > 3) __asm__ volatile("nop" ::: FP_REGISTER, "memory");')
    f.alone = True


@kind
def frame_address(f):
    f.add('sink(__builtin_frame_address(0));', 'sink(__builtin_return_address(0));')


@kind
def recursion(f):
    f.add('if (a > 1) a += NAME(a - 1, b) + NAME(a - 2, b);')
    f.alone = True


@kind
def inner_function(f):
    f.condition = '!defined __clang__'
    f.add('long inner(long c) { return ext2(c, a) + b; }', 'sink((void *)inner);', 'a += inner(b);')


@kind
def jumps(f):
    f.condition = '!defined __clang__ || defined __x86_64__'
    f.add('void *buffer[5];', 'if (__builtin_setjmp(buffer) == 0) sink(buffer);', 'a += ext1(b);')


@kind
def leaf(f):
    f.value = f.pick(['a + b', 'a * b + cell', 'a'])
    f.alone = True


@kind
def leaf_frame(f):
    f.add(f'volatile long p[{f.pick([4, 15, 17, 40, 700])}];', 'p[a & 3] = b;', 'a += p[b & 3];')
    f.alone = True


@kind
def empty(f):
    f.result, f.value, f.alone = 'void', None, True


@kind
def unreachable(f):
    f.value, f.alone = None, True
    f.add('__builtin_unreachable();')


@kind
def traps(f):
    f.add('if (a < 0) __builtin_trap();', 'a += ext1(b);', 'if (a == b) __builtin_trap();')


@kind
def in_section(f):
    f.attributes.append(f'section("{f.pick([".text.other", ".init.text", "odd"])}")')
    f.add('a += ext1(b);')


@kind
def cold_function(f):
    f.attributes.append(f.pick(['cold', 'hot', 'noinline', 'aligned(256)', 'weak']))
    f.add('a += ext1(b) + rare(a);')


@kind
def interrupt(f):
    f.condition = 'defined __x86_64__ && !defined NO_INTERRUPTS'
    f.attributes += ['interrupt', 'target("general-regs-only")']
    f.parameters, f.result, f.value = ['void *frame'] + (['unsigned long error'] if f.number(2) else []), 'void', None
    f.add(f'cell += {f.index};', *(['long p[8] __attribute__((aligned(64)));', 'p[0] = cell;', '__asm__ volatile("" :: "r"(p));']
                       if f.number(2) else []))
    f.alone = True


@kind
def other_convention(f):
    f.condition = 'defined __x86_64__'
    f.attributes.append('ms_abi')
    f.add('a += ext1(b);')


@kind
def realigns_argument(f):
    f.condition = 'defined __x86_64__'
    f.attributes.append('force_align_arg_pointer')
    f.add('a += ext1(b);')


@kind
def vectors(f):
    f.condition = 'defined __aarch64__'
    f.attributes.append('aarch64_vector_pcs')
    f.add('a += ext1(b);')


@kind
def scalable(f):
    f.condition = 'defined __ARM_FEATURE_SVE'
    f.add('__SVInt8_t p = *(__SVInt8_t *)b;', 'a += ext1(b);', '*(__SVInt8_t *)a = p;')


@kind
def saves_all(f):
    f.condition = 'defined __clang__ && (defined __x86_64__ || (defined __aarch64__ && __clang_major__ > 17))'
    f.attributes.append(f.pick(['preserve_most', 'preserve_all']))
    f.add('a += ext1(b);')


def make(seed, index):
    part, trial, f = KINDS[index % len(KINDS)], Function(seed, index), Function(seed, index)
    part(trial)
    others = [] if trial.alone else [f.pick(PARTS) for _ in range(f.number(4))]
    at = f.number(len(others) + 1)
    for add in others[:at] + [part] + others[at:]:
        add(f)
    return f.text()


def name(index):
    return f'{KINDS[index % len(KINDS)].__name__}_{index:03}'


def source(seed, indexes):
    return PRELUDE + ''.join('\n' + make(seed, i) for i in indexes)


if __name__ == '__main__':
    if len(sys.argv) != 4 or not all(word.isdecimal() for word in sys.argv[2:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    print(source(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3]))), end='')
