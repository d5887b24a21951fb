// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about arguments on the stack, and many values live across calls
//: function passes equal
//: function keeps equal
int takes(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j);

int passes(int n)
{
    return takes(n, 1, 2, 3, 4, 5, 6, 7, 8, 9) + takes(1, 2, 3, 4, 5, 6, 7, 8, 9, n);
}

int keeps(int a, int b, int c, int d)
{
    int e = a * b, f = b * c, g = c * d, h = d * a;
    const int x = takes(a, b, c, d, e, f, g, h, 1, 2);
    const int y = takes(x, b, c, d, e, f, g, h, 3, 4);
    return a + b + c + d + e + f + g + h + x + y;
}
