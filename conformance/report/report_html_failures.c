/* SPDX-License-Identifier: MIT */
/* The failures in the HTML report: by cause, an example of each in full. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "markup.h"
#include "report_html_failures.h"
#include "report_html_share.h"

/* Lines of bytes: of one case at most and at least, and of all together, so that a page with many
   causes stays small. */
enum { MOST_LINES = 40, FEWEST_LINES = 16, PAGE_LINES = 1200 };

struct view {
    size_t number, lines; /* of the run (0: the only one); that the bytes of an example may take */
    size_t *left;         /* how many bytes examples may still take for their bytes and clauses */
    size_t num_short;     /* examples that had no room for them */
    const char *command;  /* that most failures have in common, or NULL */
    struct sfc_buffer *bases;
};

/* ---- Links -------------------------------------------------------------------------------- */

/* A fragment has no characters that browsers escape. Others become "~20". */
static void add_fragment(struct sfc_buffer *b, char kind, size_t number, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._,+=-";
    sfc_buffer_printf(b, "%c", kind);
    if (number > 0)
        sfc_buffer_printf(b, "%zu", number);
    sfc_buffer_printf(b, ":");
    for (; *text; text++)
        if (strchr(plain, *text))
            sfc_buffer_add(b, text, 1);
        else
            sfc_buffer_printf(b, "~%02x", (unsigned)(unsigned char)*text);
}

/* Most ids are PROFILE/ABI-ORDER/AREA/NAME. */
static bool is_area_of_id(const struct sfc_record *r)
{
    const char *name = strrchr(r->id, '/'), *area = name;
    while (area && area > r->id && area[-1] != '/')
        area--;
    return area && strlen(r->area) == (size_t)(name - area) && memcmp(area, r->area, strlen(r->area)) == 0;
}

/* ` id="c:ID"` with what the filter looks at: outcome and class if they are not those of `like`, the area if
   the id does not have it. */
static void add_case_attributes(struct sfc_buffer *b, size_t number, const struct sfc_record *r,
                                const struct sfc_record *like)
{
    const char *about = sfc_html_about(r);
    sfc_html_add(b, " id=\"");
    add_fragment(b, 'c', number, r->id);
    sfc_html_add(b, "\"");
    if (!like || r->outcome != like->outcome)
        sfc_html_element(b, " data-o=\"", sfc_outcome_name(r->outcome), "\"");
    if (!like || strcmp(about, sfc_html_about(like)) != 0)
        sfc_html_element(b, " data-c=\"", about, "\"");
    if (!is_area_of_id(r))
        sfc_html_element(b, " data-a=\"", r->area, "\"");
}

/* The id of a case, which links to itself. */
static void add_case_link(struct sfc_buffer *b, size_t number, const struct sfc_record *r)
{
    sfc_html_add(b, "<a href=\"#");
    add_fragment(b, 'c', number, r->id);
    sfc_html_element(b, "\">", r->id, "</a>");
}

/* The token of a group's cause is unique among the unexpected failures. A reason has none: its hash. */
static void add_group_fragment(struct sfc_buffer *b, size_t number, const struct sfc_group *g)
{
    const enum sfc_standing standing = g->records[0]->standing;
    struct sfc_buffer name = { 0 };
    if (standing != SFC_STANDS_UNEXPECTED)
        sfc_buffer_printf(&name, "%s/", sfc_standing_name(standing));
    if (g->token)
        sfc_buffer_printf(&name, "%s", g->token);
    else
        sfc_buffer_printf(&name, "%016" PRIx64, sfc_html_hash(g->title));
    add_fragment(b, 'g', number, name.data);
    sfc_buffer_free(&name);
}

/* ---- An example --------------------------------------------------------------------------- */

/* The level of a case, and what its right answer rests on. */
static void add_grounds(struct sfc_buffer *b, const struct sfc_record *r, struct sfc_buffer *bases)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    sfc_html_element(b, "<p class=\"label\">Level ", level.data, "</p><ul>");
    sfc_add_grounds(b, r, sfc_html_ground);
    sfc_add_grounds(bases, r, sfc_html_basis);
    sfc_html_add(b, "</ul>\n");
    sfc_buffer_free(&level);
}

/* The dump that an encoder was given. */
static void add_dump(struct sfc_buffer *b, const struct sfc_record *r)
{
    char *text = sfc_copy_text((const char *)r->bytes, r->num_bytes);
    sfc_add_xml(b, text);
    free(text);
}

/* What was asked about. The kind of a file is not known from its middle. */
static const char *name_of_input(const struct sfc_record *r)
{
    static const uint8_t elf_magic[] = { 0x7f, 'E', 'L', 'F' };
    if (strcmp(r->op, "encode") == 0)
        return "dump";
    if (r->bytes_at > 0)
        return "input";
    return r->num_bytes >= sizeof elf_magic && memcmp(r->bytes, elf_magic, sizeof elf_magic) == 0 ? "ELF file"
                                                                                                  : "section";
}

static void add_bytes(struct sfc_buffer *b, const struct sfc_record *r, size_t lines)
{
    if (!r->bytes)
        return;
    const char *input = name_of_input(r);
    const bool is_dump = strcmp(input, "dump") == 0;
    sfc_buffer_printf(b, "<p class=\"label\">The %s, %zu bytes", input, r->size);
    if (r->has_range && !is_dump) {
        sfc_buffer_printf(b, "; at fault: 0x%zx-0x%zx%s, ", r->range_start, r->range_end,
                          strcmp(input, "section") == 0 ? "" : " of the section");
        sfc_add_xml(b, r->fault_class ? r->fault_class : "");
    }
    sfc_html_add(b, "</p><pre class=\"hex\" tabindex=\"0\">");
    if (is_dump)
        add_dump(b, r);
    else
        sfc_html_fields(b, r, lines);
    sfc_html_add(b, "</pre>\n");
}

/* Bytes, clauses and command of an example, while there is room for them. */
static void add_details(struct sfc_buffer *b, const struct sfc_record *r, struct view *view)
{
    struct sfc_buffer details = { 0 }, bases = { 0 };
    add_bytes(&details, r, view->lines);
    add_grounds(&details, r, &bases);
    const bool fits = details.len <= *view->left;
    if (fits) {
        *view->left -= details.len;
        sfc_buffer_add(b, sfc_buffer_text(&details), details.len);
        sfc_buffer_add(view->bases, sfc_buffer_text(&bases), bases.len);
    } else {
        *view->left = 0;
        view->num_short++;
    }
    if (r->command && (fits || !sfc_html_shares_command(r, view->command)))
        sfc_html_element(b, "<p class=\"label\">Reproduce</p><pre class=\"wrap\">", r->command, "</pre>\n");
    sfc_buffer_free(&details);
    sfc_buffer_free(&bases);
}

/* Everything about a failure. */
static void add_example(struct sfc_buffer *b, const struct sfc_group *g, struct view *view)
{
    const struct sfc_record *r = g->example;
    sfc_html_add(b, "<div class=\"case\"");
    add_case_attributes(b, view->number, r, NULL);
    sfc_buffer_printf(b, "><p>%s", g->count > 1 ? "For example " : "");
    add_case_link(b, view->number, r);
    sfc_html_add(b, ": <b>");
    sfc_html_outcome(b, r);
    sfc_html_element(b, "</b><br>", r->title, "</p>\n");
    sfc_add_excuse(b, "<p>Not counted: ", r);
    if (r->standing == SFC_STANDS_SHOWN)
        sfc_html_add(b, "</p>\n");
    if (r->known) {
        sfc_buffer_printf(b, "<p class=\"small\">Line %zu of the known-failure file: ", r->known_line);
        sfc_html_element(b, "<code>", r->known, "</code>");
        sfc_html_element(b, " ", r->reason ? r->reason : "", "</p>\n");
    }
    sfc_html_add(b, "<p class=\"label\">First difference</p>");
    sfc_html_difference(b, r);
    if (r->message)
        sfc_html_element(b, "<p class=\"label\">Tool output</p><pre class=\"wrap\">", r->message, "</pre>\n");
    add_details(b, r, view);
    sfc_html_add(b, "</div>\n");
}

/* ---- The others of a group ---------------------------------------------------------------- */

static void add_other(struct sfc_buffer *b, const struct sfc_record *r, const struct sfc_record *example,
                      const char *shared_command, struct view *view)
{
    sfc_html_add(b, "<li");
    add_case_attributes(b, view->number, r, example);
    sfc_html_add(b, ">");
    add_case_link(b, view->number, r);
    sfc_html_short_difference(b, r, example);
    if (r->command && !sfc_html_shares_command(r, shared_command))
        sfc_html_element(b, " <code>", r->command, "</code>");
    sfc_html_add(b, "</li>\n");
}

static void add_others(struct sfc_buffer *b, const struct sfc_group *g, struct view *view)
{
    if (g->count < 2)
        return;
    char *command = sfc_html_shared_command(g);
    const size_t others = g->count - 1;
    sfc_buffer_printf(b, "<p class=\"label\">%zu other%s, with what differs</p>\n", others, others == 1 ? "" : "s");
    if (command && !sfc_html_shares_command(g->example, command)) {
        sfc_html_add(b, "<p class=\"small\">Reproduce, with the id of the case in the place of <code>ID</code>:</p>");
        sfc_html_element(b, "<pre class=\"wrap\">", command, "</pre>\n");
    }
    sfc_html_add(b, "<ul class=\"ids\">\n");
    for (size_t i = 0; i < g->count; i++)
        if (g->records[i] != g->example)
            add_other(b, g->records[i], g->example, command, view);
    sfc_html_add(b, "</ul>\n");
    free(command);
}

/* ---- Groups ------------------------------------------------------------------------------- */

static void add_group(struct sfc_buffer *b, const struct sfc_group *g, struct view *view, bool is_open)
{
    sfc_html_add(b, "<details class=\"group\" id=\"");
    add_group_fragment(b, view->number, g);
    sfc_buffer_printf(b, "\"%s><summary><span class=\"n\">%zu</span> ", is_open ? " open" : "", g->count);
    sfc_html_element(b, "<span class=\"title\">", g->title, "</span></summary>\n<p class=\"small\"><a href=\"#");
    add_group_fragment(b, view->number, g);
    sfc_html_element(b, "\">", g->token ? g->token : "this reason", "</a></p>\n");
    add_example(b, g, view);
    add_others(b, g, view);
    sfc_html_add(b, "</details>\n");
}

/* The groups come in the order of the levels; known failures have no level. */
static void add_groups(struct sfc_buffer *b, const struct sfc_group *groups, size_t count, struct view *view)
{
    for (size_t i = 0; i < count; i++) {
        const bool has_level = groups[i].token != NULL,
                   is_first = i == 0 || (has_level && groups[i].level != groups[i - 1].level);
        if (is_first) {
            sfc_html_add(b, i == 0 ? "<div class=\"level\">\n" : "</div>\n<div class=\"level\">\n");
            if (has_level)
                sfc_html_element(b, "<h4>Level ", sfc_level_name(groups[i].level), "</h4>\n");
        }
        add_group(b, &groups[i], view, i == 0 && has_level);
    }
    sfc_html_add(b, count > 0 ? "</div>\n" : "");
}

static void add_standing(struct sfc_buffer *b, const struct sfc_results *results, enum sfc_standing standing,
                         struct view *view)
{
    size_t count;
    struct sfc_group *groups = sfc_group_records(results, standing, &count);
    const bool is_known = standing == SFC_STANDS_KNOWN;
    if (count > 0) {
        sfc_html_add(b, "<section>\n<h3>");
        sfc_add_standing(b, standing, results->totals.standings[standing]);
        sfc_buffer_printf(b, ", %zu %s%s</h3>\n", count, is_known ? "reason" : "cause", count == 1 ? "" : "s");
        add_groups(b, groups, count, view);
        sfc_html_add(b, "</section>\n");
    }
    sfc_groups_free(groups, count);
}

static void add_unmatched(struct sfc_buffer *b, const struct sfc_results *results)
{
    if (results->num_unmatched == 0)
        return;
    sfc_buffer_printf(b, "<h3>%zu entries of the known-failure file match no case</h3>\n<ul>", results->num_unmatched);
    for (size_t i = 0; i < results->num_unmatched; i++) {
        sfc_buffer_printf(b, "<li>line %zu: ", results->unmatched[i].line);
        sfc_html_element(b, "<code>", results->unmatched[i].id, "</code></li>\n");
    }
    sfc_html_add(b, "</ul>\n");
}

/* Groups have an example each. */
static size_t count_groups(const struct sfc_results *results)
{
    static const enum sfc_standing standings[] = { SFC_STANDS_UNEXPECTED, SFC_STANDS_STALE, SFC_STANDS_SHOWN,
                                                   SFC_STANDS_KNOWN };
    size_t sum = 0, count;
    for (size_t i = 0; i < sizeof standings / sizeof standings[0]; i++) {
        struct sfc_group *groups = sfc_group_records(results, standings[i], &count);
        sfc_groups_free(groups, count);
        sum += count;
    }
    return sum;
}

static void add_all(struct sfc_buffer *b, const struct sfc_results *results, struct view *view)
{
    add_standing(b, results, SFC_STANDS_UNEXPECTED, view);
    add_standing(b, results, SFC_STANDS_STALE, view);
    add_unmatched(b, results);
    add_standing(b, results, SFC_STANDS_SHOWN, view);
    add_standing(b, results, SFC_STANDS_KNOWN, view);
}

/* The command that most failures have in common; the caller frees it. */
static char *usual_command(const struct sfc_results *results)
{
    const struct sfc_record **records = sfc_alloc(results->count, sizeof records[0]);
    struct sfc_group all = { .records = records };
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].standing != SFC_STANDS_GOOD)
            records[all.count++] = &results->records[i];
    char *command = sfc_html_shared_command(&all);
    free(records);
    return command;
}

/* What is said once of the examples without details. */
static void add_note(struct sfc_buffer *b, const struct view *view)
{
    sfc_buffer_printf(b,
                      "<p class=\"small\">Short examples, so that this page stays small: %zu. With the id of a case "
                      "in the place of <code>ID</code>, this prints its bytes and clauses:</p>\n<pre class=\"wrap\">"
                      "sframe-conform explain ID</pre>\n",
                      view->num_short);
    if (view->command)
        sfc_html_element(b,
                         "<p class=\"small\">And this repeats it, unless it names a command of its own:</p>\n"
                         "<pre class=\"wrap\">",
                         view->command, "</pre>\n");
}

void sfc_html_failures(struct sfc_buffer *b, const struct sfc_results *results, size_t number, size_t *left,
                       struct sfc_buffer *bases)
{
    const size_t lines = PAGE_LINES / (count_groups(results) + 1);
    char *command = usual_command(results);
    struct sfc_buffer text = { 0 };
    struct view view = { .number = number,
                         .lines = lines > MOST_LINES     ? MOST_LINES
                                  : lines < FEWEST_LINES ? FEWEST_LINES
                                                         : lines,
                         .left = left,
                         .command = command,
                         .bases = bases };
    add_all(&text, results, &view);
    if (view.num_short > 0)
        add_note(b, &view);
    sfc_buffer_add(b, sfc_buffer_text(&text), text.len);
    if (sfc_num_asked(results) == results->totals.outcomes[SFC_PASS] && results->num_unmatched == 0)
        sfc_html_add(b, "<p>No failures.</p>\n");
    sfc_buffer_free(&text);
    free(command);
}
