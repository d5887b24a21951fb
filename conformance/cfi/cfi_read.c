/* SPDX-License-Identifier: MIT */
/* The entries of .eh_frame and .debug_frame: CIEs and FDEs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_bytes.h"

enum { ENCODING_OMIT = 0xff, ENCODING_INDIRECT = 0x80, ENCODING_BASE = 0x70, BASE_ABSOLUTE = 0, BASE_PC = 0x10 };

/* One entry, without its length field. */
struct entry {
    struct sfc_cfi_bytes bytes;
    uint64_t pos;    /* of its length field */
    uint64_t id_pos; /* of the field that is 0 (.debug_frame: -1) in a CIE */
    bool is_64;      /* .debug_frame: that field has 8 bytes */
    const struct sfc_cfi_section *section;
};

const char *sfc_cfi_section_name(const struct sfc_cfi_section *section)
{
    return section->is_debug ? ".debug_frame" : ".eh_frame";
}

static bool complain(struct sfc_error *error, const struct entry *e, const char *why)
{
    return sfc_fail(error, "%s+0x%" PRIx64 ": %s", sfc_cfi_section_name(e->section), e->pos, why);
}

static struct sfc_cfi_rule plain(enum sfr_rule_kind kind)
{
    return (struct sfc_cfi_rule){ .rule = { .kind = kind } };
}

/* ---- CIEs ---- */

/* In .debug_frame gas writes the letters that have no data, and no 'z'. */
static bool read_plain_augmentation(const char *letters, struct entry *e, struct sfc_cfi_cie *cie,
                                    struct sfc_error *error)
{
    if (letters[0] != '\0' && (!e->section->is_debug || letters[strspn(letters, "SB")] != '\0'))
        return complain(error, e, "a CIE has an unknown augmentation");
    cie->signal = strchr(letters, 'S') != NULL;
    cie->key_b = strchr(letters, 'B') != NULL;
    return true;
}

static bool read_augmentation(const char *letters, struct entry *e, struct sfc_cfi_cie *cie, struct sfc_error *error)
{
    if (letters[0] != 'z')
        return read_plain_augmentation(letters, e, cie, error);
    const uint64_t len = sfc_cfi_uleb(&e->bytes);
    const uint8_t *data = sfc_cfi_skip(&e->bytes, len);
    if (!data)
        return complain(error, e, "the augmentation data of a CIE end after the CIE");
    struct sfc_cfi_bytes b = { data, data + len, e->bytes.big, false };
    uint64_t unused;
    cie->has_augmentation = true;
    for (const char *at = letters + 1; *at; at++) {
        switch (*at) {
        case 'R': cie->pointer_encoding = (uint8_t)sfc_cfi_fixed(&b, 1); break;
        case 'L': sfc_cfi_fixed(&b, 1); break;
        case 'P':
            if (!sfc_cfi_encoded(&b, (uint8_t)sfc_cfi_fixed(&b, 1), &unused))
                return complain(error, e, "the personality routine of a CIE has an invalid encoding");
            break;
        case 'S': cie->signal = true; break;
        case 'B': cie->key_b = true; break;
        case 'G': break;
        default: return complain(error, e, "a CIE has an unknown augmentation letter");
        }
    }
    return !b.bad || complain(error, e, "the augmentation data of a CIE are too short");
}

static bool read_initial(struct sfc_cfi *cfi, size_t section, struct entry *e, struct sfc_cfi_cie *cie,
                         struct sfc_error *error)
{
    /* A CIE's instructions set no location: without an FDE there is no code. */
    struct sfc_cfi_program program = { &cfi->sections[section], cie, e->bytes, 0 };
    const unsigned abi = cfi->sections[section].abi;
    const char *why = NULL;
    cie->initial = (struct sfc_cfi_row){ .cfa = plain(SFR_RULE_NONE), .fp = plain(SFR_RULE_SAME) };
    cie->initial.sp.rule = (struct sfr_rule){ SFR_RULE_CFA, 0, sfc_cfi_implied_sp(abi) };
    /* A register that no instruction names keeps its value. On amd64 the usual return column is no register. */
    if (cie->ra_column != sfr_abi_ra(abi))
        cie->initial.ra.rule = (struct sfr_rule){ SFR_RULE_REG, (uint32_t)cie->ra_column, 0 };
    else
        cie->initial.ra = plain(abi == SFR_ABI_AMD64_ENDIAN_LITTLE ? SFR_RULE_NONE : SFR_RULE_SAME);
    return sfc_cfi_follow(&program, &cie->initial, NULL, &why) || complain(error, e, why);
}

static bool read_cie(struct sfc_cfi *cfi, size_t section, struct entry *e, struct sfc_error *error)
{
    struct sfc_cfi_cie cie = { .pos = e->pos, .section = section };
    const uint64_t version = sfc_cfi_fixed(&e->bytes, 1);
    if (version != 1 && version != 3 && version != 4)
        return complain(error, e, "a CIE has a version that is not 1, 3 or 4");
    const char *letters = (const char *)e->bytes.at;
    const uint8_t *nul = memchr(letters, 0, (size_t)(e->bytes.end - e->bytes.at));
    if (!nul)
        return complain(error, e, "the augmentation of a CIE ends after the CIE");
    e->bytes.at = nul + 1;
    if (version == 4 && sfc_cfi_fixed(&e->bytes, 2) != (e->bytes.big ? 0x0800 : 0x0008))
        return complain(error, e, "a CIE has segments, or addresses that are not 8 bytes");
    cie.code_factor = sfc_cfi_uleb(&e->bytes);
    cie.data_factor = sfc_cfi_sleb(&e->bytes);
    cie.ra_column = version == 1 ? sfc_cfi_fixed(&e->bytes, 1) : sfc_cfi_uleb(&e->bytes);
    if (e->bytes.bad || cie.ra_column > UINT32_MAX)
        return complain(error, e, e->bytes.bad ? "a CIE is too short" : "the return column of a CIE is too large");
    if (!read_augmentation(letters, e, &cie, error) || !read_initial(cfi, section, e, &cie, error))
        return false;
    cfi->cies = sfc_make_room(cfi->cies, cfi->num_cies, sizeof cfi->cies[0]);
    cfi->cies[cfi->num_cies++] = cie;
    return true;
}

/* ---- FDEs ---- */

static int compare_cies(const void *a, const void *b)
{
    const struct sfc_cfi_cie *x = a, *y = b;
    return x->section != y->section ? (x->section < y->section ? -1 : 1) : x->pos < y->pos ? -1 : x->pos > y->pos;
}

/* CIEs are sorted by section, then by position. */
static bool find_cie(const struct sfc_cfi *cfi, size_t section, uint64_t pos, size_t *index)
{
    const struct sfc_cfi_cie wanted = { .section = section, .pos = pos }, *found = NULL;
    if (cfi->num_cies > 0)
        found = bsearch(&wanted, cfi->cies, cfi->num_cies, sizeof wanted, compare_cies);
    *index = found ? (size_t)(found - cfi->cies) : 0;
    return found != NULL;
}

static bool read_start(const struct sfc_cfi_section *s, const struct sfc_cfi_cie *cie, struct entry *e,
                       struct sfc_cfi_fde *fde, struct sfc_error *error)
{
    const uint8_t encoding = cie->pointer_encoding;
    const uint64_t here = s->addr + (uint64_t)(e->bytes.at - s->data);
    const unsigned base = encoding & ENCODING_BASE;
    if (encoding == ENCODING_OMIT || (encoding & ENCODING_INDIRECT) || (base != BASE_ABSOLUTE && base != BASE_PC)
        || !sfc_cfi_encoded(&e->bytes, encoding, &fde->start) || !sfc_cfi_encoded(&e->bytes, encoding, &fde->size))
        return complain(error, e, "the start of an FDE has an unsupported encoding");
    /* The size is a length: it has the width of the encoding, and no sign. */
    const unsigned width = encoding & 0x07;
    if (width == 2 || width == 3)
        fde->size &= width == 2 ? 0xffff : 0xffffffff;
    if (base == BASE_PC)
        fde->start += here;
    return !e->bytes.bad || complain(error, e, "an FDE is too short");
}

/* `id` is the distance back to the CIE, or in .debug_frame its offset. */
static bool read_fde(struct sfc_cfi *cfi, size_t section, uint64_t id, struct entry *e, struct sfc_error *error)
{
    const struct sfc_cfi_section *s = &cfi->sections[section];
    struct sfc_cfi_fde fde = { .pos = e->pos };
    const uint64_t cie_pos = s->is_debug ? id : e->id_pos - id;
    if ((!s->is_debug && id > e->id_pos) || !find_cie(cfi, section, cie_pos, &fde.cie))
        return complain(error, e, "an FDE names a CIE that does not exist");
    const struct sfc_cfi_cie *cie = &cfi->cies[fde.cie];
    if (!read_start(s, cie, e, &fde, error))
        return false;
    if (cie->has_augmentation && !sfc_cfi_skip(&e->bytes, sfc_cfi_uleb(&e->bytes)))
        return complain(error, e, "the augmentation data of an FDE end after the FDE");
    fde.instructions = e->bytes.at;
    fde.len = (size_t)(e->bytes.end - e->bytes.at);
    cfi->fdes = sfc_make_room(cfi->fdes, cfi->num_fdes, sizeof cfi->fdes[0]);
    cfi->fdes[cfi->num_fdes++] = fde;
    return true;
}

/* ---- The section ---- */

/* Reads a length and its entry. *more is false at the end of the section; a length of 0 is an
   end too. */
static bool next_entry(const struct sfc_cfi_section *s, struct sfc_cfi_bytes *rest, struct entry *e, bool *more,
                       struct sfc_error *error)
{
    *e = (struct entry){ .pos = (uint64_t)(rest->at - s->data), .section = s };
    *more = rest->at < rest->end;
    if (!*more)
        return true;
    uint64_t len = sfc_cfi_fixed(rest, 4);
    const bool is_64 = len == UINT32_MAX;
    if (is_64)
        len = sfc_cfi_fixed(rest, 8);
    e->is_64 = is_64 && s->is_debug;
    *more = len != 0;
    e->id_pos = (uint64_t)(rest->at - s->data);
    const uint8_t *data = sfc_cfi_skip(rest, len);
    if (!data)
        return complain(error, e, "an entry ends after the section");
    e->bytes = (struct sfc_cfi_bytes){ data, data + len, rest->big, false };
    return true;
}

bool sfc_cfi_add(struct sfc_cfi *cfi, const struct sfc_cfi_section *section, struct sfc_error *error)
{
    const size_t index = cfi->num_sections;
    cfi->sections = sfc_grow(cfi->sections, index + 1, sizeof cfi->sections[0]);
    cfi->sections[cfi->num_sections++] = *section;
    struct sfc_cfi_bytes rest = { section->data, section->data + section->size, sfr_abi_is_big(section->abi), false };
    struct entry e;
    bool more = false, good = true;
    while (good && (good = next_entry(section, &rest, &e, &more, error)) && more) {
        const uint64_t id = sfc_cfi_fixed(&e.bytes, e.is_64 ? 8 : 4);
        const uint64_t cie_id = !section->is_debug ? 0 : e.is_64 ? UINT64_MAX : UINT32_MAX;
        if (e.bytes.bad)
            good = complain(error, &e, "an entry is too short");
        else
            good = id == cie_id ? read_cie(cfi, index, &e, error) : read_fde(cfi, index, id, &e, error);
    }
    return good;
}

static int compare_starts(const void *a, const void *b)
{
    const struct sfc_cfi_fde *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if ((x->size == 0) != (y->size == 0))
        return x->size == 0 ? -1 : 1; /* an empty function ends where the other begins */
    return x->pos < y->pos ? -1 : x->pos > y->pos;
}

void sfc_cfi_sort(struct sfc_cfi *cfi)
{
    if (cfi->num_fdes > 1)
        qsort(cfi->fdes, cfi->num_fdes, sizeof cfi->fdes[0], compare_starts);
    for (size_t i = 0; i < cfi->num_fdes; i++) {
        struct sfc_cfi_fde *f = &cfi->fdes[i];
        const uint64_t end = f->size < UINT64_MAX - f->start ? f->start + f->size : UINT64_MAX;
        f->end = i + 1 < cfi->num_fdes && f[1].start < end ? f[1].start : end;
    }
}

void sfc_cfi_free(struct sfc_cfi *cfi)
{
    free(cfi->sections);
    free(cfi->cies);
    free(cfi->fdes);
    *cfi = (struct sfc_cfi){ 0 };
}
