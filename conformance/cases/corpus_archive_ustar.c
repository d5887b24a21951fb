/* SPDX-License-Identifier: MIT */
/* Reads a bare tar of the kind ustar (POSIX.1-1988), which is what sfc_archive_make() writes, without libarchive. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "corpus_archive.h"

enum { BLOCK = 512 };

/* The header of a member. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], sum[8], type, linked[100], magic[6], version[2],
        uname[32], gname[32], major[8], minor[8], prefix[155], rest[12];
};

/* An octal number, which ends with a space or a NUL; -1: it is none. */
static int64_t read_octal(const char *digits, size_t len)
{
    int64_t value = 0;
    size_t i = 0;
    for (; i < len && digits[i] >= '0' && digits[i] <= '7'; i++)
        value = value * 8 + (digits[i] - '0');
    return i == 0 || (i < len && digits[i] != ' ' && digits[i] != '\0') ? -1 : value;
}

/* The sum of all bytes of the header, its own counted as spaces. */
static bool has_right_sum(const uint8_t block[BLOCK], const struct header *h)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < BLOCK; i++)
        sum += i >= offsetof(struct header, sum) && i < offsetof(struct header, type) ? ' ' : block[i];
    return sum == read_octal(h->sum, sizeof h->sum);
}

static bool is_zero(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static const char *find_wrong_kind(char type)
{
    return type == '0' || type == '\0' ? NULL
           : type == '1'               ? "is a link to another member"
           : type == '2'               ? "is a symbolic link"
                                       : "is neither a file nor a folder";
}

/* Takes the member at r->at and moves there the place of the next one. */
static bool take_member(struct sfc_archive_reader *r, const uint8_t *bytes, size_t len)
{
    struct header h;
    char name[sizeof h.prefix + sizeof h.name + 2];
    const uint8_t *block = bytes + r->at;
    memcpy(&h, block, sizeof h);
    if (memcmp(h.magic, "ustar", sizeof h.magic) != 0 || !has_right_sum(block, &h))
        return sfc_archive_refuse(r, "the archive is damaged, or is no bare ustar; this program was built without "
                                     "libarchive and reads no other kind");
    snprintf(name, sizeof name, "%.*s%s%.*s", (int)sizeof h.prefix, h.prefix, h.prefix[0] ? "/" : "",
             (int)sizeof h.name, h.name);
    r->name = name;
    const int64_t size = read_octal(h.size, sizeof h.size);
    const size_t left = len - (size_t)r->at - BLOCK;
    const bool is_folder = h.type == '5';
    struct sfc_member *member = is_folder ? NULL : sfc_archive_add(r, find_wrong_kind(h.type), size);
    if (is_folder ? !sfc_archive_pass_folder(r) : !member)
        return false;
    if (member && member->len > left)
        return sfc_archive_refuse(r, "ends before its size");
    if (member)
        memcpy(member->bytes, block + BLOCK, member->len);
    r->name = NULL;
    r->at += BLOCK + (is_folder ? 0 : ((uint64_t)size + BLOCK - 1) / BLOCK * BLOCK);
    return true;
}

bool sfc_archive_read_ustar(struct sfc_archive *archive, const char *path, const uint8_t *bytes, size_t len,
                            struct sfc_error *error)
{
    struct sfc_archive_reader r = { .into = archive, .path = path, .error = error };
    bool good = true, ended = false;
    *archive = (struct sfc_archive){ 0 };
    while (good && !ended) {
        if (r.at > len || len - r.at < BLOCK)
            good = sfc_archive_refuse(&r, "the archive is damaged, or is none: it ends without a block of zeros");
        else if (is_zero(bytes + r.at, BLOCK))
            ended = true;
        else
            good = take_member(&r, bytes, len);
    }
    good = good && sfc_archive_end(&r);
    if (!good)
        sfc_archive_free(archive);
    return good;
}
