/* SPDX-License-Identifier: MIT */
/*
 * The adapter for the SFrame reader of glibc 2.43 and later, compiled with that reader's unmodified
 * source by ci/real/glibc.sh.
 *
 * The reader answers look-ups only. It takes a pointer to the section and no size, goes by the
 * version byte, and reads sections of its own machine: it does not look at the ABI byte. Registers
 * and memory cannot be given to glibc's stack tracer, which reads those of its own process.
 *
 * A reader that knows no size may go anywhere that a field of 32 bits leads to. All of that is
 * reserved around the section and cannot be read, so that its answer never depends on what else the
 * program has in memory: a read outside is always a SIGSEGV. It is address space alone.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sys/mman.h>

#include "adapter.h"
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

/* ---- A section before memory that cannot be read ----------------------------------------------- */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAVE_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

/* A section's start may be aligned, as in a program. Then less than this many bytes can be read after its end. */
#ifndef SECTION_ALIGNMENT
#define SECTION_ALIGNMENT 1
#endif
#define GIB ((size_t)1 << 30)
enum { FILL = 0xa5 };
/* Before: a length of 32 bits, taken as negative, and the section. After: 2^31 functions of 20 bytes, an offset of 32
   bits, and rows. */
static const size_t before = 4 * GIB, after = 48 * GIB;

/* A section and a second one, for sequences. */
static struct opened {
    unsigned char *reserved; /* around the section; NULL: nothing is */
    size_t used;             /* of the pages that can be read, at the end of `before` */
    struct glibc_section *section;
    uint64_t addr;
} opened[2];

/* A copy of the section; NULL if there is no room for it. */
static const unsigned char *place_section(struct opened *o, const unsigned char *bytes, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t behind = (SECTION_ALIGNMENT - size % SECTION_ALIGNMENT) % SECTION_ALIGNMENT;
    if (size > before / 2)
        return NULL;
    void *reserved = mmap(NULL, before + after, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED)
        return NULL;
    o->reserved = reserved;
    o->used = ((size + behind) / page + 1) * page;
    unsigned char *end = o->reserved + before, *start = end - o->used, *section = end - behind - size;
    if (mprotect(start, o->used, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    memset(start, FILL, o->used);
    memcpy(section, bytes, size);
    if (mprotect(start, o->used, PROT_READ) != 0)
        return NULL;
    ASAN_POISON_MEMORY_REGION(start, (size_t)(section - start));
    ASAN_POISON_MEMORY_REGION(section + size, behind);
    return section;
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* Opens one; SFA_ACCEPT if glibc took it. */
static enum sfa_status open_one(struct opened *o, const unsigned char *bytes, size_t size, uint64_t addr,
                                struct sfa_answer *answer)
{
    /* What is empty is nowhere in memory. */
    const unsigned char *placed = size > 0 ? place_section(o, bytes, size) : NULL;
    if (size > 0 && !placed)
        return sfa_say(answer, SFA_LIMIT, "there is no address space for the section");
    o->addr = addr;
    o->section = glibc_open(placed);
    return o->section ? SFA_ACCEPT : sfa_say(answer, SFA_REJECT, "__sframe_decode: an error");
}

static void close_all(void)
{
    for (struct opened *o = opened; o < opened + 2; o++) {
        glibc_close(o->section);
        if (o->reserved) {
            ASAN_UNPOISON_MEMORY_REGION(o->reserved + before - o->used, o->used);
            munmap(o->reserved, before + after);
        }
        *o = (struct opened){ 0 };
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
    return sfa_main(&adapter);
}
