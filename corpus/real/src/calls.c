/* SPDX-License-Identifier: 0BSD OR CC0-1.0 */
/* Leaf and non-leaf functions, a tail of cold code, recursion, and more locals than registers. */
int outside(int *values, int count);

int leaf(int a, int b)
{
    return a * 3 + b;
}

int caller(int a)
{
    return leaf(a, 1) + outside(&a, 1);
}

int many_locals(int a)
{
    int values[200];
    for (int i = 0; i < 200; i++)
        values[i] = a + i;
    return outside(values, 200) + a;
}

int early_return(int a, int *p)
{
    if (!p)
        return a;
    for (int i = 0; i < a; i++)
        if (outside(p, i) == 0)
            return i;
    return outside(p, -1) + 1;
}

int recursive(int n)
{
    return n <= 0 ? 0 : n + recursive(n - 1) * outside(&n, n);
}
