/* SPDX-License-Identifier: MIT */
/* Where results come from: the machine, the day, the files, and what the implementation says of how it was built. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "json.h"
#include "results_writer.h"
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

/* Adds a member, unless it is not known. */
static void add(struct sfc_buffer *b, const char *name, const char *text)
{
    if (text)
        sfc_json_member(b, name, text);
}

static void add_own(struct sfc_buffer *b, const char *name, char *text)
{
    add(b, name, text);
    free(text);
}

void sfc_write_provenance(struct sfc_buffer *b, const struct sfc_run *run)
{
    const struct sfc_config *config = run->config;
    struct utsname system;
    add(b, "commit", config->commit);
    add(b, "compiler", config->compiler);
    add(b, "flags", config->flags);
    add_own(b, "adapter-sha256", hash_file(config->path));
    if (run->is_here)
        add_own(b, "date", date());
    if (run->is_here && uname(&system) == 0) {
        /* The release of a system that somebody built may name its owner. */
        add(b, "machine", system.machine);
        add(b, "system", system.sysname);
        add(b, "host", run->names_host ? system.nodename : NULL);
    }
    add(b, "run-url", run->run_url);
}
