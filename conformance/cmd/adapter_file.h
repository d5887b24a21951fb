/* SPDX-License-Identifier: MIT */
/* adapter_file.h - what the commands that ask an implementation share: its adapter file and the limit of
   time. */
#ifndef SFC_ADAPTER_FILE_H
#define SFC_ADAPTER_FILE_H

#include "command.h"
#include "config.h"

#define SFC_ADAPTER_OPTION(id)                                                                  \
    {                                                                                           \
        "adapter", "FILE",                                                                      \
            "the adapter file, which describes how to run the implementation, or the name of\n" \
            "one that came with this program (default: sframe-ref)",                            \
            id                                                                                  \
    }
#define SFC_LIMIT_OPTION(id)                                                                                 \
    {                                                                                                        \
        "limit-seconds", "S", "time for one answer (default: that of the adapter file, else worked out)", id \
    }

bool sfc_take_limit(uint64_t *seconds, const char *value);

/* Reads the adapter file that `name` (NULL: the default) stands for. Returns -1, or an exit status
   and *error; *is_absent if the implementation is not installed or has another version. */
int sfc_adapter_read(const char *name, const struct sfc_stop_pipe *stop, struct sfc_config *config, bool *is_absent,
                     struct sfc_error *error);

#endif
