/* SPDX-License-Identifier: MIT */
/* The writer of JSON. */
#include <stdlib.h>

#include "json.h"
#include "tap.h"

int main(void)
{
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
    sfc_json_member(&b, "wide", "\xc3\xa9\xf0\x9f\x98\x80");
    IS_TEXT(b.data, ",\"wide\":\"\xc3\xa9\xf0\x9f\x98\x80\"", "wide characters");
    sfc_buffer_free(&b);
    sfc_json_member(&b, "bad", "a\xff-\xed\xa0\x80");
    IS_TEXT(b.data, ",\"bad\":\"a\\ufffd-\\ufffd\\ufffd\\ufffd\"", "other bytes are replaced");
    sfc_buffer_free(&b);
    sfc_json_member(&b, "none", NULL);
    IS_TEXT(b.data, ",\"none\":null", "nothing is null");
    sfc_buffer_free(&b);
    sfc_json_words(&b, "words", " one  two ");
    IS_TEXT(b.data, ",\"words\":[\"one\",\"two\"]", "words are an array");
    sfc_buffer_free(&b);
    return tap_done();
}
