// SPDX-License-Identifier: MIT
//: abi amd64
//: about a realigned stack, with and without a separate register for the caller's frame
//: function plain equal|absent
//: function with_arguments equal|absent
int other(volatile char *bytes);

int plain(int n)
{
    _Alignas(64) volatile char bytes[64];
    bytes[n] = 1;
    return other(bytes) + 1;
}

int with_arguments(int a, int b, int c, int d, int e, int f, int g, unsigned size)
{
    _Alignas(64) volatile char bytes[64];
    volatile char *more = __builtin_alloca(size);
    bytes[a] = 1;
    return other(bytes) + other(more) + b + c + d + e + f + g;
}
