/* SPDX-License-Identifier: MIT */
/* Files that were opened, and questions about them: verdict, findings, functions, rows, a PC, a byte, dump. */
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "explore.h"
#include "fde_start.h"
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

/* Its section, or NULL if none can be read. */
static const struct sfr_section *section_of(unsigned which)
{
    const struct file *f = file_of(which);
    return f->opened ? &f->section : NULL;
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
    const struct sfr_section *s = section_of(which);
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

static void say_rules(const struct sfr_section *s, const struct sfr_rules *rules)
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
        say_rules(s, &rules);
    } else {
        ex_say(",");
        ex_say_members("fault", sfr_fault_info(fault)->name, NULL);
    }
    ex_say("}");
}

void EX_API(ex_fres)(unsigned which, uint32_t index, uint32_t from, uint32_t count)
{
    const struct sfr_section *s = section_of(which);
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

/* ---- Questions about a part ------------------------------------------------------------------ */

/* The fields of header, FDE (versions 1 and 2), index entry and attribute (version 3): name, offset, width. */
#define FIELD(id, name, at, width) ",[\"" name "\"," #at "," #width "]"
static const char layout[] = "{\"hdr\":[0" SFR_HEADER_FIELDS(FIELD) "],\"fde\":[0" SFR_FDE_FIELDS_V1_V2(
    FIELD) "],\"index\":[0" SFR_FDE_INDEX_FIELDS_V3(FIELD) "],\"attr\":[0" SFR_FDE_ATTR_FIELDS_V3(FIELD) "]}";

void EX_API(ex_layout)(void)
{
    ex_begin();
    ex_add(NULL, layout, sizeof layout - 1);
}

/* ---- A PC -------------------------------------------------------------------------------------------- */

/* The functions that a search by halving compares with the PC, as in sfr_find_fde_search(). */
static void say_steps(const struct sfr_section *s, uint64_t pc)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;
    for (const char *between = ""; count > 0; between = ",") {
        const uint32_t half = count / 2;
        const int64_t distance = sfr_read_distance(s, first + half);
        const bool below = distance <= (int64_t)(pc - s->addr);
        ex_say("%s{\"fde\":%u,\"start\":\"0x%llx\"}", between, first + half,
               (unsigned long long)(s->addr + (uint64_t)distance));
        first += below ? half + 1 : 0;
        count = below ? count - half - 1 : half;
    }
}

/* The line of the dump, without its end, which a string of JSON cannot have. */
static bool add_line(void *ctx, const char *text, size_t len)
{
    return ex_add(ctx, text, len > 0 && text[len - 1] == '\n' ? len - 1 : len);
}

void EX_API(ex_find)(unsigned which, uint64_t pc)
{
    static const char *const names[] = { "found", "outermost", "no-fde", "no-fre", "bad" };
    const struct sfr_section *s = section_of(which);
    struct sfr_hit hit;
    ex_begin();
    if (!s) {
        ex_say("{\"found\":\"bad\",\"steps\":[]}");
        return;
    }
    const bool sorted = s->hdr.sfp_flags & SFR_F_FDE_SORTED;
    const enum sfr_found found = sfr_find(s, pc, &hit);
    ex_say("{\"found\":\"%s\",\"sorted\":%s,\"steps\":[", names[found], sorted ? "true" : "false");
    if (sorted)
        say_steps(s, pc);
    ex_say("]");
    if (found != SFR_FOUND_NO_FDE)
        ex_say(",\"fde\":%u,\"start\":\"0x%llx\",\"size\":%u", hit.fde.index, (unsigned long long)hit.fde.start,
               hit.fde.sfde_func_size);
    if (found == SFR_FOUND)
        ex_say(",\"fre\":%u,\"pos\":%llu,\"bytes\":%u", hit.fre.index, (unsigned long long)hit.fre.pos, hit.fre.size);
    if (found == SFR_FOUND || found == SFR_FOUND_OUTERMOST) {
        say_rules(s, &hit.rules);
        ex_say(",\"line\":\"");
        sfr_dump_hit(s, pc, found, &hit, add_line, NULL);
        ex_say("\"");
    }
    ex_say("}");
}

/* ---- A byte ------------------------------------------------------------------------------------------ */

/* The function whose rows or attribute start last at or below the byte, so that what it has there is likely its own. */
static bool find_owner(const struct sfr_section *s, uint64_t offset, struct sfr_fde *owner)
{
    uint64_t best = 0;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, i, &fde);
        const uint64_t at = fde.attr_pos > 0 ? fde.attr_pos : fde.fre_pos;
        if (fde.fre_pos > 0 && at <= offset && at >= best) {
            *owner = fde;
            best = at;
        }
    }
    return best > 0;
}

/* The function, and the row, that a byte after the functions belongs to. */
void EX_API(ex_owner)(unsigned which, uint64_t offset)
{
    const struct sfr_section *s = section_of(which);
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = s && find_owner(s, offset, &fde);
    ex_begin();
    ex_say("{");
    if (more && fde.attr_pos > 0 && offset < fde.attr_pos + SFR_FDE_ATTR_SIZE_V3) {
        ex_say("\"fde\":%u", fde.index);
        more = false;
    }
    if (more)
        sfr_fres(&cursor, s, &fde);
    while (more && sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more)
        if (offset >= fre.pos && offset < fre.pos + fre.size) {
            ex_say("\"fde\":%u,\"fre\":%u", fde.index, fre.index);
            more = false;
        }
    ex_say("}");
}

/* ---- Beside the section ------------------------------------------------------------------------------- */

/* The sizes of sections that serve the same purpose, by name. */
void EX_API(ex_others)(unsigned which)
{
    const struct file *f = file_of(which);
    const char *between = "";
    ex_begin();
    ex_say("{");
    for (uint32_t i = 1; f->is_elf && f->data && i < f->elf.tables.num_sections; i++) {
        char name[SFR_ELF_NAME_MAX];
        sfr_elf_section_name(&f->elf, i, name);
        if (strcmp(name, ".eh_frame") == 0 || strcmp(name, ".eh_frame_hdr") == 0 || strcmp(name, ".debug_frame") == 0
            || strcmp(name, ".text") == 0) {
            ex_say("%s\"%s\":%llu", between, name, (unsigned long long)sfr_elf_get_shdr(&f->elf, i).sh_size);
            between = ",";
        }
    }
    ex_say("}");
}

void EX_API(ex_dump)(unsigned which, unsigned options)
{
    const struct sfr_section *s = section_of(which);
    ex_begin();
    if (s)
        sfr_dump(s, options, ex_add, NULL);
}
