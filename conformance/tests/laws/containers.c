/* SPDX-License-Identifier: MIT */
/* A case in an ELF file: the section that the reference finds, or its error. */
#include <string.h>

#include "subject.h"
#ifdef HAVE_ELF
#include "sfr_elf.h"

static const char *error_name(enum sfr_elf_fault fault)
{
    static const char *const names[] = {
        "none", "not-elf", "unsupported", "damaged", "not-found", "several", "no-data", "bad-relocation", "no-memory",
    };
    return (size_t)fault < COUNT(names) ? names[fault] : "?";
}

/* Every route to the data finds the same; a segment may have zeros after them (AMB-111,
   AMB-112). */
static void check_routes(struct subject *s, const struct sfr_elf *found)
{
    static const enum sfr_elf_route routes[] = { SFR_ELF_BY_NAME, SFR_ELF_BY_TYPE, SFR_ELF_BY_SEGMENT };
    for (unsigned i = 0; i < COUNT(routes); i++) {
        struct sfr_elf other;
        if (sfr_elf_open(&other, s->bytes, s->c->size, routes[i], SFR_ELF_ONLY, NULL) != SFR_ELF_OK)
            continue;
        require(s,
                other.addr == found->addr && other.size >= found->size
                    && memcmp(other.data, found->data, found->size) == 0,
                "the route %s finds other data", sfr_elf_route_name(routes[i]));
        for (size_t at = found->size; at < other.size; at++)
            require(s, other.data[at] == 0, "the route %s finds more data", sfr_elf_route_name(routes[i]));
        sfr_elf_close(&other);
    }
}

enum elf_outcome check_container(struct subject *s, struct sfc_case *section)
{
    const struct sfc_case *c = s->c;
    struct sfr_elf elf;
    struct sfr_elf_error error;
    const enum sfr_elf_fault fault = sfr_elf_open(&elf, s->bytes, c->size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error);
    const char *expected = c->elf_error ? c->elf_error : "none";
    require(s, strcmp(error_name(fault), expected) == 0, "the file: %s (%s), expected %s", error_name(fault),
            fault != SFR_ELF_OK ? error.text : "", expected);
    if (fault != SFR_ELF_OK)
        return ELF_CHECKED;
    check_routes(s, &elf);
    require(s, elf.addr == c->addr, "the section is at 0x%llx, expected 0x%llx", (unsigned long long)elf.addr,
            (unsigned long long)c->addr);
    *section = *c;
    section->bytes = (const uint8_t *)sfc_copy_text((const char *)elf.data, elf.size);
    section->size = elf.size;
    sfr_elf_close(&elf);
    return ELF_HAS_SECTION;
}
#else
enum elf_outcome check_container(struct subject *s, struct sfc_case *section)
{
    (void)s;
    (void)section;
    return ELF_SKIPPED;
}
#endif
