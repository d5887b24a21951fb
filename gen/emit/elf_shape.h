/* SPDX-License-Identifier: MIT */
/* elf_shape.h - an ELF file around a section, of a shape that a seed decides, with the same meaning as any other. */
#ifndef GEN_ELF_SHAPE_H
#define GEN_ELF_SHAPE_H

#include "elf_file.h"

struct gen_shape;

/* Draws the file of a section of `size` bytes. The functions of the model count from the start of the code, and get
   their places, as does the section, by what is drawn: the model must be emitted after that. Seed, profile and ABI
   decide. NULL and *error if a function does not lie in the code. */
struct gen_shape *gen_draw_shape(struct gen_pool *pool, const struct gen_elf_plan *elf, enum gen_abi abi,
                                 struct gen_model *model, size_t size, struct gen_error *error);
/* Puts the section into the file. The map names rela[0][F] (of function F), sym[F] (its symbol), shdr[1] (.sframe),
   shdr[2] (its relocations) and shdr[3] (symbols), wherever they lie. */
void gen_wrap_shape(struct gen_pool *pool, struct gen_shape *shape, struct gen_section *section);

#endif
