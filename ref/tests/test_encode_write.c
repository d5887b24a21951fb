/* SPDX-License-Identifier: MIT */
/* The bounded writer: both byte orders, no byte after the capacity, and comparing instead of
   writing. */
#include "encode_support.h"
#include "write.h"

static void test_byte_orders(void)
{
    uint8_t out[15] = { 0 };

    for (int big = 0; big <= 1; big++) {
        struct sfr_writer w = { .out = out, .cap = sizeof(out), .big = big };
        sfr_write_u8(&w, 0x01);
        sfr_write_u16(&w, 0x0203);
        sfr_write_u32(&w, 0x04050607);
        sfr_write_u64(&w, UINT64_C(0x08090a0b0c0d0e0f));
        OK(same_bytes(out, sizeof(out),
                      big ? "01 0203 04050607 08090a0b0c0d0e0f" : "01 0302 07060504 0f0e0d0c0b0a0908"),
           big ? "big-endian" : "little-endian");
        OK(w.pos == 15 && !w.full, "just enough room");
    }
}

/* Each width at each capacity: bytes that fit are written, others are counted. */
static void test_bounds(void)
{
    static const uint8_t many[16] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
    bool kept = true, counted = true, told = true;

    for (unsigned cap = 0; cap <= 16; cap++) {
        for (unsigned width = 1; width <= 8; width *= 2) {
            uint8_t out[16];
            struct sfr_writer w = { .out = out, .cap = cap };

            memset(out, 0x5a, sizeof(out));
            for (unsigned n = 0; n < 3; n++)
                sfr_write_uint(&w, UINT64_MAX, width);
            sfr_write_bytes(&w, many, 1);
            const unsigned wanted = 3 * width + 1;
            counted &= w.pos == wanted;
            told &= w.full == (wanted > cap);
            for (unsigned i = 0; i < sizeof(out); i++)
                kept &= out[i] == (i < cap && i < wanted ? 0xff : 0x5a);
        }
    }
    OK(kept, "nothing after the capacity");
    OK(counted, "every byte counts");
    OK(told, "and `full` is set");

    struct sfr_writer w = { .out = NULL, .cap = 0 };
    sfr_write_bytes(&w, NULL, UINT64_C(1) << 62);
    sfr_write_u8(&w, 1);
    OK(w.full && w.pos == (UINT64_C(1) << 62) + 1, "far after the capacity");
}

static void test_zeros(void)
{
    uint8_t out[8];
    struct sfr_writer w = { .out = out, .cap = 6 };

    memset(out, 0x5a, sizeof(out));
    w.pos = 1;
    sfr_write_bytes(&w, NULL, 3);
    OK(same_bytes(out, 8, "5a000000 5a5a5a5a") && w.pos == 4 && !w.full, "zeros from any place");
    sfr_write_bytes(&w, NULL, 3);
    OK(same_bytes(out, 8, "5a000000 00005a5a") && w.pos == 7 && w.full, "as many as fit");
    w.pos = 0;
    sfr_write_u8(&w, 1);
    OK(w.full, "`full` stays set");
}

static void test_compare(void)
{
    uint8_t out[] = { 1, 2, 3, 4, 0, 0 };
    struct sfr_writer w = { .out = out, .cap = sizeof(out), .compare = true };

    sfr_write_u32(&w, 0x04030201);
    sfr_write_bytes(&w, NULL, 2);
    OK(!w.differs && w.pos == 6, "the same bytes");
    w.pos = 2;
    sfr_write_u16(&w, 0x0403);
    OK(!w.differs, "the same part");
    w.pos = 3;
    sfr_write_bytes(&w, NULL, 1);
    OK(w.differs && out[3] == 4, "another byte sets `differs` and is not written");
    sfr_write_bytes(&w, NULL, 1);
    OK(w.differs, "and `differs` stays set");
}

int main(void)
{
    test_byte_orders();
    test_bounds();
    test_zeros();
    test_compare();
    return tap_done();
}
