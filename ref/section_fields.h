/* SPDX-License-Identifier: MIT */
/*
 * The fields of header and FDE: name, offset and width, in the order of the bytes. Each list is a
 * macro that calls X(ID, name, offset, width) for each field; `name` is the one that recipes use.
 */
#ifndef SFR_SECTION_FIELDS_H
#define SFR_SECTION_FIELDS_H

/* 2.1 SFrame Preamble and 2.2 SFrame Header: alike in all versions. */
#define SFR_HEADER_FIELDS(X)          \
    X(MAGIC, "magic", 0, 2)           \
    X(VERSION, "version", 2, 1)       \
    X(FLAGS, "flags", 3, 1)           \
    X(ABI, "abi", 4, 1)               \
    X(FIXED_FP, "fixed_fp", 5, 1)     \
    X(FIXED_RA, "fixed_ra", 6, 1)     \
    X(AUXHDR_LEN, "auxhdr_len", 7, 1) \
    X(NUM_FDES, "num_fdes", 8, 4)     \
    X(NUM_FRES, "num_fres", 12, 4)    \
    X(FRE_LEN, "fre_len", 16, 4)      \
    X(FDEOFF, "fdeoff", 20, 4)        \
    X(FREOFF, "freoff", 24, 4)

/* 2.3 SFrame FDE of version 2; 1.3 of version 1, which ends with the info byte. */
#define SFR_FDE_FIELDS_V1_V2(X)    \
    X(START, "start", 0, 4)        \
    X(SIZE, "size", 4, 4)          \
    X(FRE_OFF, "fre_off", 8, 4)    \
    X(NUM_FRES, "num_fres", 12, 4) \
    X(INFO, "info", 16, 1)         \
    X(REP_SIZE, "rep_size", 17, 1) \
    X(PADDING2, "padding2", 18, 2)

/* 2.3.1 The SFrame FDE Index. */
#define SFR_FDE_INDEX_FIELDS_V3(X) \
    X(START, "start", 0, 8)        \
    X(SIZE, "size", 8, 4)          \
    X(FRE_OFF, "data_off", 12, 4)

/* 2.3.2 The SFrame FDE Attribute. */
#define SFR_FDE_ATTR_FIELDS_V3(X) \
    X(NUM_FRES, "num_fres", 0, 2) \
    X(INFO, "info", 2, 1)         \
    X(INFO2, "info2", 3, 1)       \
    X(REP_SIZE, "rep_size", 4, 1)

/* SFR_AT_ID: where a field of the header starts. */
#define SFR_FIELD_AT(id, name, at, width) SFR_AT_##id = (at),
enum { SFR_HEADER_FIELDS(SFR_FIELD_AT) };
#undef SFR_FIELD_AT

#endif
