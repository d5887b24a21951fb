// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about an unreachable function without code between two others
//: bug AMB-018
//: function first equal
//: function last equal
int first(int n)
{
    return n + 1;
}

void empty(void)
{
    __builtin_unreachable();
}

int last(int n)
{
    return n + 2;
}
