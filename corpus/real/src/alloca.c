/* SPDX-License-Identifier: 0BSD OR CC0-1.0 */
/* A frame whose size is known at run time only: the CFA has to hang on the frame pointer. */
int outside(int *values, int count);

int variable_frame(int n)
{
    int *values = __builtin_alloca((unsigned)n * sizeof *values);
    for (int i = 0; i < n; i++)
        values[i] = i;
    return outside(values, n);
}

int variable_array(int n)
{
    int values[n];
    int fixed[64];
    fixed[0] = outside(values, n);
    return outside(fixed, 64) + values[n - 1];
}
