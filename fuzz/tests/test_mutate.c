/* SPDX-License-Identifier: MIT */
/* The mutator: the same seed gives the same bytes, parts join to the same section, and many
   results are accepted. */
#include "fuzz.h"
#include "mutate.h"
#include "parts.h"
#include "tap.h"

#include <stdlib.h>

const char fuzz_property[] = "mutate";

enum { ROOM = 4096 };

/* The first argument: how many mutations there are of each section. */
static unsigned rounds;

/* Versions 1, 2 and 3, AMD64: one function of 16 bytes at 0x100, rows sp+8 and sp+16 with FP at CFA-16. */
static const uint8_t v1[] = {
    0xe2, 0xde, 1, 1, 3, 0, 0xf8, 0, 1, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 17, 0,
    0,    0,    0, 1, 0, 0, 16,   0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 8, 4, 5, 16, 0xf0,
};
static const uint8_t v2[] = {
    0xe2, 0xde, 2, 1, 3,  0, 0xf8, 0, 1, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 20, 0,  0,    0,
    0,    1,    0, 0, 16, 0, 0,    0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 8, 4, 5,  16, 0xf0,
};
static const uint8_t v3_big[] = {
    0xde, 0xe2, 3, 5, 1, 0, 0, 0, 0, 0,    0, 1, 0, 0,  0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0,
    0,    16,   0, 0, 0, 0, 0, 0, 0, 0xe4, 0, 0, 0, 16, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 8,
};
static const struct {
    const char *name;
    const uint8_t *data;
    size_t size;
} sections[] = {
    { "v1", v1, sizeof v1 },
    { "v2", v2, sizeof v2 },
    { "v3", v3_big, sizeof v3_big },
};

static void check_whole(const char *name, const uint8_t *data, size_t size)
{
    static struct fuzz_parts parts;
    uint8_t out[256];

    OK(fuzz_parts_read(&parts, data, size) && parts.num_funcs == 1, "%s: splits into parts", name);
    OK(fuzz_parts_write(&parts, out, sizeof out) == size && memcmp(out, data, size) == 0,
       "%s: the parts join to the same bytes", name);
    fuzz_parts_repair(&parts);
    OK(fuzz_parts_write(&parts, out, sizeof out) == size && memcmp(out, data, size) == 0,
       "%s: a repair changes nothing", name);
    OK(fuzz_parts_write(&parts, out, size - 1) == 0, "%s: does not fit into too little room", name);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut + (cut == 0));
        if (!exact)
            abort();
        memcpy(exact, data, cut);
        fuzz_parts_read(&parts, exact, cut);
        free(exact);
    }
    OK(!fuzz_parts_read(&parts, data, 27), "%s: less than a header is not a section", name);
}

static void check_mutations(const char *name, const uint8_t *data, size_t size)
{
    const struct fuzz_mutate_input in = { data, v2, size, sizeof v2 };
    static uint8_t a[ROOM], b[ROOM];
    unsigned changed = 0, different = 0, accepted = 0, opened = 0, profiles = 0, longest = 0;

    for (unsigned i = 0; i < rounds; i++) {
        memset(b, 0x5a, sizeof b);
        const size_t len = fuzz_mutate(&in, a, sizeof a, i), again = fuzz_mutate(&in, b, sizeof b, i);
        different += len != again || len == 0 || memcmp(a, b, len) != 0 || b[len] != 0x5a;
        changed += len != size || memcmp(a, data, size) != 0;
        longest += len > 28 + 255 && a[7] == 255;
        const struct fuzz_input taken = fuzz_take(a, len);
        struct sfr_section s;
        accepted += sfr_check(taken.data, taken.size, taken.addr, taken.profiles[0], NULL, NULL).accepted;
        opened += sfr_open(&s, taken.data, taken.size, taken.addr, taken.profiles[0], NULL) == SFR_FAULT_NONE;
        profiles |= 1u << taken.profiles[0];
    }
    IS_U64(different, 0, "%s: the same seed gives the same bytes, and writes none after them", name);
    OK(changed > rounds / 2, "%s: %u of %u are another section", name, changed, rounds);
    OK(accepted > rounds / 20 && accepted < opened && opened < rounds, "%s: %u are accepted, %u can be opened", name,
       accepted, opened);
    OK(longest > 0, "%s: %u have the longest auxiliary header", name, longest);
    IS_U64(profiles, 0x3f, "%s: trailers name every profile", name);
    IS_U64(fuzz_mutate(&in, a, 20, 1), 0, "%s: writes nothing into too little room", name);
}

int main(int argc, char **argv)
{
    static const uint8_t text[64] = "not a section";
    const struct fuzz_mutate_input none = { text, NULL, sizeof text, 0 };
    uint8_t out[ROOM];

    rounds = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        check_whole(sections[i].name, sections[i].data, sections[i].size);
        check_mutations(sections[i].name, sections[i].data, sections[i].size);
    }
    IS_U64(fuzz_mutate(&none, out, sizeof out, 1), 0, "what is not a section is not changed");
    return tap_done();
}
