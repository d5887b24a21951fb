/* SPDX-License-Identifier: 0BSD OR CC0-1.0 */
/* Stacks that are realigned for over-aligned locals: with a frame of known size, and with one known at run time only,
   for which compilers keep the caller's stack in a register of its own. */
int outside(int *values, int count);

int aligned_local(int a)
{
    int values[16] __attribute__((aligned(64)));
    values[0] = a;
    return outside(values, 16);
}

int aligned_and_variable(int n, int a, int b, int c, int d, int e, int on_stack)
{
    int *variable = __builtin_alloca((unsigned)n * sizeof *variable);
    int values[16] __attribute__((aligned(64)));
    values[0] = a + b + c + d + e;
    variable[0] = on_stack;
    return outside(values, 16) + outside(variable, n);
}
