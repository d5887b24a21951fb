/* SPDX-License-Identifier: MIT */
/* The writer of JSON. */
#include <stdlib.h>

#include "json.h"
#include "tap.h"

static void test_strings(void)
{
    static const struct {
        const char *text, *json;
    } rows[] = {
        { NULL, "null" },
        { "", "\"\"" },
        { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
        { "\xff", "\"\\ufffd\"" },
        { "\xc3", "\"\\ufffd\"" },
        { "\xc0\x80", "\"\\ufffd\\ufffd\"" },
        { "\xe0\x80\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
        { "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
        { "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
        { "\xe2\x82", "\"\\ufffd\\ufffd\"" },
        { "<\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8", "\"\\u003c\\u202e\\u2066\\u061c\\u2028\"" },
        { "\xc2\x80\xc2\x9f\xc2\xa0", "\"\\u0080\\u009f\xc2\xa0\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_buffer b = { 0 };
        sfc_json_string(&b, rows[i].text);
        IS_TEXT(sfc_buffer_text(&b), rows[i].json, "JSON string %zu", i);
        sfc_buffer_free(&b);
    }
}

int main(void)
{
    test_strings();
    char every[128];
    for (unsigned i = 1; i < 128; i++)
        every[i - 1] = (char)i;
    every[127] = '\0';
    struct sfc_buffer b = { 0 };
    sfc_json_string(&b, every);
    IS_TEXT(
        b.data,
        "\"\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\u0008\\u0009\\n\\u000b\\u000c\\u000d\\u000e\\u000f"
        "\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e"
        "\\u001f !\\\"#$%&'()*+,-./0123456789:;\\u003c=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\\\]^_`abcdefghijklmnopqrstuvwxyz"
        "{|}~\\u007f\"",
        "every byte of ASCII");
    sfc_buffer_free(&b);
    sfc_json_words(&b, "words", " one  two ");
    IS_TEXT(b.data, ",\"words\":[\"one\",\"two\"]", "words are an array");
    sfc_buffer_free(&b);
    return tap_done();
}
