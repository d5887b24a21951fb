/* SPDX-License-Identifier: MIT */
/*
 * sframe-conform-host OBJECT: a framed adapter that passes the runner's questions to a shared
 * object.
 *
 * A rejection after an allocation that failed is none: the reader asked for more memory than there is.
 *
 * It asks each question twice. Each section is read-only between two unreadable pages, first at the
 * end of its memory, then at the start. An access outside of the section crashes the program, and
 * the two answers must be the same.
 */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <sys/mman.h>

#include "adapter.h"

/* ---- Memory that could not be had ------------------------------------------------------------- */

static size_t num_failed;

/* A sanitizer has a malloc of its own, and musl does not export its own one. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER
#endif
#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *start, size_t size);

static void *noted(void *start, bool may_be_null)
{
    num_failed += !start && !may_be_null;
    return start;
}

void *malloc(size_t size)
{
    return noted(__libc_malloc(size), size == 0);
}

void *calloc(size_t count, size_t size)
{
    return noted(__libc_calloc(count, size), count == 0 || size == 0);
}

void *realloc(void *start, size_t size)
{
    return noted(__libc_realloc(start, size), size == 0);
}
#endif

/* ---- Sections between unreadable pages --------------------------------------------------------- */

/* Readable bytes between two unreadable pages. */
struct region {
    unsigned char *base; /* the first unreadable page */
    size_t page, size;   /* size: of the readable part, a multiple of page */
};

struct host {
    const struct sfa_adapter *object;
    struct region region, second; /* of the body, and of a second section */
};

static void free_region(struct region *r)
{
    if (r->base)
        munmap(r->base, r->size + 2 * r->page);
    r->base = NULL;
}

static bool make_region(struct region *r, size_t wanted)
{
    r->page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size = (wanted / r->page + 1) * r->page;
    /* One that is larger costs more with every question, as all of it is filled. */
    if (r->base && r->size == size)
        return true;
    free_region(r);
    void *base = mmap(NULL, size + 2 * r->page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return false;
    r->base = base;
    r->size = size;
    return true;
}

/* Puts the bytes at one end of the region, read-only. A pattern fills the rest. */
static const unsigned char *place(const struct region *r, const unsigned char *bytes, size_t size, bool at_end)
{
    unsigned char *start = r->base + r->page, *at = at_end ? start + r->size - size : start;
    if (mprotect(start, r->size, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    memset(start, at_end ? 0xa5 : 0x5a, r->size);
    if (size > 0)
        memcpy(at, bytes, size);
    return mprotect(start, r->size, PROT_READ) == 0 ? at : NULL;
}

static bool same_answers(enum sfa_status a, const struct sfa_answer *x, enum sfa_status b, const struct sfa_answer *y)
{
    if (a != b || strcmp(x->fault_class, y->fault_class) != 0 || strcmp(x->at, y->at) != 0
        || x->has_range != y->has_range
        || (x->has_range && (x->range_start != y->range_start || x->range_end != y->range_end)))
        return false;
    return a != SFA_ACCEPT || (x->len == y->len && (x->len == 0 || memcmp(x->text, y->text, x->len) == 0));
}

static enum sfa_status ask_at(const struct host *h, const struct sfa_request *request, bool at_end,
                              struct sfa_answer *answer)
{
    struct sfa_request placed = *request;
    placed.body = place(&h->region, request->body, request->size, at_end);
    if (request->second)
        placed.second = place(&h->second, request->second, request->second_size, at_end);
    if (!placed.body || !placed.second != !request->second)
        return sfa_say(answer, SFA_LIMIT, "the host cannot place the section");
    const size_t before = num_failed;
    const enum sfa_status status = h->object->answer(h->object->ctx, &placed, answer);
    return status == SFA_REJECT && num_failed > before ? sfa_say(answer, SFA_LIMIT, "rejects: an allocation failed")
                                                       : status;
}

static enum sfa_status ask_twice(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    struct host *h = ctx;
    struct sfa_answer again = { .text = NULL };
    if (!make_region(&h->region, request->size) || (request->second && !make_region(&h->second, request->second_size)))
        return sfa_say(answer, SFA_LIMIT, "the host has no memory for the section");
    enum sfa_status status = ask_at(h, request, true, answer);
    const enum sfa_status other = ask_at(h, request, false, &again);
    if (!same_answers(status, answer, other, &again))
        status = sfa_say(answer, SFA_UNSTABLE, "two answers, depending on the bytes around the section");
    free(again.text);
    return status;
}

/* Exit statuses before the hello; 69: the implementation is not installed (PROTOCOL.md). */
enum { NOT_INSTALLED = 69, BROKEN_OBJECT = 70 };

/* An object of an older version has a shorter struct. */
static struct sfa_adapter copy_of(const struct sfa_adapter *a, const size_t *size)
{
    struct sfa_adapter copy;
    const size_t least = offsetof(struct sfa_adapter, needs), own = size ? *size : least;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, a, own < sizeof copy ? own : sizeof copy);
    return copy;
}

/* On failure NULL and *status. A missing object or library is not installed; one that cannot be
   loaded is broken. */
static const struct sfa_adapter *load(const char *path, const size_t **size, int *status)
{
    const struct sfa_adapter *(*get)(void) = NULL;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = object ? dlsym(object, "sfa_adapter_1") : NULL;
    if (!symbol) {
        const char *why = dlerror();
        fprintf(stderr, "sframe-conform-host: %s\n", why ? why : "sfa_adapter_1 is null");
        *status = !object && why && strstr(why, "No such file or directory") ? NOT_INSTALLED : BROKEN_OBJECT;
        return NULL;
    }
    memcpy(&get, &symbol, sizeof get);
    *size = dlsym(object, "sfa_adapter_size");
    return get();
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: sframe-conform-host OBJECT\nAnswers the runner's questions with the shared object OBJECT; the "
              "runner starts it (rung: in-process).\n",
              stderr);
        return 64;
    }
    int broken = BROKEN_OBJECT;
    const size_t *size = NULL;
    struct host h = { .object = load(argv[1], &size, &broken) };
    if (!h.object)
        return broken;
    struct sfa_adapter adapter = copy_of(h.object, size);
    adapter.answer = ask_twice;
    adapter.ctx = &h;
    const int status = sfa_main(&adapter);
    free_region(&h.region);
    free_region(&h.second);
    return status;
}
