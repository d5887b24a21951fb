/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for the checksums of the corpus. */
#include "sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64 };

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* One round; `in` is K[i] + w[i]. The next round turns the names of the eight words, which moves none of them. */
#define ROUND(a, b, c, d, e, f, g, h, in)                                                    \
    do {                                                                                     \
        h += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (in);   \
        d += h;                                                                              \
        h += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)); \
    } while (0)

static void add_block(uint32_t h[8], const uint8_t block[BLOCK])
{
    uint32_t w[64];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8
               | block[4 * i + 3];
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] =
            w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    uint32_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    for (unsigned i = 0; i < 64; i += 8) {
        ROUND(v0, v1, v2, v3, v4, v5, v6, v7, K[i] + w[i]);
        ROUND(v7, v0, v1, v2, v3, v4, v5, v6, K[i + 1] + w[i + 1]);
        ROUND(v6, v7, v0, v1, v2, v3, v4, v5, K[i + 2] + w[i + 2]);
        ROUND(v5, v6, v7, v0, v1, v2, v3, v4, K[i + 3] + w[i + 3]);
        ROUND(v4, v5, v6, v7, v0, v1, v2, v3, K[i + 4] + w[i + 4]);
        ROUND(v3, v4, v5, v6, v7, v0, v1, v2, K[i + 5] + w[i + 5]);
        ROUND(v2, v3, v4, v5, v6, v7, v0, v1, K[i + 6] + w[i + 6]);
        ROUND(v1, v2, v3, v4, v5, v6, v7, v0, K[i + 7] + w[i + 7]);
    }
    const uint32_t v[8] = { v0, v1, v2, v3, v4, v5, v6, v7 };
    for (unsigned i = 0; i < 8; i++)
        h[i] += v[i];
}

void sfr_sha256(const void *data, size_t len, char text[SFR_SHA256_TEXT])
{
    uint32_t h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    uint8_t last[2 * BLOCK] = { 0 };
    const uint8_t *bytes = data;
    const size_t rest = len % BLOCK, whole = len - rest;
    for (size_t at = 0; at < whole; at += BLOCK)
        add_block(h, bytes + at);

    /* The rest, a one bit, zeros, and the length in bits, in one block or two. */
    const size_t last_len = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    if (rest)
        memcpy(last, bytes + whole, rest);
    last[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        last[last_len - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    for (size_t at = 0; at < last_len; at += BLOCK)
        add_block(h, last + at);
    for (unsigned i = 0; i < 64; i++)
        text[i] = "0123456789abcdef"[h[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[64] = '\0';
}
