/* SPDX-License-Identifier: MIT */
/* Escapes of markup, and the bytes of a section for a person. */
#include "markup.h"
#include "tap.h"

static void test_markup(void)
{
    struct sfc_buffer b = { 0 };
    sfc_add_xml(&b, "<a href='x'>\"&\x01\x7f\xc2\x85\xe2\x80\xae\xef\xbf\xbe\xff\t\n\xc3\xa9");
    IS_TEXT(b.data, "&lt;a href=&#39;x&#39;&gt;&quot;&amp;\\x01\\x7f\\x85\\u202e\\ufffe\\xff\t\n\xc3\xa9", "XML");
    sfc_buffer_free(&b);
    sfc_add_line(&b, "a\nb\tc\033[0m<\xc3");
    IS_TEXT(b.data, "a b c\\x1b[0m<\\xc3", "a line for a terminal");
    sfc_buffer_free(&b);
    sfc_add_markdown(&b, "a|b*c\n`d` <e>");
    IS_TEXT(b.data, "a\\|b\\*c \\`d\\` \\<e\\>", "Markdown");
    sfc_buffer_free(&b);
}

static void test_bytes(void)
{
    static const uint8_t bytes[20] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 };
    static const struct {
        struct sfc_shown_bytes shown;
        const char *plain;
    } dumps[] = {
        { { bytes, 20, 0, 20, 15, 17 },
          "  0000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n"
          "                                                     ^^\n"
          "  0010  10 11 12 13\n        ^^         \n" },
        { { bytes, 2, 16, 40, 16, 17 }, "  ... 16 bytes before\n  0010  00 01\n        ^^   \n  ... 22 more bytes\n" },
        { { bytes, 0, 0, 0, 0, 4 }, "  (the section is empty)\n  bytes 0x0-0x4, which are missing\n" },
    };
    for (size_t i = 0; i < sizeof dumps / sizeof dumps[0]; i++) {
        struct sfc_buffer plain = { 0 };
        sfc_add_hexdump(&plain, &dumps[i].shown);
        IS_TEXT(plain.data, dumps[i].plain, "bytes %zu", i);
        sfc_buffer_free(&plain);
    }
}

int main(void)
{
    test_markup();
    test_bytes();
    return tap_done();
}
