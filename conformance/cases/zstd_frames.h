/* SPDX-License-Identifier: MIT */
/* zstd_frames.h - bytes that zstd compressed. Without libzstd both functions fail, and say how to do it by hand. */
#ifndef SFC_ZSTD_FRAMES_H
#define SFC_ZSTD_FRAMES_H

#include "text.h"

bool sfc_is_zstd(const void *bytes, size_t len);

/* The bytes of all frames, at most `most`. `path` is for messages. Nothing stays allocated on failure. */
bool sfc_zstd_unpack(const char *path, const void *packed, size_t len, size_t most, struct sfc_buffer *bytes,
                     struct sfc_error *error);

/* Replaces bytes by one frame of them, with a checksum. */
bool sfc_zstd_pack(struct sfc_buffer *bytes, struct sfc_error *error);

#endif
