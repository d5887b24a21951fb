/* SPDX-License-Identifier: MIT */
/* Where results come from: the machine, the day, the files, and what the implementation says of how it was built. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "results_of_run.h"
#include "sha256.h"

enum { MAX_ADAPTER_FILE = 1 << 20 };
/* 9999-12-31T23:59:59Z */
#define LAST_SECOND UINT64_C(253402300799)

/* SOURCE_DATE_EPOCH, or now, as "2026-11-26T10:48:00Z". */
static char *date(void)
{
    char text[sizeof "2026-11-26T10:48:00Z"];
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm tm;
    const bool is_set = epoch && sfc_parse_decimal(epoch, strlen(epoch), LAST_SECOND, &seconds);
    const time_t when = is_set ? (time_t)seconds : time(NULL);
    return gmtime_r(&when, &tm) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm) > 0 ? sfc_copy_string(text)
                                                                                              : NULL;
}

/* The file itself, not those that it includes. */
static char *hash_file(const char *path)
{
    char text[SFR_SHA256_TEXT];
    struct sfc_error error;
    size_t len;
    char *content = sfc_read_file(path, MAX_ADAPTER_FILE, &len, &error);
    if (!content)
        return NULL;
    sfr_sha256(content, len, text);
    free(content);
    return sfc_copy_string(text);
}

static const char *keep(struct sfc_results *results, char *text)
{
    return text ? sfc_results_keep(results, text) : NULL;
}

void sfc_results_take_provenance(struct sfc_results *results, const struct sfc_run *run)
{
    struct sfc_provenance *p = &results->provenance;
    const struct sfc_config *config = run->config;
    struct utsname system;
    *p = (struct sfc_provenance){ .commit = sfc_results_clean(results, config->commit),
                                  .compiler = sfc_results_clean(results, config->compiler),
                                  .flags = sfc_results_clean(results, config->flags),
                                  .run_url = run->run_url };
    p->adapter_sha256 = keep(results, hash_file(config->path));
    if (!run->is_here)
        return;
    p->date = keep(results, date());
    if (uname(&system) != 0)
        return;
    /* The release of a system that somebody built may name its owner. */
    p->machine = keep(results, sfc_copy_string(system.machine));
    p->system = keep(results, sfc_copy_string(system.sysname));
    p->host = run->names_host ? keep(results, sfc_copy_string(system.nodename)) : NULL;
}
