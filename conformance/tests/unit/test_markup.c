/* SPDX-License-Identifier: MIT */
/* Escapes of markup. */
#include "markup.h"
#include "tap.h"

static void test_markup(void)
{
    struct sfc_buffer b = { 0 };
    sfc_add_line(&b, "a\nb\tc\033[0m<#\x01\x7f\xc2\x85\xe2\x80\xae\xef\xbf\xbe\xff\xc3\xa9\xc3");
    IS_TEXT(b.data, "a b c\\x1b[0m<#\\x01\\x7f\\x85\\u202e\\ufffe\\xff\xc3\xa9\\xc3", "a line for a terminal");
    sfc_buffer_free(&b);
}

TESTS(test_markup)
