/* SPDX-License-Identifier: MIT */
/* Compares the section that an encoder or a linker made, or its refusal, with what the case expects. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "sfr_encode.h"
#include "sfr_text.h"

static bool add_text(void *ctx, const char *text, size_t len)
{
    sfc_buffer_add(ctx, text, len);
    return true;
}

/* ---- Bytes ---------------------------------------------------------------- */

static char *describe(const uint8_t *bytes, size_t size, size_t at)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%zu bytes, at 0x%zx:", size, at);
    for (size_t i = at; i < size && i < at + 8; i++)
        sfc_buffer_printf(&b, " %02x", bytes[i]);
    sfc_buffer_printf(&b, "%s", at == size ? " the end" : "");
    return b.data;
}

/* The first byte that differs; the smaller size if one section is the start of the other. */
static size_t first_difference(const struct sfc_case *c, const struct sfc_answer *answer)
{
    const size_t both = c->result_size < answer->section_size ? c->result_size : answer->section_size;
    size_t at = 0;
    while (at < both && c->result_bytes[at] == answer->section[at])
        at++;
    return at;
}

/* ---- Meaning -------------------------------------------------------------- */

/* Keys whose values depend on widths that an encoder is free to choose. The width of row starts is the answer if it
   was asked for. Who merges may also choose the fixed offsets, where the rows stay the same. */
static const char *free_keys(const struct sfc_case *c)
{
    return c->op == SFC_OP_MERGE ? "section.fre-len section.fixed-fp section.fixed-ra section.aux fde.fre"
           : c->fit              ? "section.fre-len"
                                 : "section.fre-len fde.fre";
}

/* The dump with `?` as the values of the free keys. */
static char *hide_free_keys(const struct sfc_case *c, const char *dump)
{
    static const char *const keys[] = { " fre-len=", " fre=", " fixed-fp=", " fixed-ra=", " aux=" };
    const unsigned num_keys = c->op == SFC_OP_MERGE ? 5 : c->fit ? 1 : 2;
    struct sfc_buffer out = { 0 };
    while (*dump) {
        size_t len = 1;
        const char *key = NULL;
        for (unsigned i = 0; i < num_keys && !key; i++)
            if (strncmp(dump, keys[i], strlen(keys[i])) == 0)
                key = keys[i];
        if (key) {
            sfc_buffer_printf(&out, "%s?", key);
            len = strlen(key) + strcspn(dump + strlen(key), " \n");
        } else {
            sfc_buffer_add(&out, dump, 1);
        }
        dump += len;
    }
    sfc_buffer_add(&out, "", 0);
    return out.data;
}

/* The words, offsets and places that an encoder chose count for nothing; the FRE types stay. */
static void forget_layout(struct sfr_model *model)
{
    model->has_layout = false;
    for (uint64_t i = 0; i < model->num_fdes; i++)
        model->fdes[i].has_layout = false;
    for (uint64_t i = 0; i < model->num_fres; i++)
        model->fres[i].has_layout = false;
}

/* The format leaves open how functions are sorted that start at the same place (AMB-022). Writes the
   section again in the reference's order: of those with one start, empty ones first, then as they
   stand. So only an empty function and one that is not empty may change places. Returns the bytes,
   which the caller frees; NULL if it cannot be written. */
static uint8_t *settle_ties(const struct sfr_section *section, size_t *size)
{
    struct sfr_model_fde *fdes = sfc_alloc((size_t)section->hdr.sfh_num_fdes + 1, sizeof fdes[0]);
    struct sfr_model_fre *fres = sfc_alloc((size_t)section->hdr.sfh_num_fres + 1, sizeof fres[0]);
    uint8_t *bytes = NULL;
    struct sfr_model model;
    if (sfr_model_of_section(section, &model, fdes, fres) == SFR_FAULT_NONE) {
        sfr_sort_functions(&model);
        forget_layout(&model);
        sfr_encode(&model, SFR_LAYOUT_EXACT, NULL, 0, size, NULL);
        bytes = sfc_alloc(*size + 1, 1);
        if (sfr_encode(&model, SFR_LAYOUT_EXACT, bytes, *size, size, NULL) != SFR_REFUSAL_NONE) {
            free(bytes);
            bytes = NULL;
        }
    }
    free(fdes);
    free(fres);
    return bytes;
}

static bool write_dump(const struct sfc_case *c, const struct sfr_section *section, struct sfc_buffer *dump)
{
    struct sfr_section settled;
    size_t size = 0;
    uint8_t *again = c->sort || c->op == SFC_OP_MERGE ? settle_ties(section, &size) : NULL;
    const bool is_again =
        again && sfr_open(&settled, again, size, section->addr, section->profile, NULL) == SFR_FAULT_NONE;
    const bool good = sfr_dump(is_again ? &settled : section, 0, add_text, dump) == SFR_FAULT_NONE;
    free(again);
    return good;
}

/* The dump of the section by the reference; NULL and a message if the bytes are not a section. */
static char *read_back(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result)
{
    static const uint8_t none[1] = { 0 };
    const uint8_t *bytes = answer->section ? answer->section : none;
    struct sfr_section section;
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    struct sfc_buffer dump = { 0 };
    sfr_profile_from_name(c->profile, &profile);
    const uint64_t addr = c->second && c->second_addr < c->addr ? c->second_addr : c->addr;
    const struct sfr_verdict verdict = sfr_check(bytes, answer->section_size, addr, profile, NULL, NULL);
    if (verdict.accepted && sfr_open(&section, bytes, answer->section_size, addr, profile, NULL) == SFR_FAULT_NONE
        && write_dump(c, &section, &dump))
        return dump.data;
    const char *name = verdict.accepted ? "cannot be dumped" : sfr_fault_info(verdict.first.fault)->name;
    result->message = sfc_format("the bytes are not a valid section: 0x%zx-0x%zx: %s", (size_t)verdict.first.start,
                                 (size_t)verdict.first.end, name);
    sfc_buffer_free(&dump);
    return NULL;
}

static void compare_meaning(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result)
{
    struct sfc_difference d;
    char *dump = read_back(c, answer, result);
    if (!dump) {
        result->outcome = SFC_WRONG_OUTPUT;
        result->detail = sfc_copy_string("section");
        return;
    }
    char *seen = hide_free_keys(c, dump);
    const struct sfc_hidden hidden = { free_keys(c), c->abi };
    if (!sfc_dump_compare(c->body, seen, SFC_OP_ENCODE, &hidden, &d)) {
        result->outcome = SFC_WRONG_OUTPUT;
        result->detail = d.keys;
        result->expected = d.expected;
        result->seen = d.seen;
        result->line = d.line;
    }
    free(seen);
    free(dump);
}

/* ---- Both ----------------------------------------------------------------- */

/* The canonical bytes are always right. Other bytes with the same meaning are right unless the
   adapter claims canonical ones. */
void sfc_judge_section(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                       struct sfc_result *result)
{
    if (c->op == SFC_OP_MERGE) {
        compare_meaning(c, answer, result);
        return;
    }
    const size_t at = first_difference(c, answer);
    if (at == c->result_size && at == answer->section_size)
        return;
    if (!sfc_has_word(config->encodes, "canonical")) {
        compare_meaning(c, answer, result);
        return;
    }
    result->outcome = SFC_WRONG_OUTPUT;
    result->detail = sfc_copy_string("bytes");
    result->expected = describe(c->result_bytes, c->result_size, at);
    result->seen = describe(answer->section, answer->section_size, at);
}

static char *describe_refusal(const char *name, const char *place)
{
    return sfc_format("%s%s%s", name, place ? " at " : "", place ? place : "");
}

/* An encoder that names the reason must name this one, at this line of the dump. */
void sfc_judge_refusal(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result)
{
    const char *place = answer->place ? answer->place : "", *right = c->at ? c->at : "";
    const bool reason_differs = answer->fault_class && strcmp(answer->fault_class, c->refusal) != 0;
    const bool place_differs = answer->has_place && strcmp(place, right) != 0;
    if (!reason_differs && !place_differs) {
        result->judged_class = answer->fault_class != NULL;
        result->judged_range = answer->has_place;
        return;
    }
    result->outcome = SFC_WRONG_OUTPUT;
    result->detail = sfc_copy_string(reason_differs && place_differs ? "refusal,at"
                                     : reason_differs                ? "refusal"
                                                                     : "at");
    result->expected = describe_refusal(c->refusal, c->at);
    result->seen = describe_refusal(answer->fault_class ? answer->fault_class : "(not named)", answer->place);
}
