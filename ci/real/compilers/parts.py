# SPDX-License-Identifier: MIT
"""Parts that any generated function may have. Each adds statements to a Function of functions.py."""


def early_return(f):
    f.add(f'if (__builtin_expect(!{f.pick("ab")}, {f.pick("01")})) return {f.pick(["0", "a", "b + 1"])};')


def call(f):
    f.add(f.pick(['a += ext0();', 'a = ext1(a ^ b);', 'b += ext2(b, a);', 'a = ext3(a, ext1(b), ext1(a));']))


def many_arguments(f):
    f.add('a += ext9(a, b, a, b, a, b, a, b, a);')


def array(f):
    name, size = f.new(), f.pick([8, 24, 200, 4080, 4096, 40000, 140000])
    f.add(f'char {name}[{size}];', f'sink({name});')


def live_values(f):
    names = [f.new() for _ in range(1 + f.number(14))]
    f.add(*[f'long {n} = ext1(b + {i});' for i, n in enumerate(names)], f'a += ext1({" ^ ".join(names)});',
          f'a += {" * ".join(names)};')


def live_doubles(f):
    names = [f.new() for _ in range(1 + f.number(10))]
    f.add(*[f'double {n} = dcell + {i};' for i, n in enumerate(names)], 'a += ext1(b);', f'dcell = {" * ".join(names)};')


def cold_path(f):
    f.add('if (__builtin_expect(a > b, 0)) { a += rare(b); a += rare(a); b = rare(a + b); }')


def no_return(f):
    f.add('if (a == 77) leave(b);', *(['if (b == 78) leave(ext1(a));'] if f.number(2) else []))


def loop(f):
    name = f.new()
    f.add(f'for (long {name} = 0; {name} < b; {name}++) a += ext2({name}, a);')


def clobber(f):
    f.add(f'__asm__ volatile("" ::: {f.pick(["SAVED", "ONE_SAVED"])}, "memory");')


def switch(f):
    cases = ' '.join(f'case {i}: a += ext1({i} + b); {"break; " if i % 2 else ""}' for i in range(2 + f.number(7)))
    f.add(f'switch (b) {{ {cases} default: a -= 3; }}')


PARTS = [early_return, call, many_arguments, array, live_values, live_doubles, cold_path, no_return, loop, clobber, switch]
