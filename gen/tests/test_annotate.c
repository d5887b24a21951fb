/* SPDX-License-Identifier: MIT */
/* How bytes are shown to a person. */
#include "annotate.h"
#include "tap.h"

#include <string.h>

struct text {
    char data[4096];
    size_t len;
};

static void add(void *ctx, const char *piece, size_t len)
{
    struct text *text = ctx;
    if (len < sizeof text->data - text->len)
        memcpy(text->data + text->len, piece, len);
    text->len += len;
    text->data[text->len < sizeof text->data ? text->len : 0] = 0;
}

static const char *annotate(struct text *text, const struct gen_annotation *a)
{
    *text = (struct text){ .len = 0 };
    gen_annotate(a, add, text);
    return text->data;
}

static const uint8_t bytes[20] = { 0xde, 0xe2, 0x05, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 };
static struct gen_shown_field fields[] = {
    { .field = { { "fre[][].info.size", { 1, 20, 0 } }, GEN_BITS, 2, 3, 2, 3 }, .changed = true, .before = 3 },
    { .field = { { "fre[][].info", { 1, 20, 0 } }, GEN_NUMBER, 2, 3, 0, 8 } },
    { .field = { { "fre[][].info.base", { 1, 20, 0 } }, GEN_BITS, 2, 3, 0, 1 } },
    { .field = { { "all", { 0 } }, GEN_GROUP, 0, 20, 0, 0 } },
    { .field = { { "hdr.magic", { 0 } }, GEN_NUMBER, 0, 2, 0, 16 }, .changed = true, .before = 0xdee3 },
};

static void test_fields(void)
{
    struct text text;
    struct gen_annotation a = { .bytes = bytes, .size = 13, .big = true, .fields = fields, .num_fields = 5 };
    gen_sort_fields(fields, 5);
    IS_TEXT(annotate(&text, &a),
            "0x0000  de e2                    hdr.magic                0xdee2  (parent: 0xdee3)\n"
            "0x0002  05                       fre[1][20].info          0x5\n"
            "                                   fre[1][20].info.base   0x1\n"
            "                                   fre[1][20].info.size   0x1  (parent: 0x3)\n"
            "0x0003  03 04 05 06 07 08 09 0a  -\n"
            "0x000b  0b 0c                    -\n",
            "numbers before their bits, in the order of the bytes; the rest is '-'");
    a.big = false;
    a.size = 3;
    a.num_fields = 4;
    a.start = 1;
    a.end = 4;
    a.fault = "bad";
    OK(strstr(annotate(&text, &a), "hdr.magic                0xe2de  (parent: 0xdee3)  <== bad\n0x0002  05 ")
           && strstr(text.data, " 0x5  <== bad\n         ")
           && strstr(text.data, ".base   0x1\n0x0003  bytes 0x3-0x4 are missing  <== bad\n"),
       "the fault is marked at each of its bytes, and where they are missing");
    a.end = 3;
    OK(!strstr(annotate(&text, &a), "missing"), "a fault that ends with the bytes misses none");
    a.start = 0;
    a.end = 2;
    OK(strstr(annotate(&text, &a), "<== bad\n0x0002  05") && !strstr(text.data, " 0x5  <=="),
       "nor does it mark what comes after");
    a.colour = true;
    OK(strstr(annotate(&text, &a), "\033[1;31m  <== bad\033[0m\n"), "in colour");
    IS_TEXT(annotate(&text, &(struct gen_annotation){ .more = "" }), "(no bytes)\n", "there may be no bytes");
}

/* 400 bytes without fields: 50 lines. */
static void test_lines(void)
{
    static const uint8_t zeros[400];
    struct text text;
    struct gen_annotation a = { .bytes = zeros, .size = 400, .max_lines = 3, .more = ": more" };
    IS_TEXT(annotate(&text, &a),
            "0x0000  00 00 00 00 00 00 00 00  -\n0x0008  00 00 00 00 00 00 00 00  -\n"
            "0x0010  00 00 00 00 00 00 00 00  -\n... 47 more lines: more\n",
            "so many lines, and how many more there are");
    a.max_lines = 20;
    a.start = 320;
    a.end = 321;
    a.fault = "bad";
    OK(strstr(annotate(&text, &a), "\n0x0048  00 00 00 00 00 00 00 00  -\n... 22 lines\n0x0100  ")
           && strstr(text.data, "\n0x0140  00 00 00 00 00 00 00 00  -  <== bad\n"
                                "0x0148  00 00 00 00 00 00 00 00  -\n... 8 more lines: more\n"),
       "a fault far from the start is among them");
}

int main(void)
{
    test_fields();
    test_lines();
    return tap_done();
}
