// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about functions in sections of their own
//: function first equal
//: function second equal
//: function third equal
int other(int n);

int first(int n)
{
    return other(n) + 1;
}

__attribute__((section(".text.second"))) int second(int n)
{
    return other(n) * other(n + 1);
}

__attribute__((section(".init.text"))) int third(int n)
{
    return other(n) - 1;
}
