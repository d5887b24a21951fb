// SPDX-License-Identifier: MIT
//: abi aarch64
//: about return addresses with a signature, by key A and key B
//: function key_a equal
//: function key_b equal|weaker
int other(int n);

__attribute__((target("branch-protection=pac-ret"))) int key_a(int n)
{
    if (n < 0)
        return 0;
    return other(n) * other(n + 1);
}

__attribute__((target("branch-protection=pac-ret+b-key"))) int key_b(int n)
{
    if (n < 0)
        return 0;
    return other(n) * other(n + 1);
}
