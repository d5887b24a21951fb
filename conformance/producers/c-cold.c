// SPDX-License-Identifier: MIT
//: abi amd64
//: about a function in two parts, the second in a section of its own with the frame of the first
//: function hot equal
//: function hot.cold equal
__attribute__((cold)) int rare(int n);
int other(int n);

int hot(int n)
{
    const int x = other(n), y = other(x);
    if (__builtin_expect(y == 7, 0))
        return rare(x) + rare(y) + x * y;
    return other(y) + x;
}
