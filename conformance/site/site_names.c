/* SPDX-License-Identifier: MIT */
/* Names of files and anchors from untrusted ids. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sha256.h"
#include "site_names.h"

/* Folders and systems limit names to 255 bytes. */
enum { MAX_NAME = 160, HASH_DIGITS = 16 };

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-,.";

void sfc_site_add_name(struct sfc_buffer *b, const char *id)
{
    struct sfc_buffer name = { 0 };
    for (const char *at = id; *at; at++) {
        if (*at == '/')
            sfc_buffer_printf(&name, "~");
        else if (strchr(plain, *at) && !(*at == '.' && at == id))
            sfc_buffer_add(&name, at, 1);
        else
            sfc_buffer_printf(&name, "_%02X", (unsigned char)*at);
    }
    if (name.len > MAX_NAME) {
        char hash[SFR_SHA256_TEXT];
        sfr_sha256(id, strlen(id), hash);
        sfc_buffer_printf(b, "%.*s~~%.*s", MAX_NAME / 2, name.data, HASH_DIGITS, hash);
    } else {
        sfc_buffer_printf(b, "%s", name.len > 0 ? name.data : "_");
    }
    sfc_buffer_free(&name);
}

char *sfc_site_path(const char *folder, const char *id)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s/", folder);
    sfc_site_add_name(&b, id);
    sfc_buffer_printf(&b, ".html");
    return b.data;
}

/* ---- Ids ---------------------------------------------------------------------------------- */

static const char real_folder[] = "real/";

/* Where the id goes on after the cell, and the cell; NULL if the id has another form. */
static const char *after_cell(const struct sfc_record *r, struct sfc_buffer *cell)
{
    const bool is_real = strncmp(r->id, real_folder, strlen(real_folder)) == 0;
    const char *at = r->id + (is_real ? strlen(real_folder) : 0);
    sfc_buffer_printf(cell, "%s/%s-%s", r->profile, r->abi, r->order);
    return strncmp(at, cell->data, cell->len) == 0 && at[cell->len] == '/' ? at + cell->len + 1 : NULL;
}

char *sfc_site_family_of(const struct sfc_record *r)
{
    struct sfc_buffer cell = { 0 };
    const char *rest = after_cell(r, &cell);
    sfc_buffer_free(&cell);
    if (!rest)
        return sfc_format("other/%s", r->id);
    return sfc_format("%s%s", strncmp(r->id, real_folder, strlen(real_folder)) == 0 ? real_folder : "", rest);
}

char *sfc_site_cell_of(const struct sfc_record *r)
{
    struct sfc_buffer cell = { 0 };
    after_cell(r, &cell);
    return cell.data;
}

char *sfc_site_family_path(const char *family)
{
    const char *slash = strchr(family, '/');
    char *area = sfc_copy_text(family, slash ? (size_t)(slash - family) : 0);
    struct sfc_buffer folder = { 0 };
    sfc_buffer_printf(&folder, "case/");
    sfc_site_add_name(&folder, area);
    char *path = sfc_site_path(folder.data, slash ? slash + 1 : family);
    sfc_buffer_free(&folder);
    free(area);
    return path;
}

/* ---- Releases ------------------------------------------------------------------------------ */

int sfc_site_compare_versions(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            const size_t x = strspn(a, "0123456789"), y = strspn(b, "0123456789");
            const int order = x != y ? (x < y ? -1 : 1) : strncmp(a, b, x);
            if (order != 0)
                return order;
            a += x;
            b += y;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}
