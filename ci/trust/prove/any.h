/* SPDX-License-Identifier: MIT */
/* Any values, for CBMC, which lets a function of such a name return anything. */
#ifndef ANY_H
#define ANY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool nondet_bool(void);
uint8_t nondet_u8(void);
uint32_t nondet_u32(void);
uint64_t nondet_u64(void);
void *malloc(size_t size);

#define given(condition) __CPROVER_assume(condition)

/* This place must be reached, else a proof is about nothing: prove.sh expects that each of these fails. */
#define reached(what) __CPROVER_assert(false, "reached: " what)

#endif
