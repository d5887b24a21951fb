/* SPDX-License-Identifier: MIT */
/* Reads and writes tar files of the kind ustar (POSIX.1-1988). What GNU tar writes by itself is read, too, while names
   are short: it has no prefix, and other bytes there. */
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

/* What is wrong with a member, or NULL. */
static const char *find_wrong_kind(char type)
{
    return type == '0' || type == '\0' ? NULL
           : type == '1'               ? "is a link to another member"
           : type == '2'               ? "is a symbolic link"
                                       : "is neither a file nor a folder";
}

/* Is what follows about the next member? Extensions have a letter: a long name of GNU tar, a header of pax. */
static bool is_extension(char type)
{
    return (type >= 'A' && type <= 'Z') || (type >= 'a' && type <= 'z');
}

/* Takes the member at r->at and moves there the place of the next one. */
static bool take_member(struct sfc_archive_reader *r, const uint8_t *bytes, size_t len)
{
    struct header h;
    char name[sizeof h.prefix + sizeof h.name + 2];
    const uint8_t *block = bytes + r->at;
    memcpy(&h, block, sizeof h);
    const bool is_gnu = memcmp(h.magic, "ustar  ", sizeof h.magic + sizeof h.version) == 0;
    if ((!is_gnu && memcmp(h.magic, "ustar", sizeof h.magic) != 0) || !has_right_sum(block, &h))
        return sfc_archive_refuse(r, "the archive is damaged or is none: a header is not that of a tar");
    const bool has_prefix = !is_gnu && h.prefix[0];
    snprintf(name, sizeof name, "%.*s%s%.*s", has_prefix ? (int)sizeof h.prefix : 0, h.prefix, has_prefix ? "/" : "",
             (int)sizeof h.name, h.name);
    r->name = name;
    const int64_t size = read_octal(h.size, sizeof h.size);
    if (size < 0 || is_extension(h.type))
        return sfc_archive_refuse(r, size < 0 ? "the size is no octal number"
                                              : "is of another kind of tar; make it with 'tar --format=ustar'");
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
            good = sfc_archive_refuse(&r, "the archive is damaged or is none: it ends without a block of zeros");
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

/* ---- Writing ------------------------------------------------------------------ */

/* Where a name is split into prefix and name; NULL if that is not possible. */
static const char *split(const char *name)
{
    const size_t len = strlen(name), most = sizeof((struct header *)0)->name;
    if (len <= most)
        return name;
    const char *slash = strchr(name + (len - most - 1), '/');
    return slash && (size_t)(slash - name) <= sizeof((struct header *)0)->prefix ? slash + 1 : NULL;
}

static void put_octal(char *field, size_t digits, uint64_t value)
{
    for (size_t i = digits; i > 0; value >>= 3)
        field[--i] = (char)('0' + (value & 7));
}

/* The modification time is 1970, and user and group are 0 without names. */
static bool put_header(uint8_t block[BLOCK], const char *name, size_t size)
{
    struct header h = { .type = '0', .magic = "ustar", .version = { '0', '0' }, .sum = "       " };
    const char *last = split(name);
    int64_t sum = ' '; /* the eighth of its own */
    if (!last)
        return false;
    memcpy(h.name, last, strlen(last));
    memcpy(h.prefix, name, last > name ? (size_t)(last - name) - 1 : 0);
    put_octal(h.mode, sizeof h.mode - 1, 0644);
    put_octal(h.uid, sizeof h.uid - 1, 0);
    put_octal(h.gid, sizeof h.gid - 1, 0);
    put_octal(h.size, sizeof h.size - 1, size);
    put_octal(h.mtime, sizeof h.mtime - 1, 0);
    memcpy(block, &h, sizeof h);
    for (unsigned i = 0; i < BLOCK; i++)
        sum += block[i];
    put_octal(h.sum, sizeof h.sum - 2, (uint64_t)sum);
    memcpy(h.sum + sizeof h.sum - 2, "\0 ", 2);
    memcpy(block, &h, sizeof h);
    return true;
}

bool sfc_archive_write_ustar(const struct sfc_member *members, size_t count, struct sfc_buffer *tar,
                             struct sfc_error *error)
{
    static const uint8_t zeros[2 * BLOCK];
    for (size_t i = 0; i < count; i++) {
        uint8_t block[BLOCK] = { 0 };
        if (!put_header(block, members[i].name, members[i].len))
            return sfc_fail(error, "the name of '%s' does not fit into a tar", members[i].name);
        sfc_buffer_add(tar, block, BLOCK);
        sfc_buffer_add(tar, members[i].bytes, members[i].len);
        sfc_buffer_add(tar, zeros, (BLOCK - members[i].len % BLOCK) % BLOCK);
    }
    sfc_buffer_add(tar, zeros, sizeof zeros);
    return true;
}
