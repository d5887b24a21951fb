/* SPDX-License-Identifier: MIT */
/* Reads the hand-typed vectors: hexadecimal text and patches to bytes, names to register numbers. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors_base.h"

const struct vector_group *const vector_groups[] = {
    &header_group, &layout_group, &fde_group, &start_group, &fre_group, &abi_group, &pc_type_group, &flex_group,
};
const size_t num_vector_groups = sizeof vector_groups / sizeof vector_groups[0];

enum { MAX_SECTION = 4096 };

struct buffer {
    uint8_t data[MAX_SECTION];
    size_t size;
};

void bail(const char *what, const char *text)
{
    printf("Bail out! %s: %s\n", what, text);
    fflush(stdout);
    exit(99);
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

static const char *read_hex_number(const char *text, size_t *value)
{
    char *end;
    *value = strtoul(text, &end, 16);
    if (end == text || *value > MAX_SECTION)
        bail("expected a hexadecimal number up to 0x1000", text);
    return end;
}

static unsigned digit_value(char c, const char *text)
{
    if (!isxdigit((unsigned char)c))
        bail("expected a pair of hexadecimal digits", text);
    return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

/* Puts the bytes of a hex text at `at`, up to ';', '/' or the end of the text. */
static const char *put_hex(struct buffer *b, size_t at, const char *text)
{
    for (text = skip_spaces(text); *text && *text != ';' && *text != '/'; text = skip_spaces(text)) {
        const unsigned byte = digit_value(text[0], text) << 4 | digit_value(text[1], text);
        size_t times = 1;
        text += 2;
        if (*text == '*')
            text = read_hex_number(text + 1, &times);
        if (times > MAX_SECTION - at)
            bail("the section is too long", text);
        memset(b->data + at, (int)byte, times);
        at += times;
        if (at > b->size)
            b->size = at;
    }
    return text;
}

static const char *apply_edit(struct buffer *b, const char *edit)
{
    const struct buffer before = *b;
    size_t at = 0;
    const char *end;

    if (strncmp(edit, "cut ", 4) == 0) {
        end = read_hex_number(edit + 4, &at);
        if (at >= b->size)
            bail("nothing to cut", edit);
        b->size = at;
        return skip_spaces(end);
    }
    if (strncmp(edit, "append ", 7) == 0) {
        end = put_hex(b, b->size, edit + 7);
    } else {
        end = read_hex_number(edit, &at);
        if (*end != ':')
            bail("expected OFFSET:BYTES", edit);
        end = put_hex(b, at, end + 1);
        if (b->size != before.size)
            bail("the edit is outside the section", edit);
    }
    if (b->size == before.size && memcmp(b->data, before.data, b->size) == 0)
        bail("the edit changes nothing", edit);
    return end;
}

uint8_t *read_vector(const char *hex, const char *patches, unsigned variant, size_t *size)
{
    static struct buffer b;
    b.size = 0;
    if (*put_hex(&b, 0, hex))
        bail("expected hexadecimal digits only", hex);

    for (unsigned v = 0; v < variant; v++) {
        patches = patches ? strchr(patches, '/') : NULL;
        if (!patches)
            return NULL;
        patches++;
    }
    while (patches) {
        patches = apply_edit(&b, skip_spaces(patches));
        if (*patches != ';')
            break;
        patches++;
    }
    if (patches && *patches && *patches != '/')
        bail("expected ';', '/' or the end of the patches", patches);

    /* Exactly as long as the section, so that memory checkers see a read right after it. */
    uint8_t *data = malloc(b.size);
    if (!data && b.size)
        bail("out of memory", hex);
    if (b.size)
        memcpy(data, b.data, b.size);
    *size = b.size;
    return data ? data : malloc(1);
}

static void each_variant(const struct vector *vector, enum sfr_profile profile, instance_fn *fn, void *ctx)
{
    struct instance i = { .vector = vector, .profile = profile };
    const char *profile_name = sfr_profile_name(profile);

    for (unsigned v = 0; (i.data = read_vector(vector->bytes, vector->patches, v, &i.size)); v++) {
        const int len = snprintf(i.name, sizeof i.name, "%s under %s", vector->name, profile_name ? profile_name : "?");
        if (vector->patches && strchr(vector->patches, '/'))
            snprintf(i.name + len, sizeof i.name - (size_t)len, ", variant %u", v + 1);
        fn(&i, ctx);
        free(i.data);
    }
}

void each_instance(instance_fn *fn, void *ctx)
{
    for (size_t g = 0; g < num_vector_groups; g++)
        for (size_t v = 0; v < vector_groups[g]->count; v++)
            for (unsigned p = SFR_PROFILE_AUTO; p <= SFR_PROFILE_V3; p++)
                if (vector_groups[g]->vectors[v].profiles & 1u << p)
                    each_variant(&vector_groups[g]->vectors[v], (enum sfr_profile)p, fn, ctx);
}

enum sfr_fault fault_named(const char *name, size_t len)
{
    for (unsigned f = 1; f < SFR_NUM_FAULTS; f++) {
        const char *known = sfr_fault_info((enum sfr_fault)f)->name;
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return (enum sfr_fault)f;
    }
    bail("no such fault", name);
}

enum sfr_clause clause_named(const char *name, size_t len)
{
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++) {
        const char *known = sfr_clause_info((enum sfr_clause)c)->id;
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return (enum sfr_clause)c;
    }
    bail("no such clause", name);
}

bool in_list(const char *list, char separator, const char *name)
{
    const size_t len = strlen(name);
    while (list) {
        if (strncmp(list, name, len) == 0 && (list[len] == separator || list[len] == '\0'))
            return true;
        list = strchr(list, separator);
        if (list)
            list++;
    }
    return false;
}
