/* SPDX-License-Identifier: MIT */
/* Files that were opened: what they are, their verdict, findings, functions, rows and look-ups. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "internal.h"

/* A file. `opened`: its section can be read. `data` is NULL if no section was found. */
struct file {
    uint8_t *image;
    size_t image_size;
    struct sfr_elf elf;
    struct sfr_elf_error error;
    bool is_elf, opened;
    const uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profile;
    struct sfr_section section;
    struct sfr_verdict verdict;
};

static struct file files[2];

static struct file *file_of(unsigned which)
{
    return &files[which & 1];
}

const struct sfr_section *ex_section(unsigned which)
{
    const struct file *f = file_of(which);
    return f->opened ? &f->section : NULL;
}

const struct sfr_elf *ex_elf(unsigned which)
{
    const struct file *f = file_of(which);
    return f->is_elf && f->data ? &f->elf : NULL;
}

/* Room for a file of `size` bytes; closes what was open. NULL without memory. */
uint8_t *EX_API(ex_room)(unsigned which, size_t size)
{
    struct file *f = file_of(which);
    sfr_elf_close(&f->elf);
    free(f->image);
    *f = (struct file){ .image = malloc(size > 0 ? size : 1), .image_size = size };
    return f->image;
}

/* ---- The file and its verdict ------------------------------------------------------------- */

static void find_section(struct file *f, uint64_t addr, int32_t nth)
{
    f->is_elf = sfr_elf_is_elf(f->image, f->image_size);
    f->data = f->image;
    f->size = f->image ? f->image_size : 0;
    f->addr = addr;
    if (!f->is_elf)
        return;
    const uint32_t number = nth < 0 ? SFR_ELF_ONLY : (uint32_t)nth;
    const bool found = sfr_elf_open(&f->elf, f->image, f->size, SFR_ELF_AUTO, number, &f->error) == SFR_ELF_OK;
    f->data = found ? f->elf.data : NULL;
    f->size = found ? f->elf.size : 0;
    f->addr = found ? f->elf.addr : 0;
}

static void say_file(const struct file *f)
{
    ex_say("\"elf\":%s,\"size\":%zu,\"addr\":\"0x%llx\",\"relocations\":%u", f->is_elf ? "true" : "false", f->size,
           (unsigned long long)f->addr, f->is_elf && f->data ? f->elf.num_relocations : 0);
    if (f->data)
        return;
    ex_say(",\"several\":%s,", f->error.fault == SFR_ELF_SEVERAL ? "true" : "false");
    ex_say_members("error", f->is_elf ? f->error.text : "there is no memory", NULL);
}

static void say_section(const struct file *f)
{
    const struct sfr_section *s = &f->section;
    ex_say(",\"hdr_end\":%llu,\"fde_start\":%llu,\"fde_end\":%llu,\"fre_start\":%llu,\"fre_end\":%llu",
           (unsigned long long)s->hdr_end, (unsigned long long)s->fde_start, (unsigned long long)s->fde_end,
           (unsigned long long)s->fre_start, (unsigned long long)s->fre_end);
    ex_say(",\"fde_size\":%u,\"fdes\":%u,\"fres\":%u,\"version\":%u,", s->fde_size, s->hdr.sfh_num_fdes,
           s->hdr.sfh_num_fres, s->hdr.sfp_version);
    ex_say_members("abi", sfr_abi_name(s->hdr.sfh_abi_arch), NULL);
}

/* AUTO goes by the version byte; a section that cannot be opened is judged by it all the same. */
static enum sfr_profile profile_of(const struct file *f, enum sfr_profile profile)
{
    static const enum sfr_profile of_version[] = { SFR_PROFILE_V3, SFR_PROFILE_V1, SFR_PROFILE_V2E2, SFR_PROFILE_V3 };
    const unsigned version = f->size > 2 ? f->data[2] : 0;
    return profile != SFR_PROFILE_AUTO ? profile : of_version[version < 4 ? version : 0];
}

/* Reads the file: an ELF file if it starts like one, else a section at `addr`. `nth` picks one of several
   sections, -1 means that there must be one. */
void EX_API(ex_open)(unsigned which, unsigned profile, uint64_t addr, int32_t nth)
{
    struct file *f = file_of(which);
    sfr_elf_close(&f->elf);
    f->opened = false;
    find_section(f, addr, nth);
    ex_begin();
    ex_say("{");
    say_file(f);
    if (f->data) {
        f->profile = profile_of(f, profile <= SFR_PROFILE_V3 ? (enum sfr_profile)profile : SFR_PROFILE_AUTO);
        f->verdict = sfr_check(f->data, f->size, f->addr, f->profile, NULL, NULL);
        f->opened = sfr_open(&f->section, f->data, f->size, f->addr, f->profile, NULL) == SFR_FAULT_NONE;
        const bool big = f->size > 1 && f->data[0] == 0xde && f->data[1] == 0xe2;
        ex_say(",\"accepted\":%s,\"violations\":%llu,\"doubts\":%llu,\"big\":%s,",
               f->verdict.accepted ? "true" : "false", (unsigned long long)f->verdict.violations,
               (unsigned long long)f->verdict.doubts, big ? "true" : "false");
        ex_say_members("profile", sfr_profile_name(f->profile), NULL);
        if (f->opened)
            say_section(f);
    }
    ex_say("}");
}

/* Its bytes; of an object, with the relocations applied. */
const uint8_t *EX_API(ex_bytes)(unsigned which)
{
    return file_of(which)->data;
}

/* ---- Findings -------------------------------------------------------------------------------- */

struct listing {
    enum sfr_profile profile;
    uint32_t count, most;
};

static void say_policy(enum sfr_policy policy)
{
    const struct sfr_policy_info *p = policy == SFR_POLICY_NONE ? NULL : sfr_policy_info(policy);
    if (!p)
        return;
    ex_say(",\"policy\":{");
    ex_say_members("id", p->id, "question", p->question, "answer", p->answer, NULL);
    ex_say("}");
}

static void say_finding(void *ctx, const struct sfr_finding *finding)
{
    struct listing *l = ctx;
    const struct sfr_fault_info *fault = sfr_fault_info(finding->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(finding->clause);
    const struct sfr_basis_info *basis = sfr_fault_basis(finding->fault, l->profile);
    if (l->count >= l->most)
        return;
    ex_say("%s{\"start\":%llu,\"end\":%llu,\"violation\":%s,\"fde\":%lld,\"fre\":%lld,\"value\":\"0x%llx\",",
           l->count++ > 0 ? "," : "", (unsigned long long)finding->start, (unsigned long long)finding->end,
           finding->severity == SFR_SEVERITY_VIOLATION ? "true" : "false",
           finding->fde == SFR_NO_INDEX ? -1LL : (long long)finding->fde,
           finding->fre == SFR_NO_INDEX ? -1LL : (long long)finding->fre, (unsigned long long)finding->value);
    ex_say_members("class", fault->name, "message", fault->message, "level",
                   sfr_level_name(sfr_fault_level(finding->fault, l->profile)), "clause", clause ? clause->id : NULL,
                   "says", clause ? clause->statement : NULL, "basis", basis ? sfr_basis_name(basis->basis) : NULL,
                   "words", basis ? basis->evidence : NULL, NULL);
    say_policy(fault->policy);
    ex_say("}");
}

void EX_API(ex_findings)(unsigned which, uint32_t most)
{
    const struct file *f = file_of(which);
    struct listing l = { f->profile, 0, most };
    ex_begin();
    ex_say("[");
    if (f->data)
        sfr_check(f->data, f->size, f->addr, f->profile, say_finding, &l);
    ex_say("]");
}

/* ---- Functions and rows ---------------------------------------------------------------------- */

static void say_fde(const struct sfr_fde *fde)
{
    ex_say("{\"i\":%u,\"pos\":%llu,\"attr\":%llu,\"fre_pos\":%llu,\"start\":\"0x%llx\",\"size\":%u,\"fres\":%u,",
           fde->index, (unsigned long long)fde->pos, (unsigned long long)fde->attr_pos,
           (unsigned long long)fde->fre_pos, (unsigned long long)fde->start, fde->sfde_func_size,
           fde->sfde_func_num_fres);
    ex_say("\"addr\":%u,\"mask\":%s,\"rep\":%u,\"type\":%u,\"key_b\":%s,\"signal\":%s}", fde->fre_type,
           fde->pc_type == SFR_FDE_PCTYPE_MASK ? "true" : "false", fde->sfde_func_rep_size, fde->fde_type,
           fde->pauth_key_b ? "true" : "false", fde->signal_p ? "true" : "false");
}

void EX_API(ex_fdes)(unsigned which, uint32_t from, uint32_t count)
{
    const struct sfr_section *s = ex_section(which);
    ex_begin();
    ex_say("[");
    for (uint32_t i = 0; s && i < count && from < s->hdr.sfh_num_fdes && i < s->hdr.sfh_num_fdes - from; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, from + i, &fde);
        ex_say("%s", i > 0 ? "," : "");
        say_fde(&fde);
    }
    ex_say("]");
}

static void say_rule(const char *key, const struct sfr_rule *rule, unsigned abi)
{
    char text[SFR_RULE_TEXT_MAX];
    sfr_rule_text(text, rule, abi);
    ex_say(",\"%s\":\"%s\"", key, text);
}

void ex_say_rules(const struct sfr_section *s, const struct sfr_rules *rules)
{
    say_rule("cfa", &rules->cfa, s->hdr.sfh_abi_arch);
    say_rule("ra", &rules->ra, s->hdr.sfh_abi_arch);
    say_rule("fp", &rules->fp, s->hdr.sfh_abi_arch);
    ex_say(",\"mangled\":%s", rules->mangled_ra_p ? "true" : "false");
}

/* The fault of a row, or of its rules, comes with it: what could not be read is not shown. */
static void say_fre(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                    enum sfr_fault fault)
{
    struct sfr_rules rules = { .mangled_ra_p = false };
    if (fault == SFR_FAULT_NONE)
        fault = sfr_read_rules(s, fde, fre, &rules);
    ex_say("{\"i\":%u,\"pos\":%llu,\"size\":%u,\"start\":%u,\"width\":%u,\"count\":%u", fre->index,
           (unsigned long long)fre->pos, fre->size, fre->sfre_start_address, fre->word_size, fre->num_words);
    if (fault == SFR_FAULT_NONE) {
        ex_say_rules(s, &rules);
    } else {
        ex_say(",");
        ex_say_members("fault", sfr_fault_info(fault)->name, NULL);
    }
    ex_say("}");
}

void EX_API(ex_fres)(unsigned which, uint32_t index, uint32_t from, uint32_t count)
{
    const struct sfr_section *s = ex_section(which);
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    bool more = s && index < s->hdr.sfh_num_fdes && sfr_read_fde(s, index, &fde) == SFR_FAULT_NONE;
    ex_begin();
    ex_say("[");
    if (more)
        sfr_fres(&cursor, s, &fde);
    for (uint32_t shown = 0; more && shown < count;) {
        struct sfr_fre fre;
        const enum sfr_fault fault = sfr_next_fre(&cursor, &fre, &more);
        if (more && fre.index >= from) {
            ex_say("%s", shown++ > 0 ? "," : "");
            say_fre(s, &fde, &fre, fault);
        }
        more = more && fault == SFR_FAULT_NONE;
    }
    ex_say("]");
}
