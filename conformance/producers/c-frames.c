// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about plain frames: none, a few bytes, a page, more than two bytes can hold; a recursive function
//: function leaf equal
//: function small equal
//: function page equal
//: function large equal
//: function recursive equal
int other(volatile char *bytes);

int leaf(int n)
{
    return n * 3;
}

int small(int n)
{
    volatile char bytes[24];
    bytes[n] = 1;
    return other(bytes) + 1;
}

int page(int n)
{
    volatile char bytes[4096];
    bytes[n] = 1;
    return other(bytes) + 1;
}

int large(int n)
{
    volatile char bytes[100000];
    bytes[n] = 1;
    return other(bytes) + 1;
}

int recursive(int n)
{
    volatile char bytes[8];
    bytes[0] = (char)n;
    return n == 0 ? other(bytes) : recursive(n - 1) + bytes[0];
}
