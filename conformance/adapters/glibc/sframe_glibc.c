/* SPDX-License-Identifier: MIT */
/*
 * The adapter for the SFrame reader of glibc 2.43 and later, compiled with that reader's unmodified
 * source by ci/real/glibc.sh.
 *
 * The reader answers look-ups only. It takes a pointer to the section and no size, goes by the
 * version byte, and reads sections of its own machine: it does not look at the ABI byte. Registers
 * and memory cannot be given to glibc's stack tracer, which reads those of its own process.
 */
#define _GNU_SOURCE
#include <inttypes.h>

#include "adapter.h"
#include "place.h"
#include "reader.h"

#if defined(__x86_64__)
#define OWN_ABI "amd64"
#elif defined(__aarch64__)
#define OWN_ABI "aarch64"
#else
#error "glibc has no SFrame reader for this machine"
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER "little"
#else
#define OWN_ORDER "big"
#endif

/* A section and a second one, for sequences. */
static struct opened {
    struct place place;
    struct glibc_section *section;
    uint64_t addr;
} opened[2];

/* Opens one; SFA_ACCEPT if glibc took it. */
static enum sfa_status open_one(struct opened *o, const unsigned char *bytes, size_t size, uint64_t addr,
                                struct sfa_answer *answer)
{
    /* What is empty is nowhere in memory. */
    const unsigned char *placed = size > 0 ? place_section(&o->place, bytes, size) : NULL;
    if (size > 0 && !placed)
        return sfa_say(answer, SFA_LIMIT, "there is no address space for the section");
    o->addr = addr;
    o->section = glibc_open(placed);
    return o->section ? SFA_ACCEPT : sfa_say(answer, SFA_REJECT, "__sframe_decode: an error");
}

static void close_all(void)
{
    for (unsigned i = 0; i < 2; i++) {
        glibc_close(opened[i].section);
        opened[i].section = NULL;
        place_clear(&opened[i].place);
    }
}

/* One line. False if glibc gives up: then there is none. */
static bool put_line(const struct opened *o, uint64_t pc, struct sfa_answer *answer)
{
    struct glibc_row row;
    const enum glibc_answer found = glibc_find(o->section, pc - o->addr, &row);
    if (found == GLIBC_GIVE_UP)
        return false;
    sfa_printf(answer, "pc 0x%" PRIx64, pc);
    if (found == GLIBC_NONE) {
        sfa_printf(answer, " none\n");
        return true;
    }
    sfa_printf(answer, " fde=? fre=? cfa=%s%+" PRId32 " ra=*(cfa%+" PRId32 ")", row.from_sp ? "sp" : "fp", row.cfa,
               row.ra);
    if (row.has_fp)
        sfa_printf(answer, " fp=*(cfa%+" PRId32 ")\n", row.fp);
    else
        sfa_printf(answer, " fp=same\n");
    return true;
}

static enum sfa_status look_up(const struct sfa_request *request, struct sfa_answer *answer)
{
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const uint64_t pc = request->pcs[i];
        if (put_line(&opened[request->in_second[i]], pc, answer))
            continue;
        if (request->op == SFA_LOOKUP)
            return sfa_say(answer, SFA_REJECT, "the row of 0x%" PRIx64 " has no offset for CFA or RA", pc);
        sfa_printf(answer, "pc 0x%" PRIx64 " reject\n", pc);
    }
    return SFA_ACCEPT;
}

static enum sfa_status answer_case(void *unused, const struct sfa_request *request, struct sfa_answer *answer)
{
    (void)unused;
    enum sfa_status status = open_one(&opened[0], request->body, request->size, request->addr, answer);
    if (status == SFA_ACCEPT && request->second)
        status = open_one(&opened[1], request->second, request->second_size, request->second_addr, answer);
    if (status == SFA_ACCEPT)
        status = look_up(request, answer);
    close_all();
    return status;
}

int main(void)
{
    static const struct sfa_adapter adapter = {
        .name = "glibc",
        .version = VERSION,
        .profiles = "v2 v2e1",
        .abis = OWN_ABI,
        .orders = OWN_ORDER,
        .ops = "lookup sequence",
        .unobservable = "pc.fde pc.fre",
        .without_size = true,
        .answer = answer_case,
        .needs = "sorted", /* it finds nothing in other sections */
    };
    const int status = sfa_main(&adapter);
    for (unsigned i = 0; i < 2; i++)
        place_free(&opened[i].place);
    return status;
}
