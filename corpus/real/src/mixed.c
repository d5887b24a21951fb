/* SPDX-License-Identifier: 0BSD OR CC0-1.0 */
/* What programs are made of: variable arguments, structures by value, tail calls, pointers to functions, nested loops,
   functions that do not return, cold code, and a function with more values than registers. */
struct point {
    long x, y, z;
};

int outside(int *values, int count);
static struct point origin;

struct point add(struct point a, struct point b)
{
    return (struct point){ a.x + b.x, a.y + b.y, a.z + b.z };
}

int sum(int count, ...)
{
    __builtin_va_list list;
    int total = 0;
    __builtin_va_start(list, count);
    for (int i = 0; i < count; i++)
        total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return outside(&total, count);
}

int tail(int *values, int count)
{
    values[0]++;
    return outside(values, count - 1);
}

__attribute__((noreturn, cold, noinline)) void give_up(int *values)
{
    for (;;)
        outside(values, 0);
}

int checked(int *values, int count)
{
    if (count < 0)
        give_up(values);
    return outside(values, count) * 3;
}

long busy(const long *p)
{
    long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5];
    long g = p[6], h = p[7], i = p[8], j = p[9], k = p[10], l = p[11];
    for (long n = p[12]; n > 0; n--) {
        a += b * c; b ^= c + d; c -= d & e; d += e * f; e ^= f + g; f -= g | h;
        g += h * i; h ^= i + j; i -= j & k; j += k * l; k ^= l + a; l -= a | b;
    }
    return a + b + c + d + e + f + g + h + i + j + k + l;
}

int apply(int (*function)(int *, int), int *values, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            total += function(values + i, j);
    return total;
}

int choose(int which, int *values)
{
    switch (which) {
    case 0: return outside(values, 0);
    case 1: return tail(values, 1);
    case 2: return sum(3, values[0], values[1], values[2]);
    case 3: return apply(outside, values, 4);
    case 4: return apply(tail, values, 5) + checked(values, 1);
    default: give_up(values);
    }
}

long with_buffer(int count)
{
    char buffer[5000];
    struct point p = origin;
    for (int i = 0; i < count; i++)
        buffer[i] = (char)i;
    p = add(p, (struct point){ buffer[0], buffer[1], buffer[2] });
    return outside((int *)(void *)buffer, count) + p.x;
}

double mean(const double *values, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    origin.x = outside(&count, count);
    return count ? total / count : 0;
}
