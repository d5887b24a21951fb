/* SPDX-License-Identifier: MIT */
/* The reader of JSON: what it takes, what it refuses and where, and that it reads what the writer writes. */
#include <stdlib.h>

#include "json.h"
#include "json_read.h"
#include "tap.h"

/* Parses a copy of exactly the text's size, so that a tool that watches memory sees every step too far. */
static bool parse(struct sfc_json_tree *tree, char **copy, const char *text, size_t len, struct sfc_error *error)
{
    *copy = sfc_copy_text(text, len);
    return sfc_json_parse(tree, *copy, len, error);
}

static void test_strings(void)
{
    static const struct {
        const char *text, *value;
    } strings[] = {
        { "\"\"", "" },
        { "\"a b\"", "a b" },
        { " \t\"a\"\r\n", "a" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac" },
        { "\"\\uD83D\\ude00!\"", "\xf0\x9f\x98\x80!" },
        { "\"\xc3\xa9\xf0\x9f\x98\x80\"", "\xc3\xa9\xf0\x9f\x98\x80" },
        { "\"\\ud7ff\\ue000\\uffff\"", "\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf" },
    };
    struct sfc_json_tree tree = { 0 };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        char *copy;
        struct sfc_error error = { "" };
        const bool good = parse(&tree, &copy, strings[i].text, strlen(strings[i].text), &error);
        OK(good && tree.count == 1 && tree.values[0].kind == SFC_JSON_STRING, "string %zu: %s", i, error.text);
        IS_TEXT(good ? tree.values[0].text : "", strings[i].value, "its value");
        free(copy);
    }
    sfc_json_free(&tree);
}

static void test_refused(void)
{
    static const struct {
        const char *text;
        size_t at;
        const char *what;
    } texts[] = {
        { "", 1, "expected a value" },
        { "  ", 3, "expected a value" },
        { "nul", 1, "expected a value" },
        { "nulll", 5, "something follows" },
        { "{} {}", 4, "something follows" },
        { "\"a", 3, "ends in a string" },
        { "\"a\\", 4, "no such escape" },
        { "\"\\x\"", 3, "no such escape" },
        { "\"\\u12g4\"", 6, "four hexadecimal digits" },
        { "\"\\u12", 6, "four hexadecimal digits" },
        { "\"\\u0000\"", 8, "NUL in a string" },
        { "\"\\ud800\"", 8, "half of a surrogate pair" },
        { "\"\\ud800\\u0041\"", 14, "half of a surrogate pair" },
        { "\"\\udc00\"", 8, "half of a surrogate pair" },
        { "\"\xff\"", 2, "not UTF-8" },
        { "\"\xed\xa0\x80\"", 2, "not UTF-8" },
        { "\"\xc3", 2, "not UTF-8" },
        { "\"a\nb\"", 3, "control byte" },
        { "01", 3, "expected a value" },
        { "-", 2, "expected a value" },
        { "+1", 1, "expected a value" },
        { "1.", 3, "expected a digit" },
        { "1e", 3, "expected a digit" },
        { ".5", 1, "expected a value" },
        { "[1,]", 4, "expected a value" },
        { "[1 2]", 4, "expected `,`" },
        { "[1", 3, "expected `,`" },
        { "{\"a\":1,}", 8, "expected a string" },
        { "{a:1}", 2, "expected a string" },
        { "{\"a\" 1}", 6, "expected `:`" },
        { "{\"a\":1,\"a\":2}", 12, "comes twice" },
        { "[[[[[[[[[]]]]]]]]]", 10, "nested too deeply" },
        { "1 /* no */", 3, "something follows" },
    };
    struct sfc_json_tree tree = { 0 };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *copy, place[32];
        struct sfc_error error = { "" };
        const bool good = parse(&tree, &copy, texts[i].text, strlen(texts[i].text), &error);
        snprintf(place, sizeof place, "byte %zu: ", texts[i].at);
        OK(!good && strncmp(error.text, place, strlen(place)) == 0 && strstr(error.text, texts[i].what),
           "refused, %s%s: %s", place, texts[i].what, error.text);
        free(copy);
    }
    char *copy;
    struct sfc_error error = { "" };
    OK(!parse(&tree, &copy,
              "1\0"
              "2",
              3, &error)
           && strstr(error.text, "byte 2"),
       "a NUL between values: %s", error.text);
    free(copy);
    OK(!parse(&tree, &copy, "\"a\0b\"", 5, &error) && strstr(error.text, "control byte"), "a NUL in a string");
    free(copy);
    struct sfc_buffer many = { 0 };
    for (unsigned i = 0; i < 1100; i++)
        sfc_buffer_printf(&many, "%s\"m%u\":%u", i == 0 ? "{" : ",", i, i);
    sfc_buffer_printf(&many, "}");
    OK(!parse(&tree, &copy, many.data, many.len, &error) && strstr(error.text, "too many members"), "too many members");
    free(copy);
    sfc_buffer_free(&many);
    sfc_json_free(&tree);
}

/* Every beginning of a text is refused, and none is read beyond its end. */
static void test_cut(void)
{
    static const char text[] = "{\"a\":[1,-2.5e+3,true,false,null],\"b\":{\"c\":\"\\u00e9\\\\x\"},\"d\":\"\xc3\xa9\"}";
    struct sfc_json_tree tree = { 0 };
    size_t refused = 0;
    for (size_t len = 0; len < sizeof text - 1; len++) {
        char *copy;
        refused += !parse(&tree, &copy, text, len, NULL);
        free(copy);
    }
    IS_U64(refused, sizeof text - 1, "every text that is cut off is refused");
    char *copy;
    size_t number = 0;
    OK(parse(&tree, &copy, text, sizeof text - 1, NULL), "the whole is not");
    const size_t a = sfc_json_find(&tree, 0, "a"), b = sfc_json_find(&tree, 0, "b"), d = sfc_json_find(&tree, 0, "d");
    OK(a == 1 && tree.values[a].end == 7 && b == 7 && d == 9 && tree.values[0].end == tree.count, "its shape");
    OK(sfc_json_find(&tree, b, "c") == 8 && sfc_json_find(&tree, 0, "c") == 0 && sfc_json_find(&tree, a, "a") == 0,
       "members are those of their object");
    OK(sfc_json_size(&tree.values[2], &number) && number == 1 && !sfc_json_size(&tree.values[3], &number)
           && !sfc_json_size(&tree.values[4], &number),
       "whole numbers, and others");
    free(copy);
    OK(parse(&tree, &copy, "[18446744073709551616]", 22, NULL) && !sfc_json_size(&tree.values[1], &number),
       "a number that no size_t has");
    free(copy);
    sfc_json_free(&tree);
}

/* What is written is read as it was, byte by byte where it is UTF-8. */
static void test_round_trip(void)
{
    struct sfc_json_tree tree = { 0 };
    char every[256], *copy;
    for (unsigned i = 1; i < 128; i++)
        every[i - 1] = (char)i;
    every[127] = '\0';
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "{\"first\":0");
    sfc_json_member(&b, "every", every);
    sfc_json_member(&b, "wide", "\xc3\xa9\xf0\x9f\x98\x80");
    sfc_json_member(&b, "bad",
                    "a\xff"
                    "b\xed\xa0\x80");
    sfc_json_member(&b, "none", NULL);
    sfc_json_words(&b, "words", " one  two ");
    sfc_buffer_printf(&b, "}");
    OK(parse(&tree, &copy, b.data, b.len, NULL), "what the writer writes is read");
    IS_TEXT(tree.values[sfc_json_find(&tree, 0, "every")].text, every, "every byte of ASCII");
    IS_TEXT(tree.values[sfc_json_find(&tree, 0, "wide")].text, "\xc3\xa9\xf0\x9f\x98\x80", "wide characters");
    IS_TEXT(tree.values[sfc_json_find(&tree, 0, "bad")].text,
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
            "other bytes are replaced");
    OK(tree.values[sfc_json_find(&tree, 0, "none")].kind == SFC_JSON_NULL, "nothing is null");
    const size_t words = sfc_json_find(&tree, 0, "words");
    OK(tree.values[words].end == words + 3 && strcmp(tree.values[words + 2].text, "two") == 0, "words are an array");
    free(copy);
    sfc_buffer_free(&b);
    sfc_json_free(&tree);
}

int main(void)
{
    test_strings();
    test_refused();
    test_cut();
    test_round_trip();
    return tap_done();
}
