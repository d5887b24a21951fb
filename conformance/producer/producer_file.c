/* SPDX-License-Identifier: MIT */
/* Judges one file: opens it, and checks section, container and agreement in turn. */
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

/* A broken file can be wrong in every byte: the complaints, and the wrong ranges, after this many are only counted. */
enum { MAX_FILE = 1 << 30, MAX_SECTIONS = 64, MAX_COMPLAINTS = 1000, MAX_WRONG = 100000 };

const char *const sfc_producer_state_names[] = { "judged", "unreadable", "no-sframe" };

void sfc_producer_complain(struct sfc_producer *p, const char *area, bool is_doubt, const char *clause,
                           const char *format, ...)
{
    char text[512];
    va_list ap;
    if (p->num_complaints == MAX_COMPLAINTS) {
        p->unlisted_complaints++;
        return;
    }
    va_start(ap, format);
    const int len = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    p->complaints = sfc_grow(p->complaints, p->num_complaints + 1, sizeof p->complaints[0]);
    p->complaints[p->num_complaints++] =
        (struct sfc_complaint){ .area = area,
                                .is_doubt = is_doubt,
                                .clause = sfc_copy_string(clause),
                                .text = sfc_copy_text(text, len < 0 ? 0 : strlen(text)) };
}

static void give_up(struct sfc_producer *p, enum sfc_producer_state state, const char *why)
{
    p->state = state;
    free(p->why);
    p->why = sfc_copy_string(why);
}

/* ---- Opening ---- */

static void cannot_open(struct sfc_producer *p, const struct sfr_elf_error *why)
{
    switch (why->fault) {
    case SFR_ELF_BAD_RELOCATION: sfc_producer_complain(p, "relocation", false, "", "%s", why->text); break;
    case SFR_ELF_NO_DATA:
        p->num_empty++;
        sfc_producer_complain(p, "container", true, "AMB-113", "%s", why->text);
        break;
    case SFR_ELF_NOT_FOUND: give_up(p, SFC_PRODUCER_NO_SFRAME, why->text); break;
    case SFR_ELF_OK:
    case SFR_ELF_NOT_ELF:
    case SFR_ELF_UNSUPPORTED:
    case SFR_ELF_DAMAGED:
    case SFR_ELF_SEVERAL:
    case SFR_ELF_NO_MEMORY: give_up(p, SFC_PRODUCER_UNREADABLE, why->text); break;
    }
}

/* Opens one section. False if there is no such section, or none after it can be opened either. */
static bool open_nth(struct sfc_producer *p, uint32_t nth)
{
    struct sfr_elf_error why;
    const enum sfr_elf_fault fault = sfr_elf_open(&p->elfs[p->num_elfs], p->bytes, p->size, SFR_ELF_AUTO, nth, &why);
    if (fault == SFR_ELF_OK)
        p->num_elfs++;
    else if (fault != SFR_ELF_NOT_FOUND || nth == 0)
        cannot_open(p, &why);
    return fault == SFR_ELF_OK || fault == SFR_ELF_NO_DATA || fault == SFR_ELF_BAD_RELOCATION;
}

static uint32_t count_sections(const struct sfr_elf *elf)
{
    const uint32_t count = elf->route == SFR_ELF_BY_NAME   ? elf->num_named
                           : elf->route == SFR_ELF_BY_TYPE ? elf->num_typed
                                                           : elf->num_segments;
    return count < MAX_SECTIONS ? count : MAX_SECTIONS;
}

/* The relocations of another machine would be misread. A file that is not a 64-bit ELF file is
   not foreign; opening it reports what it is. */
static bool is_foreign(struct sfc_producer *p)
{
    const uint8_t *b = (const uint8_t *)p->bytes;
    const size_t at = offsetof(Elf64_Ehdr, e_machine);
    if (!sfr_elf_is_elf(b, p->size) || p->size < at + 2 || b[EI_CLASS] != ELFCLASS64)
        return false;
    const bool big = b[EI_DATA] == ELFDATA2MSB;
    const unsigned machine = big ? b[at] * 256u + b[at + 1] : b[at + 1] * 256u + b[at];
    if (machine == EM_AARCH64 || machine == (big ? (unsigned)EM_S390 : (unsigned)EM_X86_64))
        return false;
    char text[80];
    snprintf(text, sizeof text, "SFrame has no ABI for machine %u in this byte order", machine);
    give_up(p, SFC_PRODUCER_UNREADABLE, text);
    return true;
}

static bool open_all(struct sfc_producer *p)
{
    p->elfs = sfc_alloc(MAX_SECTIONS, sizeof p->elfs[0]);
    p->sections = sfc_alloc(MAX_SECTIONS, sizeof p->sections[0]);
    if (is_foreign(p))
        return false;
    uint32_t count = MAX_SECTIONS;
    for (uint32_t nth = 0; nth < count && open_nth(p, nth); nth++)
        if (p->num_elfs == 1)
            count = count_sections(&p->elfs[0]);
    if (p->num_elfs == 0) {
        if (p->num_complaints == p->num_empty && p->state == SFC_PRODUCER_JUDGED)
            give_up(p, SFC_PRODUCER_NO_SFRAME, p->complaints[0].text);
        return false;
    }
    p->abi = p->elfs[0].abi;
    return true;
}

/* ---- Section rules ---- */

/* AMB-001: version 2 bytes do not state their errata level. Features of a later level show it. */
static enum sfr_profile choose_profile(const struct sfr_elf *elf)
{
    if (elf->size < SFR_HEADER_SIZE)
        return SFR_PROFILE_AUTO;
    const bool errata = (elf->data[3] & SFR_F_FDE_FUNC_START_PCREL) || elf->shdr.type == SFR_SHT_GNU_SFRAME
                        || elf->abi == SFR_ABI_S390X_ENDIAN_BIG;
    return elf->data[2] == 2 && !errata ? SFR_PROFILE_V2 : SFR_PROFILE_AUTO;
}

static void on_finding(void *ctx, const struct sfr_finding *f)
{
    struct sfc_producer *p = ctx;
    const size_t before = p->num_complaints;
    char where[64] = "";
    if (f->fde != SFR_NO_INDEX && f->fre != SFR_NO_INDEX)
        snprintf(where, sizeof where, ", function %" PRIu32 " row %" PRIu32, f->fde, f->fre);
    else if (f->fde != SFR_NO_INDEX)
        snprintf(where, sizeof where, ", function %" PRIu32, f->fde);
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(f->clause);
    sfc_producer_complain(p, "section", f->severity == SFR_SEVERITY_DOUBT, clause ? clause->id : "",
                          "%s at 0x%" PRIx64 "..0x%" PRIx64 "%s: %s (0x%" PRIx64 ")", fault->name, f->start, f->end,
                          where, fault->message, f->value);
    if (p->num_complaints > before)
        p->complaints[before].fault = fault->name;
}

static void judge_sections(struct sfc_producer *p, enum sfr_profile wanted)
{
    for (size_t i = 0; i < p->num_elfs; i++) {
        const struct sfr_elf *elf = &p->elfs[i];
        struct sfr_section *s = &p->sections[p->num_sections];
        const enum sfr_profile profile = wanted != SFR_PROFILE_AUTO ? wanted : choose_profile(elf);
        sfr_check(elf->data, elf->size, elf->addr, profile, on_finding, p);
        if (sfr_open(s, elf->data, elf->size, elf->addr, profile, NULL) != SFR_FAULT_NONE)
            continue;
        if (p->num_sections++ == 0)
            p->profile = s->profile;
        p->num_functions += s->hdr.sfh_num_fdes;
    }
}

/* ---- Agreement ---- */

static struct sfc_function_result *result_of(struct sfc_producer *p, const struct sfc_range *r)
{
    struct sfc_function_result *last = p->num_results > 0 ? &p->results[p->num_results - 1] : NULL;
    if (last && last->start == r->function_start && last->end == r->function_end)
        return last;
    p->results = sfc_make_room(p->results, p->num_results, sizeof p->results[0]);
    last = &p->results[p->num_results++];
    *last = (struct sfc_function_result){ .start = r->function_start, .end = r->function_end };
    return last;
}

static void on_range(void *ctx, const struct sfc_range *r)
{
    struct sfc_producer *p = ctx;
    struct sfc_function_result *f = result_of(p, r);
    p->ranges[r->agreement]++;
    p->bytes_of[r->agreement] += r->end - r->start;
    f->ranges[r->agreement]++;
    f->differs |= r->differs;
    if (r->reason != SFC_REASON_NONE) {
        p->reasons[r->reason]++;
        if (f->reason == SFC_REASON_NONE)
            f->reason = r->reason;
    }
    if (r->agreement == SFC_AGREE_WRONG && p->num_wrong < MAX_WRONG) {
        p->wrong = sfc_make_room(p->wrong, p->num_wrong, sizeof p->wrong[0]);
        p->wrong[p->num_wrong++] = *r;
    }
}

static void judge_agreement(struct sfc_producer *p)
{
    struct sfc_error error = { "" };
    size_t comparable = 0;
    for (size_t i = 0; i < p->num_sections; i++)
        comparable += p->sections[i].hdr.sfh_abi_arch == p->abi;
    bool doubt;
    const bool readable = sfc_image_cfi(&p->image, &p->cfi, &p->num_cfi_sections, &doubt, &error);
    if (!readable)
        sfc_producer_complain(p, "cfi", doubt, "", "%s", error.text);
    if (comparable != p->num_sections || comparable == 0)
        return;
    if (readable && p->num_cfi_sections == 0)
        sfc_producer_complain(
            p, "cfi", true, "", "there is no .eh_frame and no .debug_frame%s: nothing to compare with",
            p->image.num_sections == 0 ? ", and no section header or PT_GNU_EH_FRAME to find one by" : "");
    sfc_functions_read(&p->functions, p->sections, p->num_sections);
    if (!sfc_compare(&p->functions, &p->cfi, p->size, on_range, p, &error))
        sfc_producer_complain(p, "cfi", false, "", "%s", error.text);
}

void sfc_producer_judge_bytes(struct sfc_producer *p, const char *path, char *bytes, size_t size,
                              enum sfr_profile profile, bool is_image)
{
    *p = (struct sfc_producer){ .path = path, .bytes = bytes, .size = size };
    if (!open_all(p))
        return;
    sfc_image_open(&p->image, &p->elfs[0]);
    p->is_image =
        is_image || sfc_image_has_symbols_around(&p->image, p->elfs[0].addr, p->elfs[0].addr + p->elfs[0].size);
    judge_sections(p, profile);
    sfc_producer_container(p);
    judge_agreement(p);
}

void sfc_producer_judge(struct sfc_producer *p, const char *path, enum sfr_profile profile, bool is_image)
{
    struct sfc_error error = { "" };
    size_t size = 0;
    char *bytes = sfc_read_file(path, MAX_FILE, &size, &error);
    if (bytes) {
        sfc_producer_judge_bytes(p, path, bytes, size, profile, is_image);
        return;
    }
    *p = (struct sfc_producer){ .path = path };
    give_up(p, SFC_PRODUCER_UNREADABLE, error.text);
}

void sfc_producer_free(struct sfc_producer *p)
{
    sfc_image_close(&p->image);
    sfc_cfi_free(&p->cfi);
    free(p->functions.all);
    for (size_t i = 0; i < p->num_elfs; i++)
        sfr_elf_close(&p->elfs[i]);
    for (size_t i = 0; i < p->num_complaints; i++) {
        free(p->complaints[i].clause);
        free(p->complaints[i].text);
    }
    free(p->complaints);
    free(p->elfs);
    free(p->sections);
    free(p->results);
    free(p->wrong);
    free(p->why);
    free(p->bytes);
    *p = (struct sfc_producer){ 0 };
}
