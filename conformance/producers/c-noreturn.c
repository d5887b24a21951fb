// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about functions that end in a call, whose return address is in the next function
//: function fails equal
//: function checks equal
//: function next equal
__attribute__((noreturn)) void stop(int n);
int other(int n);

__attribute__((noreturn)) void fails(int n)
{
    stop(n + 1);
}

int checks(int n)
{
    if (n < 0)
        stop(n);
    return other(n) + 1;
}

int next(int n)
{
    return n + 2;
}
