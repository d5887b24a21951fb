/* SPDX-License-Identifier: MIT */
/* The errors of the parser of the canonical dump, with their places and messages. */
#include "parse_errors.h"
#include "parse_support.h"

static void check_error(const char *const *lines, size_t count, const struct error_case *c)
{
    static char text[4096];
    size_t len, line = 1, line_start = 0;
    const size_t mark = replace_line(text, sizeof(text), lines, count, c, &len);

    if (text[mark] == '@') {
        text[mark] = '\0';
        len = mark + (c->expected == end_of_text);
    }
    for (size_t i = 0; i < mark; i++) {
        if (text[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    }
    struct parsed p = parse(text, len, SFR_PROFILE_AUTO, 0);
    OK(!p.good, "refused: %s", c->title);
    if (!p.good) {
        IS_TEXT(p.error.expected, c->expected, "what was expected");
        IS_U64(p.error.line * 1000 + p.error.column, line * 1000 + (mark - line_start) + 1, "line and column");
    }
    forget(&p);
}

static void check_right(const char *const *lines, size_t count)
{
    static char text[4096];
    size_t len = 0;

    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", lines[i]);
    struct parsed p = parse(text, len, SFR_PROFILE_AUTO, 0);
    OK(p.good, "taken: the largest numbers");
    forget(&p);
}

static void test_errors(void)
{
    for (size_t i = 0; i < COUNT(plain_errors); i++)
        check_error(plain, COUNT(plain), &plain_errors[i]);
    for (size_t i = 0; i < COUNT(layout_errors); i++)
        check_error(with_layout, COUNT(with_layout), &layout_errors[i]);
    for (size_t i = 0; i < COUNT(version3_errors); i++)
        check_error(version3, COUNT(version3), &version3_errors[i]);
    for (size_t i = 0; i < COUNT(count_errors); i++)
        check_error(header_only, COUNT(header_only), &count_errors[i]);
    check_right(largest, COUNT(largest));
    struct parsed p = parse("", 0, SFR_PROFILE_AUTO, 0);
    OK(!p.good && p.error.line == 1 && p.error.column == 1, "refused: no text");
    forget(&p);
    const struct sfr_dump_text nothing = { .text = NULL };
    OK(!sfr_parse(&nothing, &p.model, &p.error), "refused: no text at no place");
}

int main(void)
{
    test_errors();
    return tap_done();
}
