/* SPDX-License-Identifier: MIT */
/* The random half of sframe-conform produce: random functions instead of the cases. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "hunt.h"
#include "produce_random.h"
#include "stop.h"

static bool take_number(const char *text, const char *option, uint64_t least, uint64_t most, uint64_t *value)
{
    char message[128];
    if (!text || (sfc_parse_decimal(text, strlen(text), most, value) && *value >= least))
        return true;
    snprintf(message, sizeof message, "%s takes a number from %" PRIu64 " to %" PRIu64, option, least, most);
    sfc_complain(message);
    return false;
}

static bool take_numbers(const struct sfc_produce_random *r, struct sfc_hunt *h)
{
    enum { MAX_JOBS = 64 };
    const uint64_t most = (uint64_t)1 << 40;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t jobs = processors > 0 && processors <= MAX_JOBS ? (uint64_t)processors : 1;
    const bool good =
        take_number(r->count, "--random", 1, most, &h->count) && take_number(r->seed, "--seed", 0, UINT64_MAX, &h->seed)
        && take_number(r->from, "--from", 0, most, &h->from) && take_number(r->jobs, "-j", 1, MAX_JOBS, &jobs);
    h->jobs = (unsigned)jobs;
    return good;
}

/* One file for each new cause, as a producer case. */
static bool keep_cases(const struct sfc_hunt *h, const char *folder, const char *command, struct sfc_error *error)
{
    size_t number = 0;
    bool good = true;
    for (size_t i = 0; i < h->causes.count && good; i++) {
        const struct sfc_cause *c = &h->causes.all[i];
        struct sfc_buffer text = { 0 };
        if (c->known)
            continue;
        char *path = sfc_format("%s/random-%03zu.s", folder, ++number);
        sfc_hunt_case(&text, h, c, command);
        good = sfc_write_file(path, text.data, text.len, error);
        sfc_buffer_free(&text);
        free(path);
    }
    return good;
}

/* New finds count more than a stale list, and that more than finds that could not be repeated. */
static int status_of(const struct sfc_hunt *h)
{
    struct sfc_hunt_sum sums[SFC_NUM_FIND_STANDINGS];
    sfc_hunt_sums(h, sums);
    if (sums[SFC_FIND_NEW].finds > 0)
        return SFC_STATUS_FAILS;
    for (size_t i = 0; i < h->known.count; i++)
        if (h->known.all[i].is_stale)
            return SFC_STATUS_STALE;
    return sums[SFC_FIND_UNSURE].finds > 0 ? SFC_STATUS_UNSURE
           : h->num_tried == 0             ? SFC_STATUS_NOTHING
                                           : SFC_STATUS_CONFORMS;
}

static bool keep_results(const struct sfc_produce_random *r, const struct sfc_hunt *h, struct sfc_error *error)
{
    struct sfc_buffer text = { 0 };
    sfc_hunt_results(&text, h, r->again);
    const bool good = sfc_write_file(r->results, text.data, text.len, error);
    sfc_buffer_free(&text);
    return good;
}

static int finish(const struct sfc_produce_random *r, const struct sfc_hunt *h)
{
    struct sfc_error error = { "" };
    sfc_hunt_print(stdout, h, r->again);
    const bool kept =
        (!r->keep || keep_cases(h, r->keep, r->again, &error)) && (!r->results || keep_results(r, h, &error));
    return kept ? status_of(h) : sfc_complain(error.text);
}

static int hunt(const struct sfc_produce_random *r, struct sfc_hunt *h)
{
    struct sfc_error error = { "" };
    bool is_plain_right = false;
    if (r->known && !sfc_known_causes_read(&h->known, h->target, r->known, &error))
        return sfc_complain(error.text);
    if (!sfc_hunt_begin(h, &is_plain_right, &error) && !h->was_stopped)
        return sfc_complain(error.text);
    if (!is_plain_right) {
        sfc_causes_finish(&h->causes, h->target, &h->known);
        h->next = h->from;
        if (!h->was_stopped)
            printf("a plain function is not right: no random one was tried\n");
        return finish(r, h);
    }
    const bool good = sfc_hunt_run(h, &error);
    const int status = finish(r, h);
    return good ? status : sfc_complain(error.text);
}

int sfc_produce_random(const struct sfc_produce_random *r)
{
    struct sfc_stop_pipe stop;
    struct sfc_hunt h = { .target = sfc_target_of(r->abi), .as = r->as, .path = r->path, .seed = 1 };
    if (!take_numbers(r, &h))
        return SFC_STATUS_USAGE;
    if (!sfc_stop_catch(&stop))
        return SFC_STATUS_ERROR;
    h.stop = &stop.read_fd;
    h.shows_progress = isatty(STDERR_FILENO) == 1;
    const int status = hunt(r, &h);
    sfc_hunt_free(&h);
    return status;
}
