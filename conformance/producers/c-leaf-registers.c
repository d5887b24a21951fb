// SPDX-License-Identifier: MIT
//: abi amd64 aarch64 s390x
//: about a leaf that needs many registers; on s390x FP is saved in a floating-point register
//: function busy equal|absent
#define KEEP(x) __asm__ volatile("" : "+r"(x))

long busy(long a, long b, long c, long d, long e)
{
    long f = a + 1, g = b + 2, h = c + 3, i = d + 4, j = e + 5, k = a + 6, l = b + 7;
    KEEP(f);
    KEEP(g);
    KEEP(h);
    KEEP(i);
    KEEP(j);
    KEEP(k);
    KEEP(l);
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h), "+r"(i), "+r"(j));
    return a + b + c + d + e + f + g + h + i + j + k + l;
}
