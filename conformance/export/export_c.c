/* SPDX-License-Identifier: MIT */
/* The corpus as C arrays: the text of the files. */
#include <inttypes.h>
#include <string.h>

#include "export.h"
#include "json.h"
#include "registers.h"

/* C11 promises no longer string literals than 4095 characters; longer texts become arrays. */
enum { MAX_LITERAL = 4000, BYTES_A_LINE = 16, DEFAULT_FRAMES = 256 };

void sfc_export_c_mark(struct sfc_buffer *b, const char *licence)
{
    sfc_buffer_printf(b,
                      "/* " SFC_EXPORT_MARK "--c`: do not edit. SPDX-License-"
                      "Identifier: %s */\n",
                      licence);
}

void sfc_export_parts(struct sfc_buffer *b, const char *const *parts)
{
    for (; *parts; parts++)
        sfc_buffer_add(b, *parts, strlen(*parts));
}

/* ---- Table -------------------------------------------------------------------------------- */

/* "v2_amd64_little" after `before`. */
static void write_name(struct sfc_buffer *b, const char *before, const struct sfc_export_group *g)
{
    sfc_buffer_printf(b, "%s_%s_%s_%s", before, g->profile, g->abi, g->order);
}

void sfc_export_c_table(struct sfc_buffer *b, const struct sfc_export_group *groups, size_t count)
{
    sfc_export_c_mark(b, "0BSD OR CC0-1.0");
    sfc_buffer_printf(b, "#include \"" SFC_EXPORT_C_PREFIX ".h\"\n\n");
    for (size_t i = 0; i < count; i++) {
        write_name(b, "extern const struct sframe_case sframe_cases", &groups[i]);
        sfc_buffer_printf(b, "[%zu];\n", groups[i].count);
    }
    sfc_buffer_printf(b, "\nconst struct sframe_case_group sframe_case_groups[] = {\n");
    for (size_t i = 0; i < count; i++) {
        const struct sfc_export_group *g = &groups[i];
        sfc_buffer_printf(b, "    { \"%s\", \"%s\", \"%s\", ", g->profile, g->abi, g->order);
        write_name(b, "sframe_cases", g);
        sfc_buffer_printf(b, ", %zu },\n", g->count);
    }
    sfc_buffer_printf(b, "};\nconst size_t sframe_num_case_groups = %zu;\n", count);
}

/* ---- Values ------------------------------------------------------------------------------- */

/* Escapes `?` because of trigraphs. Bytes that are not plain ASCII become three octal digits. */
static void write_literal(struct sfc_buffer *b, const char *text, size_t len)
{
    sfc_buffer_add(b, "\"", 1);
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\' || c == '?')
            sfc_buffer_printf(b, "\\%c", c);
        else if (c == '\n')
            sfc_buffer_printf(b, "\\n");
        else if (c < 0x20 || c >= 0x7f)
            sfc_buffer_printf(b, "\\%03o", c);
        else
            sfc_buffer_add(b, &text[i], 1);
    }
    sfc_buffer_add(b, "\"", 1);
}

static void write_text(struct sfc_buffer *b, const char *name, const char *text)
{
    if (!text)
        return;
    sfc_buffer_printf(b, "        .%s = ", name);
    write_literal(b, text, strlen(text));
    sfc_buffer_printf(b, ",\n");
}

/* "0x1," and so on in rows. An empty array becomes one zero, because C has no arrays without
   elements. */
static void write_octets(struct sfc_buffer *b, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char *space = i % BYTES_A_LINE == 0 ? "\n    0x" : " 0x";
        sfc_buffer_add(b, space, strlen(space));
        sfc_add_hex(b, &bytes[i], 1);
        sfc_buffer_add(b, ",", 1);
    }
    sfc_buffer_printf(b, "%s\n};\n", len == 0 ? "\n    0" : "");
}

/* Bytes of case `index`. */
static void write_bytes(struct sfc_buffer *b, const char *name, size_t index, const uint8_t *bytes, size_t len)
{
    sfc_buffer_printf(b, "\nstatic const uint8_t %s_%zu[] = {", name, index);
    write_octets(b, bytes, len);
}

/* ---- What a case points to ---------------------------------------------------------------- */

/* The first case of the group whose section has the same bytes. */
static size_t section_of(const struct sfc_export_group *g, size_t index)
{
    const struct sfc_case *c = g->cases[index];
    for (size_t i = 0; i < index; i++)
        if (g->cases[i]->size == c->size && memcmp(g->cases[i]->bytes, c->bytes, c->size) == 0)
            return i;
    return index;
}

/* Elements of an array from "NAME=VALUE" words: `{ "sp", 0x7000 }`, or `{ 0x7000, 0x1 }` for
   memory. */
static void write_pairs(struct sfc_buffer *b, const char *words, const char *quote)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&words, &len))) {
        const int name_len = (int)strcspn(word, "=");
        sfc_buffer_printf(b, "    { %s%.*s%s, %.*s },\n", quote, name_len, word, quote, (int)len - name_len - 1,
                          word + name_len + 1);
    }
    sfc_buffer_printf(b, "};\n");
}

static void write_dump(struct sfc_buffer *b, const char *dump, size_t index, size_t reading)
{
    const bool is_long = strlen(dump) > MAX_LITERAL;
    sfc_buffer_printf(b, "\nstatic const char expected_%zu_%zu[] =%s", index, reading, is_long ? " {" : "");
    if (is_long)
        write_octets(b, (const uint8_t *)dump, strlen(dump) + 1);
    for (const char *line = is_long ? "" : dump; *line;) {
        const size_t end = strcspn(line, "\n"), len = end + (line[end] == '\n');
        sfc_buffer_printf(b, "\n    ");
        write_literal(b, line, len);
        line += len;
        sfc_buffer_printf(b, "%s", *line ? "" : ";\n");
    }
}

/* The expected dump, or that of each reading. */
static void write_dumps(struct sfc_buffer *b, const struct sfc_case *c, size_t index)
{
    if (c->num_readings == 0 && c->body[0] != '\0')
        write_dump(b, c->body, index, 0);
    for (size_t i = 0; i < c->num_readings; i++)
        write_dump(b, c->readings[i].body, index, i);
    if (c->num_readings > 0)
        sfc_buffer_printf(b, "\nstatic const struct sframe_reading readings_%zu[] = {\n", index);
    for (size_t i = 0; i < c->num_readings; i++)
        sfc_buffer_printf(b, "    { \"%s\", expected_%zu_%zu },\n", c->readings[i].answer, index, i);
    if (c->num_readings > 0)
        sfc_buffer_printf(b, "};\n");
}

static void write_also(struct sfc_buffer *b, const struct sfc_case *c, size_t index)
{
    if (c->num_also == 0)
        return;
    sfc_buffer_printf(b, "\nstatic const struct sframe_violation also_%zu[] = {\n", index);
    for (size_t i = 0; i < c->num_also; i++)
        sfc_buffer_printf(b, "    { \"%s\", 0x%" PRIx64 ", 0x%" PRIx64 " },\n", c->also[i].fault_class,
                          c->also[i].start, c->also[i].end);
    sfc_buffer_printf(b, "};\n");
}

/* The arrays of case `index`, whose names end in its number. */
static void write_arrays(struct sfc_buffer *b, const struct sfc_export_group *g, size_t index)
{
    const struct sfc_case *c = g->cases[index];
    if (section_of(g, index) == index)
        write_bytes(b, "section", index, c->bytes, c->size);
    if (c->result)
        write_bytes(b, "result", index, c->result_bytes, c->result_size);
    if (c->num_pcs > 0) {
        sfc_buffer_printf(b, "\nstatic const uint64_t pcs_%zu[] = {\n", index);
        for (size_t i = 0; i < c->num_pcs; i++)
            sfc_buffer_printf(b, "    0x%" PRIx64 ",\n", c->pcs[i]);
        sfc_buffer_printf(b, "};\n");
    }
    if (c->second)
        write_bytes(b, "second", index, c->second_bytes, c->second_size);
    if (c->second && c->num_pcs > 0)
        write_bytes(b, "in_second", index, (const uint8_t *)c->in_second, c->num_pcs);
    if (c->regs) {
        sfc_buffer_printf(b, "\nstatic const struct sframe_register regs_%zu[] = {\n", index);
        write_pairs(b, c->regs, "\"");
    }
    if (c->mem) {
        sfc_buffer_printf(b, "\nstatic const struct sframe_memory mem_%zu[] = {\n", index);
        write_pairs(b, c->mem, "");
    }
    write_dumps(b, c, index);
    write_also(b, c, index);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static size_t count_words(const char *words)
{
    size_t len, count = 0;
    while (sfc_next_word(&words, &len))
        count++;
    return count;
}

static void write_second(struct sfc_buffer *b, const struct sfc_case *c, size_t index)
{
    sfc_buffer_printf(b, "        .second = second_%zu,\n        .second_size = %zu,\n", index, c->second_size);
    sfc_buffer_printf(b, "        .second_addr = 0x%" PRIx64 ",\n", c->second_addr);
    if (c->num_pcs > 0)
        sfc_buffer_printf(b, "        .in_second = in_second_%zu,\n", index);
}

static void write_unwind(struct sfc_buffer *b, const struct sfc_case *c, size_t index)
{
    sfc_buffer_printf(b, "        .regs = regs_%zu,\n        .num_regs = %zu,\n", index, count_words(c->regs));
    if (c->mem)
        sfc_buffer_printf(b, "        .mem = mem_%zu,\n        .num_mem = %zu,\n", index, count_words(c->mem));
    if (c->pac_mask)
        sfc_buffer_printf(b, "        .pac_mask = %s,\n", c->pac_mask);
    if (c->max)
        sfc_buffer_printf(b, "        .max_frames = %s,\n", c->max);
    else
        sfc_buffer_printf(b, "        .max_frames = %d,\n", DEFAULT_FRAMES);
}

static void write_encode(struct sfc_buffer *b, const struct sfc_case *c, size_t index)
{
    if (c->sort)
        sfc_buffer_printf(b, "        .sort = 1,\n");
    if (c->fit)
        sfc_buffer_printf(b, "        .fit = 1,\n");
    if (c->result)
        sfc_buffer_printf(b, "        .result = result_%zu,\n        .result_size = %zu,\n", index, c->result_size);
    write_text(b, "refusal", c->refusal);
    write_text(b, "refused_at", c->at);
}

/* Is a refusal one of the answers to an open question? */
static bool may_reject(const struct sfc_case *c)
{
    return c->expect == SFC_EXPECT_POLICY && !sfc_case_open_end(c)
           && (sfc_op_makes_section(c->op)
               || sfc_answer_is_allowed(sfc_find_policy(c->policy, strlen(c->policy)), "reject"));
}

/* ---- The text of a section ------------------------------------------------------------------ */

struct range {
    uint64_t start, end;
    bool wraps; /* it reaches the end of memory, or goes on at its start */
};

static void widen(struct range *r, uint64_t start, uint64_t size)
{
    const uint64_t end = start + size;
    r->wraps = r->wraps || end < start;
    r->start = start < r->start ? start : r->start;
    r->end = end > r->end ? end : r->end;
}

static void widen_by_functions(struct range *r, const struct sfr_section *s)
{
    struct sfr_fde fde;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        if (sfr_read_fde(s, i, &fde) == SFR_FAULT_NONE) {
            widen(r, fde.start, fde.sfde_func_size);
            r->wraps = r->wraps || fde.distance_wraps || (fde.distance < 0) != (fde.start < s->addr);
        }
}

/* Of a section without functions, or whose functions cannot be read, the text is what is near it. */
static struct range text_of(const struct sfc_case *c, bool second)
{
    struct range r = { UINT64_MAX, 0, false };
    struct sfr_section s;
    const uint64_t addr = second ? c->second_addr : c->addr;
    if (sfc_case_open(c, second, &s))
        widen_by_functions(&r, &s);
    for (size_t i = 0; i < c->num_pcs; i++)
        if (!c->second || c->in_second[i] == second)
            widen(&r, c->pcs[i], 1);
    if (r.start >= r.end)
        widen(&r, addr, (uint64_t)1 << 20);
    return r.wraps ? (struct range){ 0 } : r;
}

static void write_text_range(struct sfc_buffer *b, const struct sfc_case *c)
{
    if (c->elf || sfc_op_makes_section(c->op))
        return;
    for (unsigned second = 0; second <= (c->second != NULL); second++) {
        const struct range r = text_of(c, second);
        const char *prefix = second ? "second_" : "";
        sfc_buffer_printf(b, "        .%stext_start = 0x%" PRIx64 ",\n        .%stext_end = 0x%" PRIx64 ",\n", prefix,
                          r.start, prefix, r.end);
    }
}

static void write_case(struct sfc_buffer *b, const struct sfc_export_group *g, size_t index)
{
    static const char *const ops[SFC_NUM_OPS] = { "DECODE", "LOOKUP", "UNWIND", "ENCODE", "SEQUENCE", "MERGE" };
    static const char *const expects[SFC_NUM_EXPECTS] = { "ACCEPT", "REJECT", "POLICY" };
    static const char *const levels[SFC_NUM_LEVELS] = { "", "READ", "REFUSE", "VALIDATE", "STRICT" };
    const struct sfc_case *c = g->cases[index];
    sfc_buffer_printf(b, "    {\n");
    write_text(b, "id", c->id);
    write_text(b, "title", c->title);
    write_text(b, "clauses", c->clauses);
    write_text(b, "profile", c->profile);
    write_text(b, "abi", c->abi);
    write_text(b, "order", c->order);
    sfc_buffer_printf(b, "        .rev = %" PRIu64 ",\n        .op = SFRAME_OP_%s,\n", c->rev, ops[c->op]);
    sfc_buffer_printf(b, "        .expect = SFRAME_EXPECT_%s,\n        .level = SFRAME_LEVEL_%s,\n", expects[c->expect],
                      levels[c->level]);
    sfc_buffer_printf(b, "        .addr = 0x%" PRIx64 ",\n        .section = section_%zu,\n", c->addr,
                      section_of(g, index));
    sfc_buffer_printf(b, "        .size = %zu,\n", c->size);
    if (c->num_pcs > 0)
        sfc_buffer_printf(b, "        .pcs = pcs_%zu,\n        .num_pcs = %zu,\n", index, c->num_pcs);
    if (c->second)
        write_second(b, c, index);
    if (c->regs)
        write_unwind(b, c, index);
    if (c->op == SFC_OP_ENCODE)
        write_encode(b, c, index);
    if (c->elf)
        sfc_buffer_printf(b, "        .elf = 1,\n");
    write_text(b, "elf_error", c->elf_error);
    write_text(b, "fault", c->fault_class);
    if (c->fault_class)
        sfc_buffer_printf(b, "        .fault_start = 0x%" PRIx64 ",\n        .fault_end = 0x%" PRIx64 ",\n",
                          c->range_start, c->range_end);
    if (c->num_also > 0)
        sfc_buffer_printf(b, "        .also = also_%zu,\n        .num_also = %zu,\n", index, c->num_also);
    write_text(b, "multi_fault", c->multi_fault);
    write_text(b, "policy", c->policy);
    if (may_reject(c))
        sfc_buffer_printf(b, "        .may_reject = 1,\n");
    write_text(b, "doubt", c->doubt);
    write_text(b, "open_end", sfc_case_open_end(c));
    if (c->body[0] != '\0')
        sfc_buffer_printf(b, "        .expected = expected_%zu_0,\n", index);
    if (c->num_readings > 0)
        sfc_buffer_printf(b, "        .readings = readings_%zu,\n        .num_readings = %zu,\n", index,
                          c->num_readings);
    write_text_range(b, c);
    sfc_buffer_printf(b, "    },\n");
}

/* One licence, as every case has today, or all there are: "(A) AND (B)". It stands in a comment,
   which it may not end. */
static void write_licences(struct sfc_buffer *b, const struct sfc_export_group *g)
{
    for (size_t i = 0; i < g->count; i++) {
        size_t before = 0;
        while (before < i && strcmp(g->cases[before]->licence, g->cases[i]->licence) != 0)
            before++;
        if (before == i)
            sfc_buffer_printf(b, "%s(%s)", i > 0 ? " AND " : "", g->cases[i]->licence);
    }
}

void sfc_export_c_group(struct sfc_buffer *b, const struct sfc_export_group *group)
{
    struct sfc_buffer licences = { 0 };
    write_licences(&licences, group);
    for (char *star = licences.data; (star = strchr(star, '*'));)
        *star = ' ';
    sfc_export_c_mark(b, licences.data);
    sfc_buffer_free(&licences);
    sfc_buffer_printf(b, "#include \"" SFC_EXPORT_C_PREFIX ".h\"\n");
    for (size_t i = 0; i < group->count; i++)
        write_arrays(b, group, i);
    sfc_buffer_printf(b, "\n");
    write_name(b, "extern const struct sframe_case sframe_cases", group);
    sfc_buffer_printf(b, "[%zu];\n", group->count);
    write_name(b, "const struct sframe_case sframe_cases", group);
    sfc_buffer_printf(b, "[%zu] = {\n", group->count);
    for (size_t i = 0; i < group->count; i++)
        write_case(b, group, i);
    sfc_buffer_printf(b, "};\n");
}
