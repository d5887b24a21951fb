/* SPDX-License-Identifier: MIT */
/* corpus_archive_members.h - what every reader of archives does with a member: the rules of corpus_archive.h. */
#ifndef GEN_CORPUS_ARCHIVE_MEMBERS_H
#define GEN_CORPUS_ARCHIVE_MEMBERS_H

#include "corpus_archive.h"

struct gen_archive_reader {
    struct gen_archive *into;
    struct gen_archive_error *error;
    size_t capacity, total;
    const char *name; /* of the member that is being read; NULL: none */
    uint64_t at;      /* where its header starts */
};

/* Says what is wrong, with name and place of the member. Returns false. */
bool gen_archive_refuse(struct gen_archive_reader *r, const char *what);
/* Passes over a folder. Returns false if its name is wrong, or there are too many. */
bool gen_archive_pass_folder(struct gen_archive_reader *r);
/* Adds a file with room for its bytes, which the caller reads. NULL if its name or size is refused; `wrong` is what
   else is wrong with it, or NULL. */
struct gen_member *gen_archive_add(struct gen_archive_reader *r, const char *wrong, int64_t size);
/* Sorts the members. Two with one name are refused. */
bool gen_archive_end(struct gen_archive_reader *r);

/* A bare tar of the kind ustar, without libarchive. Nothing stays allocated on failure. */
bool gen_archive_read_ustar(struct gen_archive *archive, const uint8_t *bytes, size_t len,
                            struct gen_archive_error *error);

#endif
