/* SPDX-License-Identifier: MIT */
/*
 * A reader with one mistake, which PLANT chooses. It is made of a good one, whose table is compiled as
 * `sframe_good_reader` (-Dsframe_reader=sframe_good_reader). The driver must notice each.
 */
#include "sframe_reader.h"

extern const struct sframe_reader sframe_good_reader;

enum {
    PLANT_LENIENT = 1, /* opens every section; refuses nothing later */
    PLANT_STRICT,      /* refuses every section */
    PLANT_ROW,         /* the CFA at every 64th PC is 8 too high */
    PLANT_FRAME,       /* the last frame of a trace is lost */
    PLANT_STATE,       /* every 101st look-up finds nothing */
    PLANT_FAILED,      /* has no memory for a large section */
    PLANT_LAZY,        /* declares that it checks no whole section */
    PLANT_OVERREAD,    /* reads the byte after a section, from the 700th on */
    PLANT_HANG,        /* never returns from the second section */
    PLANT_DODGE        /* does not answer about sections of certain sizes */
};

static unsigned int num_opened, num_found;

static int open_section(union sframe_opened *opened, const struct sframe_input *input)
{
    static volatile uint8_t read;
    num_opened++;
    if (PLANT == PLANT_STRICT)
        return SFRAME_REFUSED;
    if (PLANT == PLANT_OVERREAD && num_opened >= 700)
        read = ((const volatile uint8_t *)input->data)[input->size + read % 1];
    while (PLANT == PLANT_HANG && num_opened >= 2)
        read++;
    if (PLANT == PLANT_FAILED && input->size > 20000)
        return SFRAME_FAILED;
    if (PLANT == PLANT_DODGE && input->size % 16 == 8)
        return SFRAME_NOT_ASKED;
    const int status = sframe_good_reader.open(opened, input);
    return PLANT == PLANT_LENIENT && status == SFRAME_REFUSED ? SFRAME_GOOD : status;
}

static int find(union sframe_opened *opened, uint64_t pc, struct sframe_row *row)
{
    const int status = sframe_good_reader.find(opened, pc, row);
    num_found++;
    if (PLANT == PLANT_ROW && pc % 64 == 0)
        row->cfa.offset += 8;
    if (PLANT == PLANT_STATE && num_found % 101 == 0)
        row->found = !row->found;
    return status;
}

static int unwind(union sframe_opened *opened, const struct sframe_machine *machine, struct sframe_trace *trace)
{
    const int status = sframe_good_reader.unwind(opened, machine, trace);
    if (PLANT == PLANT_FRAME && trace->count > 1)
        trace->count--;
    return status;
}

const struct sframe_reader sframe_reader = {
    .name = "a planted mistake",
    .checks_all = PLANT != PLANT_LAZY,
    .open = open_section,
    .find = find,
    .unwind = unwind,
};
