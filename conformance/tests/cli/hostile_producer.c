/* SPDX-License-Identifier: MIT */
/*
 * Judges damaged copies of ELF files: cut short, with flipped bits, with bytes of other places.
 * None may crash. Most of the damage is in the headers, the call frame information and the SFrame
 * data, which are a small part of a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

enum { MAX_FILE = 1 << 20, MAX_PARTS = 64, EHDR_SIZE = 64, SHDR_SIZE = 64, PHDR_SIZE = 56 };

/* The parts of a file that the judge reads: [start, start + size). */
struct parts {
    struct {
        size_t start, size;
    } all[MAX_PARTS];
    size_t count;
};

/* The counts of the file are the sums of its functions, and each range that is not equal has a
   reason. */
static void check_counts(const struct sfc_producer *p)
{
    uint64_t of_functions[SFC_NUM_AGREEMENTS] = { 0 }, reasons = 0;
    for (size_t i = 0; i < p->num_results; i++)
        for (unsigned k = 0; k < SFC_NUM_AGREEMENTS; k++)
            of_functions[k] += p->results[i].ranges[k];
    for (unsigned i = 0; i < SFC_NUM_REASONS; i++)
        reasons += p->reasons[i];
    bool good = reasons == p->ranges[SFC_AGREE_WEAKER] + p->ranges[SFC_AGREE_UNCOMPARED]
                && p->num_wrong <= p->ranges[SFC_AGREE_WRONG];
    for (unsigned k = 0; k < SFC_NUM_AGREEMENTS; k++)
        good = good && of_functions[k] == p->ranges[k];
    for (size_t i = 0; i < p->num_wrong; i++)
        good = good && p->wrong[i].differs != 0 && p->wrong[i].start < p->wrong[i].end;
    if (!good) {
        fprintf(stderr, "the counts of a damaged file contradict each other\n");
        abort();
    }
}

/* Judges everything and reports all of it, so that all code sees damaged data. */
static void judge(const char *bytes, size_t size, unsigned long counts[3])
{
    /* An allocation of exactly this size, so that tools detect an overrun. */
    char *copy = sfc_alloc(size, 1);
    struct sfc_producer p;
    struct sfc_buffer b = { 0 };
    if (size > 0)
        memcpy(copy, bytes, size);
    sfc_producer_judge_bytes(&p, "hostile", copy, size, SFR_PROFILE_AUTO, false);
    check_counts(&p);
    p.shows_rows = true;
    sfc_producer_json(&b, &p);
    counts[p.state]++;
    sfc_buffer_free(&b);
    sfc_producer_free(&p);
}

static uint32_t next(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

static void add_part(struct parts *parts, uint64_t start, uint64_t size, size_t file_size)
{
    if (parts->count == MAX_PARTS || size == 0 || start > file_size || size > file_size - start)
        return;
    parts->all[parts->count].start = (size_t)start;
    parts->all[parts->count++].size = (size_t)size;
}

static void find_parts(struct parts *parts, const char *bytes, size_t size)
{
    struct sfr_elf elf;
    struct sfc_image image;
    parts->count = 0;
    if (sfr_elf_open(&elf, bytes, size, SFR_ELF_AUTO, 0, NULL) != SFR_ELF_OK)
        return;
    sfc_image_open(&image, &elf);
    add_part(parts, 0, EHDR_SIZE, size);
    add_part(parts, elf.tables.shoff, (uint64_t)elf.tables.num_sections * SHDR_SIZE, size);
    add_part(parts, elf.tables.phoff, (uint64_t)elf.tables.num_segments * PHDR_SIZE, size);
    for (uint32_t i = 1; i < image.num_sections; i++)
        if (strstr(image.sections[i].name, "frame") || strstr(image.sections[i].name, "sym"))
            add_part(parts, image.sections[i].h.sh_offset, image.sections[i].h.sh_size, size);
    if (image.num_sections == 0) {
        struct sfc_cfi_section found;
        bool doubt;
        for (uint32_t i = 0; i < image.num_segments; i++)
            if (image.segments[i].p_type >= 0x6474e550)
                add_part(parts, image.segments[i].p_offset, image.segments[i].p_filesz, size);
        if (sfc_image_eh_frame(&image, &found, &doubt, NULL) && found.size > 0)
            add_part(parts, (uint64_t)(found.data - elf.tables.image), found.size, size);
    }
    sfc_image_close(&image);
    sfr_elf_close(&elf);
}

/* Anywhere, or three times of four in one of the parts. */
static size_t choose_place(const struct parts *parts, size_t size, uint32_t *state)
{
    if (parts->count == 0 || next(state) % 4 == 0)
        return next(state) % size;
    const size_t part = next(state) % parts->count;
    return parts->all[part].start + next(state) % parts->all[part].size;
}

static void damage(char *bytes, size_t size, const struct parts *parts, uint32_t *state)
{
    const unsigned times = 1 + next(state) % 4;
    for (unsigned i = 0; i < times; i++) {
        const size_t at = choose_place(parts, size, state);
        switch (next(state) % 4) {
        case 0: bytes[at] = (char)((unsigned char)bytes[at] ^ (1u << next(state) % 8)); break;
        case 1: bytes[at] = (char)next(state); break;
        case 2: bytes[at] = (char)0xff; break;
        default: bytes[at] = bytes[choose_place(parts, size, state)]; break;
        }
    }
}

static void run_flips(const char *bytes, size_t size, unsigned rounds, unsigned long counts[3])
{
    uint32_t state = (uint32_t)size;
    struct parts parts;
    char *copy = sfc_copy_text(bytes, size);
    find_parts(&parts, bytes, size);
    for (unsigned i = 0; i < rounds; i++) {
        memcpy(copy, bytes, size);
        damage(copy, size, &parts, &state);
        judge(copy, size, counts);
    }
    free(copy);
}

int main(int argc, char **argv)
{
    const unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned long counts[3] = { 0, 0, 0 };
    for (int i = 2; i < argc; i++) {
        struct sfc_error error;
        size_t size;
        char *bytes = sfc_read_file(argv[i], MAX_FILE, &size, &error);
        if (!bytes || size == 0 || rounds == 0) {
            fprintf(stderr, "%s\n", bytes ? "nothing to do" : error.text);
            return 1;
        }
        const size_t step = size / rounds + 1;
        for (size_t n = 0; n < size; n += step)
            judge(bytes, n, counts);
        run_flips(bytes, size, rounds, counts);
        free(bytes);
    }
    printf("judged %lu unreadable %lu without-sframe %lu\n", counts[0], counts[1], counts[2]);
    return 0;
}
