/* SPDX-License-Identifier: MIT */
/*
 * Oracle: opening any ELF file causes no sanitizer report. It fails with a reason, or gives bytes of the
 * file or of a copy; then every address of the layout maps to its section and back. Every route finds a
 * section in a well-formed file, byte for byte; in a relocatable object each function starts where its
 * relocation says, and each section may be cut off and end with the file. The judge of producers reports
 * on each file, or says why it cannot. The commands of sframe-ref end as they should (check.h).
 */
#include "check.h"
#include "fuzz.h"
#include "producer.h"
#include "sfr_elf.h"
#include "wrap_elf.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "elf";

static const enum sfr_elf_route routes[] = { SFR_ELF_AUTO, SFR_ELF_BY_NAME, SFR_ELF_BY_TYPE, SFR_ELF_BY_SEGMENT };

static void check_error(const struct sfr_elf_error *error, enum sfr_elf_fault fault, size_t size)
{
    const char *end = memchr(error->text, '\0', sizeof error->text);

    FUZZ_REQUIRE(error->fault == fault && fault >= SFR_ELF_OK && fault <= SFR_ELF_NO_MEMORY, 0,
                 "the error is not the fault returned");
    FUZZ_REQUIRE(end && end != error->text, 0, "an error without a text");
    FUZZ_REQUIRE(error->offset == SFR_ELF_NO_OFFSET || error->offset <= size, error->offset,
                 "an error outside of the file: %s", error->text);
    fuzz_note_text(NULL, error->text, strlen(error->text));
}

/* The layout of a relocatable object maps each address to one place. */
static void check_places(const struct sfr_elf *elf)
{
    for (uint32_t i = 0; i < elf->num_places; i++) {
        const struct sfr_elf_place *p = &elf->places[i];
        uint32_t section = 0;
        uint64_t offset = UINT64_MAX;
        FUZZ_REQUIRE(i == 0 || (p->section > p[-1].section && p->addr > p[-1].addr + p[-1].size), p->addr,
                     "sections overlap, or are not in order");
        FUZZ_REQUIRE(sfr_elf_locate(elf, p->addr, &section, &offset) && section == p->section && offset == 0, p->addr,
                     "the start of a section is not found");
        FUZZ_REQUIRE(sfr_elf_locate(elf, p->addr + p->size, &section, &offset) && section == p->section
                         && offset == p->size,
                     p->addr, "the end of a section is not found");
        char name[SFR_ELF_NAME_MAX];
        sfr_elf_section_name(elf, p->section, name);
        FUZZ_REQUIRE(memchr(name, '\0', sizeof name) != NULL, 0, "a section name does not end");
    }
}

static void check_opened(const struct sfr_elf *elf, const uint8_t *data, size_t size)
{
    const bool copied = elf->copy != NULL;

    FUZZ_REQUIRE(copied
                     ? elf->data == elf->copy
                     : elf->data >= data && elf->data <= data + size && elf->size <= size - (size_t)(elf->data - data),
                 0, "the data are neither in the file nor in the copy");
    FUZZ_REQUIRE(elf->size <= size, 0, "more data than the file has");
    enum sfr_elf_route named = SFR_ELF_AUTO;
    FUZZ_REQUIRE(elf->route != SFR_ELF_AUTO, 0, "opened without a route");
    FUZZ_REQUIRE(sfr_elf_route_from_name(sfr_elf_route_name(elf->route), &named) && named == elf->route, 0,
                 "the route has another's name");
    check_places(elf);
    const struct sfr_verdict v = sfr_check(elf->data, elf->size, elf->addr, SFR_PROFILE_AUTO, NULL, NULL);
    fuzz_note(v.violations << 32 | v.doubts);
    fuzz_note(elf->addr ^ elf->num_relocations);
}

static void check_judged(const struct sfc_producer *p, size_t size)
{
    FUZZ_REQUIRE(p->num_sections <= p->num_elfs, 0, "more sections than were found");
    /* A section with wrong relocations is not opened, a damaged one is not read. Each needs a
       complaint. */
    FUZZ_REQUIRE((p->num_elfs > 0 && p->num_sections == p->num_elfs) || p->num_complaints > 0, 0,
                 "an unreadable section without a complaint");
    for (size_t i = 0; i < p->num_sections; i++)
        FUZZ_REQUIRE(p->sections[i].size <= size, 0, "a section is larger than its file");
    for (size_t i = 0; i < p->num_results; i++)
        FUZZ_REQUIRE(p->results[i].start <= p->results[i].end, p->results[i].start, "a function ends before it starts");
    for (size_t i = 0; i < p->num_wrong; i++)
        FUZZ_REQUIRE(p->wrong[i].start < p->wrong[i].end && p->wrong[i].differs != 0, p->wrong[i].start,
                     "a wrong range without a difference");
}

static void check_producer(const uint8_t *data, size_t size)
{
    struct sfc_producer p = { 0 };
    struct sfc_buffer report = { 0 };
    char *bytes = fuzz_alloc(size + 1, 1);

    if (size > 0)
        memcpy(bytes, data, size);
    sfc_producer_judge_bytes(&p, "input", bytes, size, SFR_PROFILE_AUTO, false);
    FUZZ_REQUIRE(p.state == SFC_PRODUCER_JUDGED || (p.why && *p.why), 0, "not judged, and no reason given");
    if (p.state == SFC_PRODUCER_JUDGED)
        check_judged(&p, size);
    for (size_t i = 0; i < p.num_complaints; i++)
        FUZZ_REQUIRE(p.complaints[i].area && p.complaints[i].text && *p.complaints[i].text, 0,
                     "a complaint without a text");
    sfc_producer_json(&report, &p);
    FUZZ_REQUIRE(report.len > 2 && report.data[0] == '{', 0, "the report is not a JSON object");
    fuzz_note_text(NULL, report.data, report.len);
    sfc_buffer_free(&report);
    sfc_producer_free(&p);
}

static void check_file(const uint8_t *data, size_t size)
{
    static const uint32_t numbers[] = { SFR_ELF_ONLY, 0, 1 };

    for (size_t i = 0; i < 4 * 3; i++) {
        struct sfr_elf elf;
        struct sfr_elf_error error;
        const enum sfr_elf_fault fault = sfr_elf_open(&elf, data, size, routes[i % 4], numbers[i / 4], &error);
        if (fault != SFR_ELF_OK) {
            check_error(&error, fault, size);
            continue;
        }
        check_opened(&elf, data, size);
        sfr_elf_close(&elf);
        sfr_elf_close(&elf);
    }
    check_producer(data, size);
}

/* ---- A section in a built file ---- */

static void check_wrapped(const uint8_t *section, size_t size)
{
    static struct built file;

    fuzz_wrap_elf(section, size, &file);
    for (size_t i = 0; i < 4; i++) {
        struct sfr_elf elf;
        struct sfr_elf_error error;
        const enum sfr_elf_fault fault = sfr_elf_open(&elf, file.bytes, file.size, routes[i], SFR_ELF_ONLY, &error);
        FUZZ_REQUIRE(fault == SFR_ELF_OK, 0, "a section in a file is not found by %s: %s",
                     sfr_elf_route_name(routes[i]), error.text);
        FUZZ_REQUIRE(elf.size == size && memcmp(elf.data, section, size) == 0, 0,
                     "other bytes than those of the section");
        FUZZ_REQUIRE(elf.addr == FUZZ_WRAP_ADDR, 0, "another address than that of the section");
        check_opened(&elf, file.bytes, file.size);
        sfr_elf_close(&elf);
    }
}

/* A start field that is relocated relative to itself, but read relative to the section: version 3 without the flag, and
   version 1 with it, where it is undefined (sfr_elf.h). */
static bool relative_to_section(const struct sfr_section *s)
{
    const bool pcrel = s->hdr.sfp_flags & SFR_F_FDE_FUNC_START_PCREL;
    return s->profile == SFR_PROFILE_V3 ? !pcrel : s->profile == SFR_PROFILE_V1 && pcrel;
}

/* Each function of a relocatable object is where its relocation says, in every version. */
static void check_object(const struct sfr_section *s)
{
    static struct built file;
    struct sfr_elf elf;
    struct sfr_elf_error error;
    struct sfr_section relocated;

    fuzz_wrap_object(s, &file);
    const enum sfr_elf_fault fault = sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error);
    FUZZ_REQUIRE(fault == SFR_ELF_OK, 0, "a section in an object is not found: %s", error.text);
    FUZZ_REQUIRE(elf.num_relocations == s->hdr.sfh_num_fdes && elf.size == s->size, 0, "%u start fields are relocated",
                 elf.num_relocations);
    check_opened(&elf, file.bytes, file.size);
    FUZZ_REQUIRE(sfr_open(&relocated, elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL) == SFR_FAULT_NONE, 0,
                 "the relocated section cannot be opened");
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        uint32_t section = 0;
        uint64_t offset = UINT64_MAX;
        sfr_read_fde(&relocated, i, &fde);
        const uint64_t start = fde.start + (relative_to_section(s) ? fde.pos : 0);
        FUZZ_REQUIRE(sfr_elf_locate(&elf, start, &section, &offset) && section == FUZZ_WRAP_TEXT
                         && offset == fuzz_wrap_target(i),
                     fde.pos, "function %u starts at section %u + 0x%llx", i, section, (unsigned long long)offset);
    }
    sfr_elf_close(&elf);
}

static uint64_t get(const uint8_t *at, unsigned width, bool big)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)at[i] << 8 * (big ? width - 1 - i : i);
    return value;
}

/* Moves each section in turn to the very end of the file, in a buffer of just its size, without its last bytes: a table
   then ends in the middle of an entry, and names in the middle of one, or with a whole one that nothing ends. */
static void check_last(const struct built *file, unsigned cut)
{
    const bool big = file->bytes[5] == 2;
    const uint64_t sections = get(&file->bytes[60], 2, big);

    for (uint64_t i = 1; i < sections; i++) {
        const uint8_t *const header = file->bytes + file->shoff + i * SHDR_SIZE;
        const uint64_t from = get(header + 24, 8, big), whole = get(header + 32, 8, big);
        if (from + whole > file->size || whole <= cut)
            continue;
        const size_t size = (size_t)whole - cut;
        uint8_t *exact = fuzz_alloc(file->size + size, 1);
        memcpy(exact, file->bytes, file->size);
        memcpy(exact + file->size, file->bytes + from, size);
        put(exact + (header - file->bytes) + 24, file->size, 8, big);
        put(exact + (header - file->bytes) + 32, size, 8, big);
        check_file(exact, file->size + size);
        free(exact);
    }
}

static void check_section(const uint8_t *data, size_t size)
{
    static struct built file;
    struct sfr_section s;

    check_wrapped(data, size);
    if (sfr_open(&s, data, size, 0, SFR_PROFILE_AUTO, NULL) != SFR_FAULT_NONE
        || s.hdr.sfh_num_fdes > FUZZ_WRAP_MAX_FDES)
        return;
    check_object(&s);
    fuzz_wrap_object(&s, &file);
    if (data[size - 1] % 8 == 0)
        check_last(&file, data[size - 2] % 96);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > FUZZ_MAX_INPUT)
        return 0;
    FUZZ_REQUIRE(size >= 4 || !sfr_elf_is_elf(data, size), 0, "less than a magic number is an ELF file");
    if (sfr_elf_is_elf(data, size))
        fuzz_check_commands(data, size);
    else if (size > 0 && size <= FUZZ_WRAP_MAX_SECTION)
        check_section(data, size);
    check_file(data, size);
    return 0;
}
