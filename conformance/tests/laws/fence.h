/* SPDX-License-Identifier: MIT */
/*
 * fence.h - pages of which the last is unreadable. A section ends right before it, so that an overrun
 * crashes even without a sanitizer. The bytes before the section have no meaning.
 */
#ifndef SFC_TESTS_FENCE_H
#define SFC_TESTS_FENCE_H

#include <stddef.h>
#include <stdint.h>

/* {0} has no pages. */
struct fence {
    uint8_t *pages;
    size_t room, page;
};

/* Copies the bytes to right before the unreadable page; what was there before is gone. */
const uint8_t *fence_put(struct fence *fence, const uint8_t *bytes, size_t size);
void fence_free(struct fence *fence);

#endif
