/* SPDX-License-Identifier: MIT */
/*
 * explore.h - the reference as a WebAssembly module, for a page and for node.
 *
 * The caller copies a file to ex_room(), opens it, and asks. Each answer is a JSON text, from ex_text() on
 * ex_text_len() bytes, until the next question. Addresses are strings, because they may not fit a double. Two files
 * may be open at a time, `which` 0 and 1; one that no one opened answers as an empty one.
 */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "sfr_elf.h"
#include "sfr_text.h"

/* A function that the module exports; all are defined once and called by scripts alone. */
#define EX_API(name) __attribute__((export_name(#name))) name

/* The text of an answer: a new one; more of it; strings of JSON ("key":"text", ... up to a key that is NULL); a
   sink. */
void ex_begin(void);
__attribute__((format(printf, 1, 2))) void ex_say(const char *format, ...);
void ex_say_members(const char *key, const char *text, ...);
bool ex_add(void *ctx, const char *text, size_t len);

#endif
