/* SPDX-License-Identifier: MIT */
/* The promises of sfr_text.h for every section that can be opened: undefined types, single
   rules, a sink that stops. */
#include <stdlib.h>
#include <string.h>

#include "subject.h"

/* Undefined types and ABIs are shown as numbers in the first function, even if its rows are bad. */
static void check_unknown(struct subject *s, const char *text)
{
    const char *line = strstr(text, "\nfde 0 ");
    struct sfr_fde fde;

    require(s, (strstr(text, " abi=? ") != NULL) == (sfr_abi_name(s->section.hdr.sfh_abi_arch) == NULL),
            "the text shows another ABI");
    if (!line || sfr_read_fde(&s->section, 0, &fde) != SFR_FAULT_NONE)
        return;
    const size_t len = strcspn(line + 1, "\n") + 1;
    const char *type = strstr(line, " type=?"), *fre_type = strstr(line, " fre=?");
    require(s, (type && type < line + len) == (fde.fde_type > SFR_FDE_TYPE_FLEX), "the text shows another FDE type");
    require(s, (fre_type && fre_type < line + len) == (fde.fre_type > SFR_FRE_TYPE_ADDR4),
            "the text shows another FRE type");
}

/* The text of a rule parses back to the rule, with and without the ABI's names, and with nothing
   after it. */
static void check_rule_back(struct subject *s, const struct sfr_rule *rule, unsigned abi)
{
    char text[SFR_RULE_TEXT_MAX + 1];
    struct sfr_rule back = { .kind = SFR_RULE_NONE };
    const size_t len = sfr_rule_text(text, rule, abi);

    require(s,
            sfr_parse_rule(text, len, abi, &back) && back.kind == rule->kind && back.reg == rule->reg
                && back.offset == rule->offset,
            "the rule \"%s\" is parsed as another", text);
    memcpy(text + len, "x", 2);
    require(s, !sfr_parse_rule(text, len + 1, abi, &back), "\"%s\" is parsed as a rule", text);
    require(s, !sfr_parse_rule(text, 0, abi, &back), "an empty text is parsed as a rule");
}

/* The text of a single rule is the text in the line of its row: " ra=RULE " after the head. */
static void check_rule_texts(struct subject *s, const char *text)
{
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    struct sfr_rules rules;
    bool more;
    char rule[SFR_RULE_TEXT_MAX];
    const char *line = strstr(text, "\nfre 0.0 "), *ra = line ? strstr(line, " ra=") : NULL;

    if (!ra || sfr_read_fde(&s->section, 0, &fde) != SFR_FAULT_NONE)
        return;
    sfr_fres(&cursor, &s->section, &fde);
    if (sfr_next_fre(&cursor, &fre, &more) != SFR_FAULT_NONE || !more
        || sfr_read_rules(&s->section, &fde, &fre, &rules) != SFR_FAULT_NONE)
        return;
    memset(rule, 'x', sizeof rule);
    const size_t len = sfr_rule_text(rule, &rules.ra, s->section.hdr.sfh_abi_arch);
    require(s,
            len < sizeof rule && rule[len] == '\0' && strlen(rule) == len && strncmp(ra + 4, rule, len) == 0
                && ra[4 + len] == ' ',
            "the single rule of RA has another text");
    for (unsigned abi = 0; abi <= s->section.hdr.sfh_abi_arch && abi <= 4; abi++) {
        check_rule_back(s, &rules.cfa, abi);
        check_rule_back(s, &rules.ra, abi);
        check_rule_back(s, &rules.fp, abi);
    }
}

/* Takes one piece, then stops. */
static bool take_one(void *ctx, const char *text, size_t len)
{
    unsigned *pieces = ctx;
    (void)text, (void)len;
    ++*pieces;
    return false;
}

static void check_stopped(struct subject *s)
{
    const struct sfr_frame frame = { .pc = 1 };
    const struct sfr_hit hit = { .fre = { .index = 0 } };
    unsigned pieces = 0;

    sfr_dump(&s->section, 0, take_one, &pieces);
    require(s, pieces == 1, "a sink that stopped is called again");
    require(s,
            !sfr_dump_frame(0, &frame, take_one, &pieces) && !sfr_dump_stop(SFR_STOP_LIMIT, take_one, &pieces)
                && !sfr_dump_hit(&s->section, 0, SFR_FOUND_NO_FDE, &hit, take_one, &pieces) && pieces == 4,
            "a dump succeeds though its sink stopped");
}

void check_texts(struct subject *s)
{
    struct sfc_buffer text = { 0 };

    sfr_dump(&s->section, 0, add_text, &text);
    check_unknown(s, sfc_buffer_text(&text));
    check_rule_texts(s, sfc_buffer_text(&text));
    check_stopped(s);
    sfc_buffer_free(&text);
}

/* ---- The shape ---------------------------------------------------------------------------- */

enum { MAX_SHAPED = 256 };

/* A function as the expected dump has it. */
struct shaped {
    uint64_t start, size;
    bool flexible;
};

static const char *value_of(const struct sfc_dump_line *line, const char *key, size_t *len)
{
    for (size_t i = 0; i < line->num_keys; i++)
        if (strlen(key) == line->keys[i].name_len && memcmp(key, line->keys[i].name, line->keys[i].name_len) == 0) {
            *len = line->keys[i].value_len;
            return line->keys[i].value;
        }
    *len = 0;
    return "";
}

static bool has_value(const struct sfc_dump_line *line, const char *key, const char *part)
{
    size_t len;
    const char *value = value_of(line, key, &len);
    char *text = sfc_copy_text(value, len);
    const bool has = strstr(text, part) != NULL;
    free(text);
    return has;
}

/* Where PCs beside the functions lie, by the lines. */
static void check_places(struct subject *s, const struct shaped *all, size_t count)
{
    for (size_t i = 0; i < 3 * count; i++) {
        const struct shaped *one = &all[i / 3];
        const uint64_t pc = i % 3 == 0 ? one->start : i % 3 == 1 ? one->start + one->size : one->start - 1;
        bool covered = false, above = false, flexible = false;
        for (size_t k = 0; k < count; k++) {
            const bool covers = pc - all[k].start < all[k].size;
            covered = covered || covers;
            above = above || all[k].start <= pc;
            flexible = flexible || (covers && all[k].flexible);
        }
        require(s, sfc_pc_in_flexible(s->c, false, pc) == flexible, "0x%llx: in a flexible function, or not",
                (unsigned long long)pc);
        require(s, sfc_pc_after_function(s->c, false, pc) == (above && !covered), "0x%llx: after a function, or not",
                (unsigned long long)pc);
    }
}

void check_shape(struct subject *s)
{
    struct sfc_dump_reader r = { .text = s->c->body, .left = strlen(s->c->body), .op = s->c->op };
    struct sfc_dump_line line;
    struct shaped all[MAX_SHAPED];
    size_t count = 0, len;
    unsigned shape = 0;
    if (s->c->elf && strstr(s->c->title, " is empty"))
        require(s, sfc_case_shape(s->c) == 0, "a section without bytes has a shape");
    if (s->c->op != SFC_OP_DECODE || s->c->expect != SFC_EXPECT_ACCEPT)
        return;
    while (sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE) {
        if (strcmp(line.kind, "section") == 0)
            shape |= (has_value(&line, "flags", "sorted") ? 0 : SFC_SHAPE_UNSORTED)
                     | (has_value(&line, "flags", "pcrel") ? 0 : SFC_SHAPE_NOT_PCREL) | SFC_SHAPE_EMPTY;
        if (strcmp(line.kind, "fde") != 0)
            continue;
        const bool flexible = has_value(&line, "type", "flex");
        struct shaped one = { .flexible = flexible };
        shape = (shape & ~(unsigned)SFC_SHAPE_EMPTY) | (flexible ? SFC_SHAPE_FLEXIBLE : 0);
        const char *start = value_of(&line, "start", &len);
        sfc_parse_hex(start, len, &one.start);
        const char *size = value_of(&line, "size", &len);
        sfc_parse_hex(size, len, &one.size);
        if (count++ < MAX_SHAPED)
            all[count - 1] = one;
    }
    require(s, sfc_case_shape(s->c) == shape, "the shape is 0x%x; the dump says 0x%x", sfc_case_shape(s->c), shape);
    if (!s->c->elf && count <= MAX_SHAPED)
        check_places(s, all, count);
}
