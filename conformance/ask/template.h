/* SPDX-License-Identifier: MIT */
/* template.h - a command of an adapter file, with placeholders. */
#ifndef SFC_TEMPLATE_H
#define SFC_TEMPLATE_H

#include "dump.h"

/* A command as words. `{raw}` and `{elf}` stand for the section's file, bare
   or wrapped; `{dump}` for the file that an encoder reads; `{addr}`, `{profile}`, `{abi}` and `{order}` for the case's
   context. Four placeholders are words of their own: `{pcs}` stands for all PCs, each after the `pc-option` if there is
   one; `{trace}` for the registers and memory of a stack trace, and `{sort}` and `{fit}` for --sort and --canonical or
   nothing, as options of sframe-ref(1). */
struct sfc_template {
    char **words; /* ends with NULL; NULL if there is no such command */
};
enum { SFC_NUM_PLAIN_PLACEHOLDERS = 7, SFC_NUM_PLACEHOLDERS = 11 };

/* The number of the placeholder that a text with a brace starts with, in the order above, and its length;
   SFC_NUM_PLACEHOLDERS if it is none. */
unsigned sfc_placeholder_find(const char *text, size_t *len);
bool sfc_template_has(const struct sfc_template *t, const char *placeholder);

/* Reads a command for `op`; SFC_NUM_OPS: the command that prints the version. Returns what is
   wrong with it, or NULL. */
const char *sfc_template_read(struct sfc_template *t, const char *value, enum sfc_op op);

#endif
