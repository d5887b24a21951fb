/* SPDX-License-Identifier: MIT */
/* A program that was built without libzstd. */
#include "zstd_frames.h"

bool sfc_zstd_unpack(const char *path, const void *packed, size_t len, size_t most, struct sfc_buffer *bytes,
                     struct sfc_error *error)
{
    (void)packed;
    (void)len;
    (void)most;
    (void)bytes;
    return sfc_fail(error, "%s: this program was built without libzstd; unpack it with 'zstd -d', and name the .tar",
                    path);
}

bool sfc_zstd_pack(struct sfc_buffer *bytes, struct sfc_error *error)
{
    (void)bytes;
    return sfc_fail(error, "this program was built without libzstd; make a .tar, and compress it with 'zstd'");
}
