/* SPDX-License-Identifier: MIT */
/* Compresses and decompresses with libzstd. */
#include <stdlib.h>
#include <zstd.h>

#include "zstd_frames.h"

/* Level 9 takes less than a second. Level 19 makes the corpus a quarter smaller, in half a minute. */
enum { LEVEL = 9 };

/* What is wrong with the frames, or NULL. */
static const char *unpack(ZSTD_DStream *stream, ZSTD_inBuffer in, size_t most, struct sfc_buffer *bytes)
{
    static const char *const too_large = "decompresses to more than a corpus may have";
    char block[1 << 16];
    size_t left = 0;      /* not 0: a frame has not ended */
    bool is_full = false; /* of this frame there may be more to write */
    while (in.pos < in.size || is_full) {
        ZSTD_outBuffer out = { block, sizeof block, 0 };
        left = ZSTD_decompressStream(stream, &out, &in);
        if (ZSTD_isError(left))
            return ZSTD_getErrorName(left);
        if (out.pos > most - bytes->len)
            return too_large;
        sfc_buffer_add(bytes, block, out.pos);
        is_full = out.pos == out.size && left != 0;
    }
    return left != 0 ? "it ends within a frame" : NULL;
}

bool sfc_zstd_unpack(const char *path, const void *packed, size_t len, size_t most, struct sfc_buffer *bytes,
                     struct sfc_error *error)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (!stream)
        sfc_out_of_memory();
    const char *why = unpack(stream, (ZSTD_inBuffer){ packed, len, 0 }, most, bytes);
    ZSTD_freeDStream(stream);
    if (!why)
        return true;
    sfc_buffer_free(bytes);
    return sfc_fail(error, "%s: the archive is damaged: zstd: %s", path, why);
}

bool sfc_zstd_pack(struct sfc_buffer *bytes, struct sfc_error *error)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    const size_t room = ZSTD_compressBound(bytes->len);
    char *packed = sfc_alloc(room, 1);
    if (!context)
        sfc_out_of_memory();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    const size_t len = ZSTD_compress2(context, packed, room, bytes->data, bytes->len);
    ZSTD_freeCCtx(context);
    sfc_buffer_free(bytes);
    if (!ZSTD_isError(len))
        sfc_buffer_add(bytes, packed, len);
    free(packed);
    return !ZSTD_isError(len) || sfc_fail(error, "the archive cannot be compressed: %s", ZSTD_getErrorName(len));
}
