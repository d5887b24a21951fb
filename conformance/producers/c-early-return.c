// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about returns before, in and after the frame: states remembered and restored
//: function early equal
//: function several equal
int other(int n);

int early(int n)
{
    if (n < 0)
        return 0;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += other(i) * other(sum);
    return sum;
}

int several(int a, int b, int c)
{
    if (a == 0)
        return b;
    const int x = other(a);
    if (x == 1)
        return b + c;
    const int y = other(b);
    if (y == 2)
        return a + c;
    return other(c) + x * y + a;
}
