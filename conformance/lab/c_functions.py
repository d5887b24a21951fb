# SPDX-License-Identifier: MIT
"""C functions whose frames are unusual.

Function I depends on the seed and I alone, so that a file may hold any of them. Its
name is KIND_I. Every run of functions as long as KINDS has each kind once; the other parts of a function are drawn.
Nothing is included: the text needs a compiler, and no C library. OMITS_FP says that the flags let FP be an ordinary
register.

In a part's lines `@<a~b>@` is one of these words, `@1` a new name, `@f` the function's name and `@i` its number.
"""
import random
import re

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


# ---- Lines that depend on a number. They are drawn where they stand.

def live_values(f):
    names = [f.new() for _ in range(1 + f.number(14))]
    return [*[f'long {n} = ext1(b + {i});' for i, n in enumerate(names)], f'a += ext1({" ^ ".join(names)});',
            f'a += {" * ".join(names)};']


def live_doubles(f):
    names = [f.new() for _ in range(1 + f.number(10))]
    return [*[f'double {n} = dcell + {i};' for i, n in enumerate(names)], 'a += ext1(b);', f'dcell = {" * ".join(names)};']


def switch(f):
    cases = ' '.join(f'case {i}: a += ext1({i} + b); {"break; " if i % 2 else ""}' for i in range(2 + f.number(7)))
    return [f'switch (b) {{ {cases} default: a -= 3; }}']


def stack_arguments(f):
    f.parameters += [f'long p{i}' for i in range(3 + f.number(9))]
    return [f'a += ext2({f.parameters[-1].split()[1]}, b);']


# Parts that any function may have.
PARTS = (
    ('if (__builtin_expect(!@<a~b>@, @<0~1>@)) return @<0~a~b + 1>@;',),
    ('@<a += ext0();~a = ext1(a ^ b);~b += ext2(b, a);~a = ext3(a, ext1(b), ext1(a));>@',),
    ('a += ext9(a, b, a, b, a, b, a, b, a);',),
    ('char @1[@<8~24~200~4080~4096~40000~140000>@];', 'sink(@1);'),
    (live_values,),
    (live_doubles,),
    ('if (__builtin_expect(a > b, 0)) { a += rare(b); a += rare(a); b = rare(a + b); }',),
    ('if (a == 77) leave(b);', '@<~if (b == 78) leave(ext1(a));>@'),
    ('for (long @1 = 0; @1 < b; @1++) a += ext2(@1, a);',),
    ('__asm__ volatile("" ::: @<SAVED~ONE_SAVED>@, "memory");',),
    (switch,))
KINDS, NAMES = [], []


def kind(name, *lines, **more):
    """What a function is about: its lines; what precedes it (`attributes`), its parameters (`more`) or all of them
    (`parameters`), what it gives back (`result`, `value`), and `condition`. `alone`: no other part may be added."""
    NAMES.append(name)
    KINDS.append((lines, more))


NOTHING = {'result': 'void', 'value': None}
kind('alloca', 'void *@1 = @<__builtin_alloca(b);~b > 9 ? __builtin_alloca(b) : 0;>@', 'sink(@1);')
kind('alloca_loop', 'for (long i = 0; i < b; i++) { char *p = __builtin_alloca(i + 8); sink(p); a += *p; }')
kind('vla', '{ long p[b + 1]; sink(p); a += p[b]; }', 'a += ext1(a);')
kind('variadic', 'list l;', '__builtin_va_start(l, b);', 'while (b-- > 0) a += __builtin_va_arg(l, long);',
     '@<~dcell = __builtin_va_arg(l, double);>@', '__builtin_va_end(l);', more='...')
kind('nested_calls', 'a = ext3(ext2(ext1(a), ext1(b)), ext3(a, ext0(), ext2(b, a)), extv(a, b, ext0()));')
kind('tail_call', value='@<ext1(a)~ext2(b, a)~b ? ext1(a) : ext2(a, b)~ext0()>@')
kind('tail_pointer', more='long (*go)(long, long)', value='go(b, a)')
kind('shrink_wrapped', 'if (!a) return b;', 'if (__builtin_expect(b < 0, 1)) return cell;', live_values)
kind('big_frame', 'char big[@<4096~65536~524288~1048592~16777216~300000000>@];', 'sink(big);', 'a += big[b];')
kind('realigned', 'long p[8] __attribute__((aligned(@<32~64~128~4096>@)));', 'sink(p);', 'a += p[1];')
kind('realigned_alloca', 'long p[8] __attribute__((aligned(64)));', 'sink(p);', 'sink(__builtin_alloca(b));', 'a += p[2];')
kind('stack_arguments', stack_arguments)
kind('by_value', 'w.word[3] += a;', 'w = extw(w);', 'a += w.word[5];', more='struct wide w')
kind('gives_struct', 'struct wide w = { { a, b } };', 'w.word[2] = ext1(a);', 'return extw(w);', result='struct wide', value=None,
     alone=True)
kind('eh_return', 'ext1(a);', 'if (b) __builtin_eh_return(b, handler);', more='void *handler',
     condition='(!defined __clang__ || defined __x86_64__) && !defined NO_EH_RETURN')
kind('unwind_init', '__builtin_unwind_init();', 'a += ext1(b);', condition='!defined __clang__ || !defined __s390x__')
kind('computed_goto', 'static const void *const to[] = { &&one, &&two, &&three, &&out };', 'const unsigned char *p = (void *)b;',
     'goto *to[*p++ & 3];', 'one: a += ext1(b); goto *to[*p++ & 3];', 'two: a ^= b; goto *to[*p++ & 3];',
     'three: sink(&cell + a); goto *to[*p++ & 3];', 'out:;')
kind('split', 'if (__builtin_expect(a < b, 0)) {', '    char p[300];', '    sink(p);', '    a += rare(p[a]);',
     '    while (rare(a) < b) b -= rare(a);', '}', 'a += ext1(b);')
kind('never_returns', 'sink(&a);', 'for (;;) b += ext1(a);', attributes=['noreturn'], alone=True, **NOTHING)
kind('ends_in_call', 'char p[40];', 'sink(p);', 'leave(p[a & 7] + b);', alone=True, **NOTHING)
kind('many_saved', '__asm__ volatile("" ::: SAVED, "memory");', live_values)
kind('fp_clobbered', '__asm__ volatile("" ::: FP_REGISTER, "memory");', '@<~a += ext1(b);>@', condition='defined OMITS_FP')
kind('leaf_fp_clobbered', 'if (a > 3) __asm__ volatile("nop" ::: FP_REGISTER, "memory");', condition='defined OMITS_FP', alone=True)
kind('frame_address', 'sink(__builtin_frame_address(0));', 'sink(__builtin_return_address(0));')
kind('recursion', 'if (a > 1) a += @f(a - 1, b) + @f(a - 2, b);', alone=True)
kind('inner_function', 'long inner(long c) { return ext2(c, a) + b; }', 'sink((void *)inner);', 'a += inner(b);',
     condition='!defined __clang__')
kind('jumps', 'void *buffer[5];', 'if (__builtin_setjmp(buffer) == 0) sink(buffer);', 'a += ext1(b);',
     condition='!defined __clang__ || defined __x86_64__')
kind('leaf', value='@<a + b~a * b + cell~a>@', alone=True)
kind('leaf_frame', 'volatile long p[@<4~15~17~40~700>@];', 'p[a & 3] = b;', 'a += p[b & 3];', alone=True)
kind('empty', alone=True, **NOTHING)
kind('unreachable', '__builtin_unreachable();', value=None, alone=True)
kind('traps', 'if (a < 0) __builtin_trap();', 'a += ext1(b);', 'if (a == b) __builtin_trap();')
kind('in_section', 'a += ext1(b);', attributes=['section("@<.text.other~.init.text~odd>@")'])
kind('cold_function', 'a += ext1(b) + rare(a);', attributes=['@<cold~hot~noinline~aligned(256)~weak>@'])
kind('interrupt', 'cell += @i;', '@<~long p[8] __attribute__((aligned(64))); p[0] = cell; __asm__ volatile("" :: "r"(p));>@',
     condition='defined __x86_64__ && !defined NO_INTERRUPTS', attributes=['interrupt', 'target("general-regs-only")'],
     parameters='void *frame@<~, unsigned long error>@', alone=True, **NOTHING)
kind('other_convention', 'a += ext1(b);', condition='defined __x86_64__', attributes=['ms_abi'])
kind('realigns_argument', 'a += ext1(b);', condition='defined __x86_64__', attributes=['force_align_arg_pointer'])
kind('vectors', 'a += ext1(b);', condition='defined __aarch64__', attributes=['aarch64_vector_pcs'])
kind('scalable', '__SVInt8_t p = *(__SVInt8_t *)b;', 'a += ext1(b);', '*(__SVInt8_t *)a = p;', condition='defined __ARM_FEATURE_SVE')
kind('saves_all', 'a += ext1(b);', attributes=['@<preserve_most~preserve_all>@'],
     condition='defined __clang__ && (defined __x86_64__ || (defined __aarch64__ && __clang_major__ > 17))')


class Function:
    def __init__(self, seed, index):
        self.index, self.random, self.names = index, random.Random(f'{seed}/{index}'), 0
        self.parameters = ['long a', 'long b']

    def number(self, below):
        """Python promises the same numbers for ever of random() alone."""
        return int(self.random.random() * below)

    def new(self):
        self.names += 1
        return f'v{self.names}'

    def fill(self, text):
        text = re.sub('@<(.*?)>@', lambda m: (words := m[1].split('~'))[self.number(len(words))], text)
        if '@1' in text:
            text = text.replace('@1', self.new())
        return text.replace('@f', name(self.index)).replace('@i', str(self.index))

    def lines(self, part):
        """A name is the same in all lines of a part."""
        start, found = f'v{self.names + 1}', []
        for line in part:
            found += line(self) if callable(line) else [self.fill(line if not found else line.replace('@1', start))]
        return filter(None, found)

    def text(self):
        part, what = KINDS[self.index % len(KINDS)]
        others = [] if what.get('alone') else [PARTS[self.number(len(PARTS))] for _ in range(self.number(4))]
        at, body = self.number(len(others) + 1), []
        for lines in others[:at]:
            body += self.lines(lines)
        if 'parameters' in what:
            self.parameters = [self.fill(what['parameters'])]
        self.parameters += [what['more']] if 'more' in what else []
        attributes = ''.join(f'__attribute__(({self.fill(a)})) ' for a in what.get('attributes', ()))
        body += self.lines(part)
        value = what.get('value', 'a') and self.fill(what.get('value', 'a'))
        for lines in others[at:]:
            body += self.lines(lines)
        text = [f'{attributes}{what.get("result", "long")} {name(self.index)}({", ".join(self.parameters)})', '{',
                *('    ' + line for line in body), *([f'    return {value};'] if value else []), '}']
        return '\n'.join([f'#if {what["condition"]}', *text, '#endif'] if 'condition' in what else text) + '\n'


def name(index):
    return f'{NAMES[index % len(NAMES)]}_{index:03}'


def source(seed, indexes):
    return PRELUDE + ''.join('\n' + Function(seed, i).text() for i in indexes)
