/* SPDX-License-Identifier: MIT */
/* The reference's answers to all ops. */
#include "ref_answer.h"

#include "dump_model.h"
#ifdef HAVE_ELF
#include "sfr_elf.h"
#endif
#include "two_sections.h"

enum { MAX_FRAMES = 256 };

bool ref_add_text(void *ctx, const char *text, size_t len)
{
    sfa_write(ctx, text, len);
    return true;
}

static enum sfa_status reject(struct sfa_answer *answer, const struct sfr_finding *finding)
{
    const struct sfr_fault_info *fault = sfr_fault_info(finding->fault);
    sfa_say(answer, SFA_REJECT, "%s", fault->message);
    return sfa_reject(answer, fault->name, finding->start, finding->end);
}

static enum sfa_status dump(const struct sfr_section *s, struct sfa_answer *answer)
{
    const enum sfr_fault fault = sfr_dump(s, 0, ref_add_text, answer);
    return fault == SFR_FAULT_NONE ? SFA_ACCEPT
                                   : sfa_say(answer, SFA_LIMIT, "the dump stops: %s", sfr_fault_info(fault)->message);
}

static bool read_register(void *ctx, uint32_t number, uint64_t *value)
{
    return sfa_reg(ctx, (long)number, value);
}

static bool read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    return sfa_mem(ctx, address, value);
}

/* ---- encode ------------------------------------------------------------------------------ */

static enum sfa_status refuse(struct sfa_answer *answer, enum sfr_refusal why, const struct sfr_refused_at *at)
{
    const struct sfr_refusal_info *info = sfr_refusal_info(why);
    snprintf(answer->fault_class, sizeof answer->fault_class, "%s", info->name);
    if (at->fde == SFR_NO_INDEX)
        snprintf(answer->at, sizeof answer->at, "section");
    else if (at->fre == SFR_NO_INDEX)
        snprintf(answer->at, sizeof answer->at, "fde %lu", (unsigned long)at->fde);
    else
        snprintf(answer->at, sizeof answer->at, "fre %lu.%lu", (unsigned long)at->fde, (unsigned long)at->fre);
    return sfa_say(answer, SFA_REJECT, "%s", info->message);
}

/* The first call gives the size, the second the bytes. */
static enum sfa_status encode_model(const struct sfr_model *model, enum sfr_layout layout, struct sfa_answer *answer)
{
    struct sfr_refused_at at = { SFR_NO_INDEX, SFR_NO_INDEX };
    size_t len;
    enum sfr_refusal why = sfr_encode(model, layout, NULL, 0, &len, &at);
    if (why != SFR_REFUSAL_BUFFER_TOO_SMALL)
        return refuse(answer, why, &at);
    uint8_t *bytes = malloc(len);
    if (!bytes)
        return sfa_say(answer, SFA_LIMIT, "out of memory");
    why = sfr_encode(model, layout, bytes, len, &len, &at);
    if (why == SFR_REFUSAL_NONE)
        sfa_write(answer, bytes, len);
    free(bytes);
    return why == SFR_REFUSAL_NONE ? SFA_ACCEPT : refuse(answer, why, &at);
}

static enum sfa_status encode(const struct sfa_request *request, struct sfa_answer *answer)
{
    struct dump_model dump;
    enum sfa_status status = dump_model_read(&dump, request, answer);
    if (status == SFA_ACCEPT && request->sort)
        sfr_sort_functions(&dump.model);
    if (status == SFA_ACCEPT)
        status = encode_model(&dump.model, request->fit ? SFR_LAYOUT_CANONICAL : SFR_LAYOUT_EXACT, answer);
    dump_model_free(&dump);
    return status;
}

/* ---- two sections ---------------------------------------------------------------------------- */

/* The reference checks a section as a whole when it opens it. */
static bool open_section(const struct sfa_request *request, enum sfr_profile profile, struct sfr_section *s,
                         enum sfa_status *status, struct sfa_answer *answer)
{
    struct sfr_finding why;
    const struct sfr_verdict verdict = sfr_check(request->body, request->size, request->addr, profile, NULL, NULL);
    if (!verdict.accepted)
        *status = reject(answer, &verdict.first);
    else if (sfr_open(s, request->body, request->size, request->addr, profile, &why) != SFR_FAULT_NONE)
        *status = sfa_say(answer, SFA_INTERNAL, "an accepted section cannot be opened");
    else
        return true;
    return false;
}

/* The section of a request, and the second one if there is one. */
static bool open_both(const struct sfr_section *s, const struct sfa_request *request, enum sfr_profile profile,
                      struct sfr_section sections[2], enum sfa_status *status, struct sfa_answer *answer)
{
    struct sfa_request second = *request;
    sections[0] = *s;
    second.body = request->second;
    second.size = request->second_size;
    second.addr = request->second_addr;
    if (!request->second || open_section(&second, profile, &sections[1], status, answer))
        return true;
    answer->has_range = false; /* the range would be taken for one of the first section */
    return false;
}

/* Adds the functions and rows of a second section, which follow those of the first one in memory. None keeps its
   layout; a fixed slot stays if it is that of both. */
static void join(struct sfr_model *m, const struct sfr_model *second)
{
    for (uint64_t i = 0; i < second->num_fdes; i++)
        m->fdes[m->num_fdes + i].first_fre += m->num_fres;
    m->num_fdes += second->num_fdes;
    m->num_fres += second->num_fres;
    for (uint64_t i = 0; i < m->num_fdes; i++)
        m->fdes[i].has_layout = false;
    for (uint64_t i = 0; i < m->num_fres; i++)
        m->fres[i].has_layout = false;
    m->has_layout = false;
    m->auxhdr_len = 0;
    m->flags = (m->flags & second->flags) | SFR_F_FDE_SORTED;
    m->fixed_fp = m->fixed_fp == second->fixed_fp ? m->fixed_fp : 0;
}

/* One section of both, in the place of the first. Each row has its rules. */
static enum sfa_status merge(const struct sfr_section *s, const struct sfa_request *request, enum sfr_profile profile,
                             struct sfa_answer *answer)
{
    struct sfr_section both[2];
    struct sfr_model model, second;
    enum sfa_status status;
    if (!open_both(s, request, profile, both, &status, answer))
        return status;
    const size_t num_fdes = (size_t)both[0].hdr.sfh_num_fdes + both[1].hdr.sfh_num_fdes;
    const size_t num_fres = (size_t)both[0].hdr.sfh_num_fres + both[1].hdr.sfh_num_fres;
    struct sfr_model_fde *fdes = calloc(num_fdes + 1, sizeof *fdes);
    struct sfr_model_fre *fres = calloc(num_fres + 1, sizeof *fres);
    if (!fdes || !fres) {
        status = sfa_say(answer, SFA_LIMIT, "out of memory");
    } else if (sfr_model_of_section(&both[0], &model, fdes, fres) != SFR_FAULT_NONE
               || sfr_model_of_section(&both[1], &second, fdes + model.num_fdes, fres + model.num_fres)
                      != SFR_FAULT_NONE) {
        status = sfa_say(answer, SFA_REJECT, "the number of rows is not that of the header");
    } else {
        join(&model, &second);
        sfr_sort_functions(&model);
        status = encode_model(&model, SFR_LAYOUT_EXACT, answer);
        answer->at[0] = '\0'; /* a place of the merged section is none of a section that was given */
        answer->fault_class[0] = '\0';
    }
    free(fdes);
    free(fres);
    return status;
}

/* Look-ups in a row, from one section or two, which were opened once. */
static enum sfa_status look_up(const struct sfr_section *s, const struct sfa_request *request, enum sfr_profile profile,
                               struct sfa_answer *answer)
{
    struct sfr_section sections[2];
    struct sfr_hit hit;
    enum sfa_status status;
    if (!open_both(s, request, profile, sections, &status, answer))
        return status;
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const struct sfr_section *asked = &sections[request->in_second[i]];
        const uint64_t pc = request->pcs[i];
        sfr_dump_hit_signal(asked, pc, sfr_find(asked, pc, &hit), &hit, ref_add_text, answer);
    }
    return SFA_ACCEPT;
}

static enum sfa_status unwind(const struct sfr_section *s, const struct sfa_request *request, enum sfr_profile profile,
                              struct sfa_answer *answer)
{
    struct sfa_request given = *request;
    const struct sfr_machine machine = { read_register, read_memory, &given, request->pac_mask };
    struct sfr_frame frames[MAX_FRAMES] = { { .topmost = true } };
    struct sfr_section sections[2];
    enum sfa_status status;
    size_t count;
    if (!sfa_reg(request, SFA_PC, &frames[0].pc) || !sfa_reg(request, SFA_SP, &frames[0].sp)
        || !sfa_reg(request, SFA_FP, &frames[0].fp) || request->max < 1 || request->max > MAX_FRAMES)
        return sfa_say(answer, SFA_INTERNAL, "pc, sp, fp and a max of 1 to 256 are needed");
    if (!open_both(s, request, profile, sections, &status, answer))
        return status;
    const enum sfr_stop stop = request->second ? unwind_both(sections, &machine, frames, request->max, &count)
                                               : sfr_unwind(s, &machine, frames, request->max, &count);
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < count; i++)
        sfr_dump_frame(i, &frames[i], ref_add_text, answer);
    sfr_dump_stop(stop, ref_add_text, answer);
    return SFA_ACCEPT;
}

/* ---- One question -------------------------------------------------------------------------- */

/* Answers a request whose body is a section. */
static enum sfa_status read_section(const struct sfa_request *request, enum sfr_profile profile,
                                    struct sfa_answer *answer)
{
    struct sfr_section s;
    enum sfa_status status;
    if (!open_section(request, profile, &s, &status, answer)) {
        /* Of a merge no range says of which section it is. */
        answer->has_range = answer->has_range && request->op != SFA_MERGE;
        return status;
    }
    switch (request->op) {
    case SFA_DECODE: return dump(&s, answer);
    case SFA_VALIDATE: return SFA_ACCEPT;
    case SFA_LOOKUP:
    case SFA_SEQUENCE: return look_up(&s, request, profile, answer);
    case SFA_UNWIND: return unwind(&s, request, profile, answer);
    case SFA_MERGE: return merge(&s, request, profile, answer);
    case SFA_ENCODE:
    case SFA_OTHER_OP: break;
    }
    return SFA_UNSUPPORTED;
}

#ifdef HAVE_ELF
/* A file without a section is rejected without a class: classes are about sections. */
static enum sfa_status read_elf(const struct sfa_request *request, enum sfr_profile profile, struct sfa_answer *answer)
{
    struct sfr_elf elf;
    struct sfr_elf_error error;
    const enum sfr_elf_fault fault =
        sfr_elf_open(&elf, request->body, request->size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error);
    if (fault != SFR_ELF_OK)
        return sfa_say(answer, fault == SFR_ELF_NO_MEMORY ? SFA_LIMIT : SFA_REJECT, "%s", error.text);
    struct sfa_request found = *request;
    found.body = elf.data;
    found.size = elf.size;
    found.addr = elf.addr;
    const enum sfa_status status = read_section(&found, profile, answer);
    sfr_elf_close(&elf);
    return status;
}
#endif

enum sfa_status ref_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    enum sfr_profile profile;
    (void)ctx;
    if (!sfr_profile_from_name(request->profile, &profile))
        return sfa_say(answer, SFA_UNSUPPORTED, "no such profile");
    if (request->op == SFA_ENCODE)
        return encode(request, answer);
#ifdef HAVE_ELF
    if (strcmp(request->container, "elf") == 0)
        return read_elf(request, profile, answer);
#endif
    return read_section(request, profile, answer);
}
