/* SPDX-License-Identifier: MIT */
/* Wrong texts for the parser of dumps, each with the place of its error, and right ones at its
   limits. */
#include <stdlib.h>

#include "fence.h"
#include "parse_errors.h"
#include "sfr_text.h"
#include "subject.h"

enum { MAX_LINES = 8, MAX_TEXT = 4096 };

/* A text ends right before an unreadable page. */
static const char *put_at_end(struct fence *fence, const char *text, size_t len)
{
    return (const char *)fence_put(fence, (const uint8_t *)text, len);
}

static bool parse(const char *text, size_t len, struct sfr_text_error *error)
{
    struct sfr_model model;
    struct sfr_model_fde fdes[MAX_LINES];
    struct sfr_model_fre fres[MAX_LINES];
    uint8_t aux[255];
    size_t num_fdes, num_fres;

    const struct sfr_dump_text dump = { text, len, SFR_PROFILE_AUTO, 0, fdes, fres, aux };
    sfr_count_lines(text, len, &num_fdes, &num_fres);
    return num_fdes <= MAX_LINES && num_fres <= MAX_LINES && sfr_parse(&dump, &model, error);
}

static void check_error(struct subject *s, struct fence *fence, const char *const *lines, size_t count,
                        const struct error_case *c)
{
    char text[MAX_TEXT];
    struct sfr_text_error error = { 0, 0, "nothing" };
    size_t len, line = 1, line_start = 0;
    const size_t mark = change_line(text, sizeof text, lines, count, c, &len);

    if (text[mark] == '@') {
        text[mark] = '\0';
        len = mark + (c->expected == end_of_text);
    }
    for (size_t i = 0; i < mark; i++)
        if (text[i] == '\n')
            line++, line_start = i + 1;
    require(s, !parse(put_at_end(fence, text, len), len, &error), "a text is accepted with %s", c->title);
    require(s, error.line == line && error.column == mark - line_start + 1, "%s is reported at %zu:%zu, not %zu:%zu",
            c->title, error.line, error.column, line, mark - line_start + 1);
    require(s, strcmp(error.expected, c->expected) == 0, "%s: \"%s\" is said to be expected, not \"%s\"", c->title,
            error.expected, c->expected);
}

/* Counts the lines that start like this, in the slow way. */
static uint64_t lines_with(const char *text, const char *start)
{
    uint64_t count = 0;
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        count += strncmp(at, start, strlen(start)) == 0;
    return count;
}

static void check_whole(struct subject *s, struct fence *fence, const char *const *lines, size_t count)
{
    char text[MAX_TEXT];
    struct sfr_text_error error = { 0, 0, "nothing" };
    size_t len = 0;

    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s", lines[i]);
    require(s, parse(put_at_end(fence, text, len), len, &error), "%zu:%zu of a right text: expected %s", error.line,
            error.column, error.expected);
    size_t num_fdes, num_fres;
    sfr_count_lines(text, len, &num_fdes, &num_fres);
    require(s, num_fdes == lines_with(text, "fde ") && num_fres == lines_with(text, "fre "),
            "the number of lines of a right text is wrong");
    /* A text that is cut anywhere is wrong at its end. */
    for (size_t cut = 0; cut < len && s->why[0] == '\0'; cut++)
        require(s, !parse(put_at_end(fence, text, cut), cut, &error), "%zu bytes of a text of %zu are accepted", cut,
                len);
}

static void check_rule(struct subject *s, struct fence *fence, const char *text, size_t len, bool is_right)
{
    struct sfr_rule parsed;

    require(s, sfr_parse_rule(put_at_end(fence, text, len), len, SFR_ABI_AMD64_ENDIAN_LITTLE, &parsed) == is_right,
            "\"%.*s\" is %s as a rule", (int)len, text, is_right ? "not accepted" : "accepted");
}

static void check_rules(struct subject *s, struct fence *fence)
{
    static const char *const words[] = {
        [false] = "s Same samer sp+ sp8 sp+08 sp-0 sp+0x8 sp+8+8 +8 rsp+8 r r7 r07 r-1 r4294967296 "
                  "sp+9223372036854775808 fp-9223372036854775809 cfa (cfa+8) *cfa+8 *(cfa+8 *(cfa+8)) *(cfa) "
                  "*(*(cfa+8)+8) *(same) *(none) ? * *( *(cfa-9223372036854775809)",
        [true] = "r17 r4294967295 sp+9223372036854775807 fp-9223372036854775808 *(r4294967295-9223372036854775808) "
                 "cfa+0 same r17+0 sp fp",
    };

    for (unsigned is_right = 0; is_right < 2; is_right++) {
        size_t len;
        const char *rest = words[is_right], *one;
        while ((one = sfc_next_word(&rest, &len)))
            check_rule(s, fence, one, len, is_right);
    }
    check_rule(s, fence, "", 0, false);
    check_rule(s, fence, " same", 5, false);
    check_rule(s, fence, "same ", 5, false);
    check_rule(s, fence, "sp\0", 3, false);
}

void check_parse_errors(struct subject *s)
{
    struct fence fence = { 0 };

    if (strcmp(s->c->id, "v2/amd64-little/encode/base") != 0)
        return;
    note_tried(s, TABLE_PARSE_ERRORS, 0, 1);
    for (size_t i = 0; i < COUNT(plain_errors); i++)
        check_error(s, &fence, plain, COUNT(plain), &plain_errors[i]);
    for (size_t i = 0; i < COUNT(layout_errors); i++)
        check_error(s, &fence, with_layout, COUNT(with_layout), &layout_errors[i]);
    for (size_t i = 0; i < COUNT(version3_errors); i++)
        check_error(s, &fence, version3, COUNT(version3), &version3_errors[i]);
    for (size_t i = 0; i < COUNT(count_errors); i++)
        check_error(s, &fence, header_only, COUNT(header_only), &count_errors[i]);
    check_whole(s, &fence, header_only, COUNT(header_only));
    check_whole(s, &fence, largest, COUNT(largest));
    check_whole(s, &fence, plain, COUNT(plain));
    check_whole(s, &fence, with_layout, COUNT(with_layout));
    check_whole(s, &fence, version3, COUNT(version3));
    check_rules(s, &fence);
    fence_free(&fence);
}
