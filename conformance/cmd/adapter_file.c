/* SPDX-License-Identifier: MIT */
/* Finds and reads an adapter file. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "adapter_file.h"
#include "releases.h"
#include "run.h"
#include "work_folder.h"

bool sfc_take_limit(uint64_t *seconds, const char *value)
{
    return (sfc_parse_decimal(value, strlen(value), 3600, seconds) && *seconds > 0)
           || sfc_complain("--limit-seconds takes a number from 1 to 3600") == 0;
}

int sfc_adapter_read(const char *name, const struct sfc_stop_pipe *stop, struct sfc_config *config, bool *is_absent,
                     struct sfc_error *error)
{
    enum sfc_release release;
    /* Where no adapter can run, none is broken. */
    char *folder = sfc_work_folder_make(error);
    *is_absent = false;
    if (!folder)
        return SFC_STATUS_ERROR;
    sfc_work_folder_remove(folder);
    char *path = sfc_adapter_path(name ? name : "sframe-ref", stop->read_fd, &release, error);
    const struct sfc_grant grant = { .stop_fd = stop->read_fd };
    const bool stopped = !path && sfc_is_stopped(&grant);
    if (stopped)
        sfc_fail(error, "interrupted");
    *is_absent = !stopped && !path && (release == SFC_RELEASE_OTHER || release == SFC_RELEASE_MISSING);
    if (!path)
        return stopped                               ? 128 + SIGINT
               : release == SFC_RELEASE_UNKNOWN_NAME ? SFC_STATUS_ERROR
               : release == SFC_RELEASE_OTHER        ? SFC_STATUS_NOTHING
                                                     : SFC_STATUS_BROKEN;
    const bool read = sfc_config_read(config, path, error);
    free(path);
    return read ? -1 : SFC_STATUS_ERROR;
}
