/* SPDX-License-Identifier: MIT */
/*
 * sfr.h - reference reader of the SFrame stack-trace format.
 *
 * Reads sections of format version 1, 2 (with errata 1 and 2) and 3, of either
 * byte order, for AArch64, AMD64 and s390x. Nothing here allocates, keeps state,
 * does I/O or recurses. A section is a range of bytes that the caller owns and that
 * must outlive the views of it. Section numbers are those of the version 3 manual
 * unless a version is named.
 *
 * There are two kinds of answer. A fault (enum sfr_fault) says why reading cannot
 * go on; 0 is success. A finding says what is wrong or doubtful in a section:
 * sfr_check() reports all of them and rejects a section with any finding of
 * severity "violation".
 */
#ifndef SFR_H
#define SFR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfr_registers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names --------------------------------------------------------------- */

/* The rules that a section is judged by. The version byte is the same for v2, v2e1
   and v2e2 (AMBIGUITY AMB-001): AUTO takes version 2 as V2E2. */
enum sfr_profile {
    SFR_PROFILE_AUTO = 0,
    SFR_PROFILE_V1,
    SFR_PROFILE_V2,
    SFR_PROFILE_V2E1,
    SFR_PROFILE_V2E2,
    SFR_PROFILE_V3
};

/* 2.2.1 SFrame ABI/arch Identifier. */
enum sfr_abi {
    SFR_ABI_AARCH64_ENDIAN_BIG = 1,
    SFR_ABI_AARCH64_ENDIAN_LITTLE = 2,
    SFR_ABI_AMD64_ENDIAN_LITTLE = 3,
    SFR_ABI_S390X_ENDIAN_BIG = 4
};

/* 2.1.3 SFrame Flags. */
enum {
    SFR_F_FDE_SORTED = 0x1,
    SFR_F_FRAME_POINTER = 0x2,       /* versions 1 and 2 */
    SFR_F_FDE_FUNC_START_PCREL = 0x4 /* from version 2 errata 1 on */
};

/* 2.3.3.3 The SFrame FRE Types: width of a row's start address. */
enum sfr_fre_type { SFR_FRE_TYPE_ADDR1 = 0, SFR_FRE_TYPE_ADDR2 = 1, SFR_FRE_TYPE_ADDR4 = 2 };
/* 2.3.3.1 The SFrame FDE PC Types. */
enum sfr_pc_type { SFR_FDE_PCTYPE_INC = 0, SFR_FDE_PCTYPE_MASK = 1 };
/* 2.3.3.2 The SFrame FDE Types (version 3; earlier ones have only the default). */
enum sfr_fde_type { SFR_FDE_TYPE_DEFAULT = 0, SFR_FDE_TYPE_FLEX = 1 };

enum {
    SFR_MAGIC = 0xdee2,
    SFR_HEADER_SIZE = 28,
    SFR_FDE_SIZE_V1 = 17,
    SFR_FDE_SIZE_V2 = 20,
    SFR_FDE_INDEX_SIZE_V3 = 16,
    SFR_FDE_ATTR_SIZE_V3 = 5,
    SFR_MAX_WORDS = 15 /* the largest count in sfre_info */
};

/* Names as the tools print and take them. The _name functions return NULL for an
   unknown value; the _from_name functions return false and leave *out alone. */
const char *sfr_profile_name(enum sfr_profile profile);
const char *sfr_abi_name(unsigned abi);
bool sfr_profile_from_name(const char *name, enum sfr_profile *out);
bool sfr_abi_from_name(const char *name, unsigned *out);

/* DWARF numbers of an ABI's SP and FP; 0 for an ABI that is not defined. */
uint32_t sfr_abi_sp(unsigned abi);
uint32_t sfr_abi_fp(unsigned abi);
/* DWARF number of the register that holds RA at a call (AMD64: 16, no real register); 0 as above. */
uint32_t sfr_abi_ra(unsigned abi);
/* Is the ABI's byte order big? False for an ABI that is not defined. */
bool sfr_abi_is_big(unsigned abi);

/* ---- A section ----------------------------------------------------------- */

/* 2.1 SFrame Preamble and 2.2 SFrame Header, as stored. */
struct sfr_header {
    uint16_t sfp_magic;
    uint8_t sfp_version;
    uint8_t sfp_flags;
    uint8_t sfh_abi_arch;
    int8_t sfh_cfa_fixed_fp_offset;
    int8_t sfh_cfa_fixed_ra_offset;
    uint8_t sfh_auxhdr_len;
    uint32_t sfh_num_fdes;
    uint32_t sfh_num_fres;
    uint32_t sfh_fre_len;
    uint32_t sfh_fdeoff;
    uint32_t sfh_freoff;
};

/* A view of one section. Offsets count bytes from its first byte; after a
   successful sfr_open() hdr_end <= fde_start <= fde_end <= size and
   hdr_end <= fre_start <= fre_end <= size. */
struct sfr_section {
    const uint8_t *data;
    size_t size;
    uint64_t addr;            /* virtual address of the first byte */
    enum sfr_profile profile; /* never AUTO after sfr_open() */
    bool big;                 /* byte order of the data, from the magic */
    struct sfr_header hdr;
    uint64_t hdr_end; /* end of the auxiliary header */
    uint64_t fde_start, fde_end;
    uint64_t fre_start, fre_end;
    uint32_t fde_size; /* 17, 20 or 16 */
};

/* One FDE: the fields of 2.3 (version 3: index entry of 2.3.1 and attribute of
   2.3.2 together), and values computed from them. */
struct sfr_fde {
    uint32_t index;
    uint64_t pos;                   /* offset of the FDE in the section */
    int64_t sfde_func_start_offset; /* as stored; 32 bits wide before version 3 */
    uint32_t sfde_func_size;        /* bytes */
    uint32_t sfde_func_start_fre_off;
    uint32_t sfde_func_num_fres;
    uint8_t sfde_func_info;
    uint8_t sfde_func_info2;     /* version 3, else 0 */
    uint8_t sfde_func_rep_size;  /* from version 2 on, else 0 */
    uint16_t sfde_func_padding2; /* version 2, else 0 */

    uint64_t start;      /* address of the function, modulo 2^64 */
    int64_t distance;    /* start - section address: the sort key (SFR-ADDRESS-ORDER) */
    bool distance_wraps; /* the stored value does not fit `distance` */
    uint64_t attr_pos;   /* version 3: offset of the attribute; else 0 */
    uint64_t fre_pos;    /* offset of the first FRE; 0 after a fault */
    uint8_t fre_type;    /* enum sfr_fre_type, or 3..15 */
    uint8_t pc_type;     /* enum sfr_pc_type */
    uint8_t fde_type;    /* enum sfr_fde_type, or 2..31 */
    bool pauth_key_b;    /* AArch64 only; else false */
    bool signal_p;       /* version 3 only; else false */
};

/* One FRE (2.4), also called a row, and its info word (2.4.1). */
struct sfr_fre {
    uint32_t index;              /* within its function */
    uint64_t pos;                /* offset in the section */
    uint32_t size;               /* bytes: start, info and words */
    uint32_t sfre_start_address; /* offset from the function's start */
    uint8_t sfre_info;
    uint8_t word_size; /* 1, 2 or 4 bytes; 0 for the invalid code 3 */
    uint8_t num_words; /* 0..15 */
    bool base_sp;      /* fre_cfa_base_reg_id: SP, else FP */
    bool mangled_ra_p;
    int32_t words[SFR_MAX_WORDS]; /* sign-extended; [num_words, 15) are 0 */
};

/* How to compute a value. `reg` is a DWARF number, `offset` is in bytes. */
enum sfr_rule_kind {
    SFR_RULE_NONE = 0,  /* no rule can be given */
    SFR_RULE_SAME,      /* unchanged: still in its own register */
    SFR_RULE_UNDEFINED, /* there is no value: outermost frame */
    SFR_RULE_REG,       /* reg + offset */
    SFR_RULE_CFA,       /* CFA + offset */
    SFR_RULE_MEM_REG,   /* the 8 bytes at reg + offset */
    SFR_RULE_MEM_CFA    /* the 8 bytes at CFA + offset */
};
struct sfr_rule {
    enum sfr_rule_kind kind;
    uint32_t reg;
    int64_t offset;
};
struct sfr_rules {
    struct sfr_rule cfa, ra, fp;
    bool mangled_ra_p;
};

/* ---- Findings ------------------------------------------------------------ */

enum sfr_severity { SFR_SEVERITY_VIOLATION = 0, SFR_SEVERITY_DOUBT };

#define SFR_NO_INDEX UINT32_MAX

/* A fault and its place. [start, end) are byte offsets in the section. */
struct sfr_finding {
    enum sfr_fault fault;
    enum sfr_clause clause;
    enum sfr_severity severity;
    uint64_t start, end;
    uint32_t fde, fre; /* which function and row, or SFR_NO_INDEX */
    uint64_t value;    /* the value there, as an unsigned number */
};

/* ---- Reading, in the order of the bytes ---------------------------------- */

/* 2.1 and 2.2: opens a view of `size` bytes at `data`, whose address is `addr`.
   After a fault `s` must not be used, and `*why` (may be NULL) has the place. This
   tests only what later reads rely on: length, magic, version, and both
   sub-sections inside the section. Faults: truncated-header, bad-magic,
   bad-version, aux-header-out-of-bounds, fde-table-out-of-bounds,
   fre-table-out-of-bounds. */
enum sfr_fault sfr_open(struct sfr_section *s, const void *data, size_t size, uint64_t addr, enum sfr_profile profile,
                        struct sfr_finding *why);

/* 2.3: reads FDE `index` (< sfh_num_fdes, else SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS).
   Faults: fre-offset-out-of-bounds, attribute-out-of-bounds. After these the fields
   of the FDE itself are set, and its FREs cannot be read. */
enum sfr_fault sfr_read_fde(const struct sfr_section *s, uint32_t index, struct sfr_fde *fde);

/* 2.4: reads the FREs of one function in order. sfr_fres() starts before the first. sfr_next_fre()
   sets *more to false after sfde_func_num_fres FREs. On a fault it stays at the FRE that it could
   not read and sets its `pos` and `index`. Faults: bad-fre-type, bad-word-size,
   fre-count-out-of-bounds (the sub-section ends before this FRE), truncated-fre (it ends inside
   it). */
struct sfr_fre_cursor {
    const struct sfr_section *section;
    uint64_t pos;
    uint32_t next, count;
    uint8_t fre_type;
};
void sfr_fres(struct sfr_fre_cursor *c, const struct sfr_section *s, const struct sfr_fde *fde);
enum sfr_fault sfr_next_fre(struct sfr_fre_cursor *c, struct sfr_fre *fre, bool *more);

/* 3: the rules that the words of an FRE give for its ABI and FDE type. Faults: zero-word-count,
   bad-word-count, bad-flex-word-count, bad-flex-cfa, bad-fde-type, bad-abi, bad-register-word.
   After a fault `rules` has the rules that could be read, and none for the others. */
enum sfr_fault sfr_read_rules(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                              struct sfr_rules *rules);

/* ---- Judging a section --------------------------------------------------- */

/* Called once for each finding, in the order of the walk. */
typedef void sfr_finding_fn(void *ctx, const struct sfr_finding *finding);

struct sfr_verdict {
    bool accepted; /* no violation */
    uint64_t violations;
    uint64_t doubts;
    struct sfr_finding first; /* first violation; fault 0 if there is none */
};

/* Reports every finding of a section and judges it by `profile`. `report` may be
   NULL. Constant memory; time linear in `size` (policy SFR-SHARED-RUN-LIMIT). */
struct sfr_verdict sfr_check(const void *data, size_t size, uint64_t addr, enum sfr_profile profile,
                             sfr_finding_fn *report, void *ctx);

/* ---- Look-up ------------------------------------------------------------- */

enum sfr_found {
    SFR_FOUND = 0,       /* fde, fre and rules are set */
    SFR_FOUND_OUTERMOST, /* version 3 default FDE without FREs: fde and rules are set */
    SFR_FOUND_NO_FDE,    /* no function contains the PC */
    SFR_FOUND_NO_FRE,    /* a function does, but none of its rows: fde is set */
    SFR_FOUND_BAD        /* the FREs or rules of that function cannot be read: fde is set */
};
struct sfr_hit {
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_rules rules;
};

/* The function that contains `pc`: start <= pc and pc - start < size, in 64 bits
   without wrap. Of several, the one that starts last (SFR-ADDRESS-ORDER), then the one
   with the greatest index. Return false if there is none. _scan reads every FDE.
   _search needs a table that is sorted and says so; if no functions overlap it finds
   the same as _scan. It reads as many FDEs as the logarithm of their number, and the
   empty functions right below the one that it finds. */
bool sfr_find_fde_scan(const struct sfr_section *s, uint64_t pc, struct sfr_fde *fde);
bool sfr_find_fde_search(const struct sfr_section *s, uint64_t pc, struct sfr_fde *fde);

/* 2.3.3.1 and 2.4: the last row of hit->fde whose start matches `pc`, by the FDE's PC
   type. The caller sets hit->fde; `pc` must be inside the function. */
enum sfr_found sfr_find_fre(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit);

/* The whole look-up: by search if the sorted flag is set, else by scan. */
enum sfr_found sfr_find(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit);

/* ---- Stack tracing ------------------------------------------------------- */

/* Access to the stopped program. Both callbacks return false if a value cannot be
   read. `mem` reads the 8 bytes at `address` in the program's byte order. */
struct sfr_machine {
    bool (*reg)(void *ctx, uint32_t dwarf_reg, uint64_t *value);
    bool (*mem)(void *ctx, uint64_t address, uint64_t *value);
    void *ctx;
    uint64_t pac_mask; /* bits to clear in a mangled RA (AMBIGUITY AMB-062) */
};
struct sfr_frame {
    uint64_t pc, sp, fp;
    bool topmost; /* registers other than PC, SP, FP are known too */
};
enum sfr_stop {
    SFR_STOP_NONE = 0,  /* the caller's frame was found */
    SFR_STOP_OUTERMOST, /* the section says that there is no caller */
    SFR_STOP_NO_FDE,
    SFR_STOP_NO_FRE,   /* no row, or a row that cannot be read */
    SFR_STOP_BAD_READ, /* memory or a register could not be read */
    SFR_STOP_UNSAFE,   /* needs a register of a frame that is not the topmost */
    SFR_STOP_LIMIT     /* `max` frames were found, and the last one has a caller */
};
const char *sfr_stop_name(enum sfr_stop stop);

/* Appendix A: from one frame to its caller's. Sets `next` only if it returns
   SFR_STOP_NONE. */
enum sfr_stop sfr_unwind_step(const struct sfr_section *s, const struct sfr_machine *machine,
                              const struct sfr_frame *frame, struct sfr_frame *next);
/* The caller sets frames[0], with topmost true. Fills frames[1..] up to `max` frames in
   all and returns why it stopped. *count (at least 1) is the number of frames set. */
enum sfr_stop sfr_unwind(const struct sfr_section *s, const struct sfr_machine *machine, struct sfr_frame *frames,
                         size_t max, size_t *count);

/* ---- Registers of clauses, faults, policies and refusals ------------------ */

/* Rows of the registers in ref/registers/. All strings are static. Spaces separate the
   words of a list. */

/* A statement of the format. */
struct sfr_clause_info {
    const char *id;
    unsigned profiles;    /* it holds for: bit 1 << enum sfr_profile */
    const char *source;   /* sections of the manuals */
    const char *strength; /* must, should, may, implied, informative, withdrawn; perhaps with profiles */
    const char *use;      /* D decode, R reject, L look-up, U unwind, E encode, F ELF file */
    const char *statement;
};
/* Something that can be wrong or doubtful in a section. */
struct sfr_fault_info {
    const char *name;
    enum sfr_severity severity;
    const char *stops;      /* "missing" or "meaningless": to go on, a reader has to invent data; "-": it can go on */
    enum sfr_policy policy; /* the question that it answers, or SFR_POLICY_NONE */
    const char *clauses;    /* ids of the clauses that it breaks; the usual one first */
    const char *range;      /* the bytes that a finding names */
    const char *message;
};
/* A question that the manuals leave open. */
struct sfr_policy_info {
    const char *id;
    unsigned profiles;   /* as above */
    const char *verdict; /* what a reader must do: valid, invalid, acceptable, mixed, none */
    const char *answers; /* allowed answers, the reference's first; "-" if there are none */
    const char *question;
    const char *answer; /* the reference's, in words */
    const char *end;    /* what it leaves open of a stack trace's end alone: unsafe, sooner, or "" */
};
/* A reason why the encoder refuses a model. */
struct sfr_refusal_info {
    const char *name;
    const char *clauses; /* ids of the clauses that forbid it; "" if none does */
    const char *message;
    enum sfr_fault fault;   /* of the section with the dump's meaning; SFR_FAULT_NONE: the profile has none */
    enum sfr_policy policy; /* the question that decides it, or SFR_POLICY_NONE */
};

/* NULL for 0 and for a number that is not in the register. */
const struct sfr_clause_info *sfr_clause_info(enum sfr_clause id);
const struct sfr_fault_info *sfr_fault_info(enum sfr_fault id);
const struct sfr_policy_info *sfr_policy_info(enum sfr_policy id);
const struct sfr_refusal_info *sfr_refusal_info(enum sfr_refusal id);

/* ---- What the registers rest on ------------------------------------------- */

enum sfr_basis {
    SFR_BASIS_TEXT = 1,  /* words of the manual demand it */
    SFR_BASIS_PRACTICE,  /* real producers and readers do it, so that real files force it */
    SFR_BASIS_INFERENCE, /* it follows from several sentences */
    SFR_BASIS_OURS       /* this suite chose it */
};
/* What a clause, fault, policy or refusal rests on, in some of its profiles. */
struct sfr_basis_info {
    const char *name;  /* of the clause, fault, policy or refusal */
    unsigned profiles; /* as above */
    enum sfr_basis basis;
    const char *evidence; /* for SFR_BASIS_TEXT: manuals, section and "words", one or more, separated by "; " */
};

/* NULL if the register has no such row, or the row does not hold in that profile. A fault or refusal
   holds where one of its clauses does. */
const struct sfr_basis_info *sfr_clause_basis(enum sfr_clause id, enum sfr_profile profile);
const struct sfr_basis_info *sfr_fault_basis(enum sfr_fault id, enum sfr_profile profile);
const struct sfr_basis_info *sfr_policy_basis(enum sfr_policy id, enum sfr_profile profile);
const struct sfr_basis_info *sfr_refusal_basis(enum sfr_refusal id, enum sfr_profile profile);

/* What a reader has to be able to do to answer correctly; each level includes those before it. */
enum sfr_level {
    SFR_LEVEL_SAFE = 1, /* any answer: in time, within its limits, without a crash, the same next time */
    SFR_LEVEL_READ,     /* the meaning of what is accepted */
    SFR_LEVEL_REFUSE,   /* refusal where a reader that went on would have to invent data */
    SFR_LEVEL_VALIDATE, /* refusal of what words or practice forbid, although a reader could go on */
    SFR_LEVEL_STRICT    /* refusal of what only inference or this suite forbids */
};
/* The level of a section that is rejected for this fault: REFUSE if the fault stops a reader,
   VALIDATE if its basis in that profile is text or practice, else STRICT. READ for a doubt, which
   rejects nothing. */
enum sfr_level sfr_fault_level(enum sfr_fault fault, enum sfr_profile profile);

/* As above: NULL or false for an unknown value. */
const char *sfr_basis_name(enum sfr_basis basis);
const char *sfr_level_name(enum sfr_level level);
bool sfr_level_from_name(const char *name, enum sfr_level *out);

#ifdef __cplusplus
}
#endif
#endif
