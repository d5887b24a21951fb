// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about frames whose size is known only at run time: CFA by FP
//: function one equal
//: function loop equal
int other(volatile char *bytes);

int one(unsigned n)
{
    return other(__builtin_alloca(n)) + 1;
}

int loop(unsigned n)
{
    int sum = 0;
    for (unsigned i = 1; i < n; i++)
        sum += other(__builtin_alloca(i));
    return sum;
}
