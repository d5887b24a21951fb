// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about jumps to other functions, from a leaf and out of a frame
//: function jumps equal
//: function leaves_frame equal
int other(int n);

int jumps(int n)
{
    return other(n + 1);
}

int leaves_frame(int n)
{
    const int x = other(n), y = other(x);
    return other(x * y + n);
}
