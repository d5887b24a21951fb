/* SPDX-License-Identifier: MIT */
/* two_sections.h - a trace over two sections: of each frame, the section that has its function. */
#ifndef SFC_TWO_SECTIONS_H
#define SFC_TWO_SECTIONS_H

#include "sfr.h"

/* As sfr_unwind(): frames[0] is set, and at most `max` frames are written. */
static inline enum sfr_stop unwind_both(const struct sfr_section sections[2], const struct sfr_machine *machine,
                                        struct sfr_frame *frames, size_t max, size_t *count)
{
    size_t one;
    for (*count = 1;; ++*count) {
        struct sfr_frame *last = &frames[*count - 1];
        enum sfr_stop stop = SFR_STOP_NO_FDE;
        for (unsigned k = 0; k < 2 && stop == SFR_STOP_NO_FDE; k++)
            stop = *count < max ? sfr_unwind_step(&sections[k], machine, last, last + 1)
                                : sfr_unwind(&sections[k], machine, last, 1, &one);
        if (stop != SFR_STOP_NONE)
            return stop;
    }
}

#endif
