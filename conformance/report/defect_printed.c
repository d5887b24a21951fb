/* SPDX-License-Identifier: MIT */
/*
 * What a tool prints for a line of a dump: the way back from normalise_readelf.c.
 *
 * It gives the words that a person finds in the tool's text. Where several texts have the same meaning
 * it gives none of them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "defect.h"

/* The value of a key of a line of a dump, as a copy; NULL if it has none or hides it. */
static char *find_value(const char *line, const char *key)
{
    const size_t key_len = strlen(key);
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&line, &len)))
        if (len > key_len + 1 && memcmp(word, key, key_len) == 0 && word[key_len] == '=' && word[key_len + 1] != '?')
            return sfc_copy_text(word + key_len + 1, len - key_len - 1);
    return NULL;
}

/* The line of a dump that begins with these words, as a copy; NULL if it has none. */
static char *find_line(const char *dump, const char *start)
{
    while (*dump) {
        const size_t len = strcspn(dump, "\n");
        if (strncmp(dump, start, strlen(start)) == 0)
            return sfc_copy_text(dump, len);
        dump += len + (dump[len] == '\n');
    }
    return NULL;
}

/* ---- A row of readelf ---------------------------------------------------------------------- */

/* "*(cfa-16)" without its frame; NULL for another rule. */
static char *in_memory(const char *rule)
{
    const size_t len = strlen(rule);
    return len > 3 && memcmp(rule, "*(", 2) == 0 && rule[len - 1] == ')' ? sfc_copy_text(rule + 2, len - 3) : NULL;
}

/* A column for FP or RA. False if the text for the rule is not certain: "*(cfa-8)" may be a fixed offset or a
   word, and "cfa" and its slot look alike. */
static bool add_place(struct sfc_buffer *out, const char *rule, int width)
{
    char *place = in_memory(rule), *text = NULL;
    if (strcmp(rule, "same") == 0)
        text = sfc_copy_string("u");
    else if (place && strncmp(place, "cfa", 3) == 0)
        text = sfc_format("c%s", place + 3);
    else if (place)
        text = sfc_format("(%s)", place);
    free(place);
    if (text)
        sfc_buffer_printf(out, "%-*s", width, text);
    free(text);
    return text != NULL;
}

/* The columns up to the first one whose text is not certain. FP and RA are NULL if the dump hides them. */
static void add_columns(struct sfc_buffer *out, const char *cfa, const char *fp, const char *ra, bool fixed_ra)
{
    if (strcmp(cfa, "none") == 0 && ra && strcmp(ra, "undefined") == 0) {
        sfc_buffer_printf(out, "RA undefined");
        return;
    }
    char *loaded = in_memory(cfa);
    if (loaded)
        sfc_buffer_printf(out, "(%s)", loaded);
    else
        sfc_buffer_printf(out, "%-10s", cfa);
    if (!loaded && fp && add_place(out, fp, 10) && ra && !fixed_ra)
        add_place(out, ra, 0);
    free(loaded);
}

/* The first PC of a function, from the expected dump: the lines before the one that differs are right. */
static bool find_start(const char *dump, const char *fre, uint64_t *start)
{
    char *name = sfc_format("fde %.*s ", (int)strcspn(fre + 4, "."), fre + 4), *fde = find_line(dump, name);
    char *value = fde ? find_value(fde, "start") : NULL, *kind = fde ? find_value(fde, "pc") : NULL;
    const bool good = value && kind && sfc_parse_hex(value, strlen(value), start);
    if (good && strcmp(kind, "mask") == 0)
        *start = 0; /* the text shows offsets in the block */
    free(kind);
    free(value);
    free(fde);
    free(name);
    return good;
}

static bool has_fixed_ra(const char *dump)
{
    char *section = find_line(dump, "section "), *value = section ? find_value(section, "fixed-ra") : NULL;
    const char *version = section ? strstr(section, "version=1") : NULL;
    /* The text of version 1 shows no fixed offset. */
    const bool has = !version && (!value || strcmp(value, "0") != 0);
    free(value);
    free(section);
    return has;
}

static bool add_row(struct sfc_buffer *out, const struct sfc_case *c, const char *seen)
{
    char *values[4];
    static const char *const keys[4] = { "at", "cfa", "fp", "ra" };
    uint64_t start, at;
    for (unsigned i = 0; i < 4; i++)
        values[i] = find_value(seen, keys[i]);
    bool good = find_start(c->body, seen, &start) && values[0] && values[1];
    good = good && sfc_parse_hex(values[0], strlen(values[0]), &at);
    if (good)
        sfc_buffer_printf(out, "%016" PRIx64 "  ", start + at);
    if (good)
        add_columns(out, values[1], values[2], values[3], has_fixed_ra(c->body));
    for (unsigned i = 0; i < 4; i++)
        free(values[i]);
    return good;
}

/* ---- Other lines of readelf ------------------------------------------------------------------ */

static bool has_value(const char *line, const char *key, const char *wanted)
{
    char *value = find_value(line, key);
    const bool has = value && strcmp(value, wanted) == 0;
    free(value);
    return has;
}

static void add_attributes(struct sfc_buffer *out, const char *seen)
{
    const bool signal = has_value(seen, "signal", "1"), flex = has_value(seen, "type", "flex");
    if (signal || flex)
        sfc_buffer_printf(out, ", attr = \"%s%s\"", signal ? "S" : "", flex ? "F" : "");
    if (has_value(seen, "key", "b"))
        sfc_buffer_printf(out, ", pauth = B key");
}

static bool add_function(struct sfc_buffer *out, const char *seen)
{
    char *start = find_value(seen, "start"), *size = find_value(seen, "size");
    const bool good = start && size;
    uint64_t value;
    if (good)
        sfc_buffer_printf(out, "func idx [%.*s]: pc = %s, size = ", (int)strcspn(seen + 4, " "), seen + 4, start);
    /* A size that is printed as a negative number is no hexadecimal one in the dump either. */
    if (good && sfc_parse_hex(size, strlen(size), &value))
        sfc_buffer_printf(out, "%" PRIu64 " bytes", value);
    else if (good)
        sfc_buffer_printf(out, "%s bytes", size);
    if (good)
        add_attributes(out, seen);
    free(start);
    free(size);
    return good;
}

/* Only a single flag is on one line in all releases. */
static bool add_flags(struct sfc_buffer *out, const char *seen)
{
    static const struct {
        const char *token, *name;
    } known[] = {
        { "none", "NONE" },
        { "sorted", "SFRAME_F_FDE_SORTED" },
        { "frame-pointer", "SFRAME_F_FRAME_POINTER" },
        { "pcrel", "SFRAME_F_FDE_FUNC_START_PCREL" },
    };
    char *flags = find_value(seen, "flags");
    bool good = false;
    for (unsigned i = 0; flags && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(flags, known[i].token) == 0) {
            sfc_buffer_printf(out, "Flags: %s", known[i].name);
            good = true;
        }
    free(flags);
    return good;
}

bool sfc_add_printed(struct sfc_buffer *out, const char *normaliser, const struct sfc_case *c, const char *detail,
                     const char *seen)
{
    struct sfc_buffer text = { 0 };
    bool good = false;
    if (strcmp(normaliser, "readelf") != 0 || !seen)
        return false;
    if (strncmp(seen, "fre ", 4) == 0)
        good = add_row(&text, c, seen);
    else if (strncmp(seen, "fde ", 4) == 0)
        good = add_function(&text, seen);
    else if (strncmp(seen, "section ", 8) == 0 && detail && strcmp(detail, "section.flags") == 0)
        good = add_flags(&text, seen);
    if (!good)
        sfc_buffer_free(&text);
    while (text.len > 0 && text.data[text.len - 1] == ' ')
        text.len--;
    sfc_buffer_add(out, sfc_buffer_text(&text), text.len);
    sfc_buffer_free(&text);
    return good;
}
