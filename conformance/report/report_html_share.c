/* SPDX-License-Identifier: MIT */
/* What the failures of a group have in common: a report that says it once stays small. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "markup.h"
#include "report_html_share.h"

const char *sfc_html_about(const struct sfc_record *r)
{
    return r->fault_class ? r->fault_class : r->policy ? r->policy : "";
}

/* ---- Commands ----------------------------------------------------------------------------- */

/* The command with ID for the id of the case. */
static char *make_template(const struct sfc_record *r)
{
    struct sfc_buffer text = { 0 };
    const size_t len = strlen(r->id);
    const char *at = r->command, *next;
    while (len > 0 && (next = strstr(at, r->id))) {
        sfc_buffer_add(&text, at, (size_t)(next - at));
        sfc_buffer_printf(&text, "ID");
        at = next + len;
    }
    sfc_buffer_printf(&text, "%s", at);
    char *copy = sfc_copy_string(sfc_buffer_text(&text));
    sfc_buffer_free(&text);
    return copy;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *sfc_html_shared_command(const struct sfc_group *g)
{
    char **templates = sfc_alloc(g->count, sizeof templates[0]);
    size_t count = 0, best = 0, most = 1;
    for (size_t i = 0; i < g->count; i++)
        if (g->records[i]->command)
            templates[count++] = make_template(g->records[i]);
    if (count > 0)
        qsort(templates, count, sizeof templates[0], compare_texts);
    for (size_t i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && strcmp(templates[i], templates[i + same]) == 0;)
            same++;
        if (same > most) {
            most = same;
            best = i;
        }
    }
    char *shared = most > 1 ? sfc_copy_string(templates[best]) : NULL;
    for (size_t i = 0; i < count; i++)
        free(templates[i]);
    free(templates);
    return shared;
}

bool sfc_html_shares_command(const struct sfc_record *r, const char *command)
{
    if (!command || !r->command)
        return false;
    char *own = make_template(r);
    const bool same = strcmp(own, command) == 0;
    free(own);
    return same;
}

/* ---- Differences -------------------------------------------------------------------------- */

static bool is_word(const char *word, size_t len, const char *other, size_t other_len)
{
    return word && other && len == other_len && memcmp(word, other, len) == 0;
}

/* The words of a line of a dump that another line has not, after its name: "fre 0.1 cfa=sp+8". A line of another kind,
   and what is no such line, in full. */
static void add_words(struct sfc_buffer *b, const char *line, const char *other)
{
    const char *rest = line, *other_rest = other, *word, *other_word;
    size_t len, other_len = 0;
    bool is_like = true;
    for (size_t i = 0; (word = sfc_next_word(&rest, &len)); i++) {
        other_word = sfc_next_word(&other_rest, &other_len);
        const bool same = is_word(word, len, other_word, other_len), is_name = !memchr(word, '=', len);
        is_like = is_like && (i > 0 || same);
        if (is_like && same && !is_name)
            continue;
        char *copy = sfc_copy_text(word, len);
        sfc_html_element(b, " ", copy, "");
        free(copy);
    }
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void sfc_html_short_difference(struct sfc_buffer *b, const struct sfc_record *r, const struct sfc_record *example)
{
    if (r->outcome != example->outcome || !same_text(r->detail, example->detail)) {
        sfc_html_add(b, " <b>");
        sfc_html_outcome(b, r);
        sfc_html_add(b, "</b>");
    }
    if (same_text(r->expected, example->expected) && same_text(r->seen, example->seen) && r->outcome == example->outcome
        && same_text(r->expect, example->expect) && same_text(r->fault_class, example->fault_class))
        return;
    sfc_html_add(b, " <ins>expected");
    if (!r->expected) {
        sfc_html_element(b, " ", r->expect, "");
        const bool has_class = strcmp(r->expect, "reject") == 0 && r->fault_class;
        sfc_html_element(b, has_class ? " (" : "", has_class ? r->fault_class : "", has_class ? ")" : "");
        sfc_html_add(b, "</ins> <del>seen ");
        sfc_html_deed(b, r);
    } else {
        add_words(b, *r->expected ? r->expected : "(no line)", r->seen);
        sfc_html_add(b, "</ins> <del>seen");
        add_words(b, *r->seen ? r->seen : "(no line)", r->expected);
    }
    sfc_html_add(b, "</del>");
}

/* ---- Bases -------------------------------------------------------------------------------- */

uint64_t sfc_html_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

/* The fragment of a basis. Profiles differ in it. */
static void add_basis_fragment(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    const uint64_t hash = sfc_html_hash(ground->name) ^ (sfc_html_hash(ground->basis) << 1);
    sfc_buffer_printf(b, "b:%016" PRIx64, hash);
}

void sfc_html_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    char *kind = sfc_copy_text(ground->basis, strcspn(ground->basis, ":"));
    sfc_html_element(b, "<li><code>", ground->name, "</code> ");
    sfc_html_element(b, "", ground->says, " <small>(");
    if (ground->source)
        sfc_html_element(b, "", ground->source, "; ");
    sfc_html_add(b, "<a href=\"#");
    add_basis_fragment(b, ground);
    sfc_html_element(b, "\">basis ", kind, "</a>)</small></li>\n");
    free(kind);
}

/* The lines are told apart by their ends: names have none. */
void sfc_html_basis(struct sfc_buffer *bases, const struct sfc_ground *ground)
{
    struct sfc_buffer name = { 0 }, basis = { 0 };
    sfc_add_line(&name, ground->name);
    sfc_add_line(&basis, ground->basis);
    sfc_html_element(bases, "<li><code>", sfc_buffer_text(&name), "</code> <span id=\"");
    add_basis_fragment(bases, ground);
    sfc_html_element(bases, "\">basis ", sfc_buffer_text(&basis), "</span></li>\n");
    sfc_buffer_free(&name);
    sfc_buffer_free(&basis);
}

void sfc_html_bases(struct sfc_buffer *b, struct sfc_buffer *bases)
{
    size_t count = 0, next = 0;
    for (size_t i = 0; i < bases->len; i++)
        count += bases->data[i] == '\n';
    char **lines = sfc_alloc(count, sizeof lines[0]);
    for (char *at = bases->data; next < count; at += strlen(at) + 1) {
        lines[next++] = at;
        at[strcspn(at, "\n")] = '\0';
    }
    if (count > 0) {
        qsort(lines, count, sizeof lines[0], compare_texts);
        sfc_html_add(b, "<h2 id=\"bases\">What the answers rest on</h2>\n<ul class=\"small\">\n");
    }
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(lines[i], lines[i - 1]) != 0) {
            sfc_html_add(b, lines[i]);
            sfc_html_add(b, "\n");
        }
    sfc_html_add(b, count > 0 ? "</ul>\n" : "");
    free(lines);
}
