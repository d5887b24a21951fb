/* SPDX-License-Identifier: MIT */
/* Bytes as commands and as C, the words of readelf, and which case shows a defect. */
#include <stdlib.h>
#include <string.h>

#include "defect.h"
#include "defect_shell.h"
#include "tap.h"

static void test_printf(void)
{
    static const uint8_t bytes[] = { 0xe2, 0xde, 0, '%', '8', '\\', '\'', '\n', 0xff };
    uint8_t row[25] = { 0 };
    struct sfc_buffer b = { 0 };
    sfc_add_printf(&b, bytes, sizeof bytes, "x.bin");
    IS_TEXT(b.data, "{\nprintf '\\342\\336\\000%%\\070\\134\\047\\012\\377'\n} >x.bin\n",
            "octal, but for the percent sign");
    sfc_buffer_free(&b);
    sfc_add_printf(&b, row, sizeof row, "x");
    IS_TEXT(b.data,
            "{\nprintf '\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000"
            "\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000'\nprintf '\\000'\n} >x\n",
            "24 bytes a line");
    sfc_buffer_free(&b);
    sfc_add_printf(&b, bytes, 0, "x");
    IS_TEXT(b.data, "{\n:\n} >x\n", "no bytes");
    sfc_buffer_free(&b);
    sfc_add_c_bytes(&b, bytes, 2);
    IS_TEXT(b.data, "    0xe2, 0xde,\n", "bytes as C");
    sfc_buffer_free(&b);
}

static void test_commands(void)
{
    static const uint8_t bytes[] = { 1, 2 };
    struct sfc_case c = {
        .profile = "v2", .abi = "aarch64", .order = "big", .bytes = bytes, .size = 2, .addr = 0x1000
    };
    struct sfc_buffer b = { 0 };
    sfc_add_case_commands(&b, &c, true);
    IS_TEXT(b.data,
            "{\nprintf '\\001\\002'\n} >section.bin\n"
            "objcopy -I binary -O elf64-big --change-section-address .data=0x1000 \\\n"
            "    --rename-section .data=.sframe,alloc,load,readonly,data,contents section.bin case.elf\n",
            "a section in an ELF file");
    sfc_buffer_free(&b);
    sfc_add_case_commands(&b, &c, false);
    IS_TEXT(b.data, "{\nprintf '\\001\\002'\n} >section.bin\n", "a bare section");
    sfc_buffer_free(&b);
    c.elf = true;
    sfc_add_case_commands(&b, &c, true);
    IS_TEXT(b.data, "{\nprintf '\\001\\002'\n} >case.elf\n", "an ELF file as it is");
    sfc_buffer_free(&b);
    c.elf = false;
    c.size = 0;
    sfc_add_case_commands(&b, &c, true);
    OK(strncmp(b.data, "{\nprintf '\\177\\105\\114\\106\\002\\002", 34) == 0 && !strstr(b.data, "objcopy"),
       "objcopy does not copy an empty section");
    sfc_buffer_free(&b);
}

static const char body[] =
    "sframe-dump 1\n"
    "section version=2 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=2 fre-len=3\n"
    "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
    "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
    "fde 1 start=0x2000 size=0x10 pc=mask fre=addr1 type=default key=a signal=0 rep=8 fres=1\n"
    "fre 1.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n";
static const char body_1[] =
    "sframe-dump 1\n"
    "section version=1 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3\n"
    "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n";

static void test_printed(void)
{
    static const struct {
        const char *body, *detail, *seen, *printed; /* "": nothing is certain */
    } lines[] = {
        { body, "fre.cfa", "fre 0.0 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0",
          "0000000000001104  sp+16     c-16" },
        { body_1, "fre.ra", "fre 0.0 at=0x4 cfa=sp+16 ra=same fp=same mangled=0",
          "0000000000001104  sp+16     u         u" },
        { body, "fre.cfa", "fre 1.0 at=0x4 cfa=sp+16 ra=same fp=r14 mangled=0", "0000000000000004  sp+16" },
        { body, "fre.cfa", "fre 0.0 at=0x4 cfa=*(r10+8) ra=same fp=same mangled=0", "0000000000001104  (r10+8)" },
        { body, "fre.cfa", "fre 0.0 at=0x4 cfa=none ra=undefined fp=none mangled=0", "0000000000001104  RA undefined" },
        { body_1, "fre.fp", "fre 0.0 at=0x0 cfa=sp+8 ra=? fp=same mangled=?", "0000000000001100  sp+8      u" },
        { body_1, "fre.cfa", "fre 0.0 at=0x0 cfa=? ra=same fp=same mangled=?", "" },
        { body, "fre.cfa", "fre 2.0 at=0x4 cfa=sp+8 ra=same fp=same mangled=0", "" },
        { body, "fde.size", "fde 1 start=0x2000 size=0x20 pc=inc fre=? type=? key=a signal=? rep=? fres=2",
          "func idx [1]: pc = 0x2000, size = 32 bytes" },
        { body, "fde.size", "fde 1 start=0x2000 size=-1 pc=inc fre=? type=? key=a signal=? rep=? fres=2",
          "func idx [1]: pc = 0x2000, size = -1 bytes" },
        { body, "fde.signal", "fde 1 start=0x2000 size=0x20 pc=inc fre=? type=flex key=b signal=1 rep=? fres=2",
          "func idx [1]: pc = 0x2000, size = 32 bytes, attr = \"SF\", pauth = B key" },
        { body, "section.flags", "section version=1 endian=? abi=? flags=frame-pointer fixed-fp=?",
          "Flags: SFRAME_F_FRAME_POINTER" },
        { body, "section.flags", "section version=1 endian=? abi=? flags=sorted,pcrel fixed-fp=?", "" },
        { body, "section.fixed-fp", "section version=1 endian=? abi=? flags=none fixed-fp=2", "" },
        { body, "lines", "", "" },
        { body, NULL, NULL, "" },
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const struct sfc_case c = { .body = lines[i].body };
        struct sfc_buffer b = { 0 };
        const bool good = sfc_add_printed(&b, "readelf", &c, lines[i].detail, lines[i].seen);
        OK(good == (lines[i].printed[0] != '\0'), "line %zu is %scertain", i, good ? "" : "not ");
        IS_TEXT(sfc_buffer_text(&b), lines[i].printed, "line %zu", i);
        sfc_buffer_free(&b);
        OK(!sfc_add_printed(&b, "llvm", &c, lines[i].detail, lines[i].seen), "line %zu of another tool is not", i);
        sfc_buffer_free(&b);
    }
}

/* ---- Which case ---------------------------------------------------------------------------- */

static const uint8_t zeros[64];

static struct sfc_record failure(const char *id, size_t size, enum sfc_level level, const char *reason)
{
    return (struct sfc_record){
        .id = id,
        .title = "",
        .clauses = "",
        .profile = "v1",
        .abi = "amd64",
        .order = "big",
        .area = "a",
        .op = "decode",
        .expect = "reject",
        .outcome = SFC_CRASH,
        .size = size,
        .level = level,
        .bytes = zeros,
        .num_bytes = size,
        .standing = reason ? SFC_STANDS_KNOWN : SFC_STANDS_UNEXPECTED,
        .reason = reason,
    };
}

/* The defects of two runs over the cases a to g. */
static void find(struct sfc_defects *defects, struct sfc_results runs[2], struct sfc_error *error)
{
    static const size_t sizes[] = { 40, 20, 30, 50, 5, 60, 10 };
    static const char *const ids[] = { "a", "b", "c", "d", "e", "f", "g" };
    static struct sfc_case cases[7];
    const struct sfc_corpus corpus = { .root = "corpus", .cases = cases, .count = 7 };
    for (size_t i = 0; i < 7; i++)
        cases[i] = (struct sfc_case){ .id = ids[i], .size = sizes[i], .bytes = zeros };
    for (size_t i = 0; i < 2; i++)
        runs[i].path = "results";
    OK(sfc_defects_find(defects, runs, 2, &corpus, "T-1 | Something is wrong.\nT-10 | Other.\n", error), "defects: %s",
       error->text);
}

static const struct sfc_defect *defect(const struct sfc_defects *defects, const char *token)
{
    for (size_t i = 0; i < defects->count; i++)
        if (strcmp(defects->items[i].token, token) == 0)
            return &defects->items[i];
    return NULL;
}

static void is_shown(const struct sfc_defects *defects, const char *token, const char *what, const char *id)
{
    const struct sfc_defect *d = defect(defects, token);
    OK(d != NULL, "there is %s", token);
    IS_TEXT(d ? d->what : "", what, "%s: what is wrong", token);
    IS_TEXT(d ? d->shown[0]->id : "", id, "%s: the case that shows it", token);
}

static void test_choice(void)
{
    static const char both[] = "T-1, T-2: both", one[] = "T-1: one", text[] = "free text, as in ../x";
    struct sfc_record first[] = {
        failure("a", 40, SFC_LEVEL_READ, one),    failure("b", 20, SFC_LEVEL_REFUSE, one),
        failure("c", 30, SFC_LEVEL_READ, both),   failure("d", 50, SFC_LEVEL_STRICT, NULL),
        failure("e", 5, SFC_LEVEL_READ, one),     failure("f", 60, SFC_LEVEL_READ, text),
        failure("g", 10, SFC_LEVEL_STRICT, NULL),
    };
    struct sfc_record second[] = { failure("a", 40, SFC_LEVEL_READ, one), failure("b", 20, SFC_LEVEL_REFUSE, one),
                                   failure("e", 5, SFC_LEVEL_READ, one) };
    struct sfc_results runs[2] = { { .records = first, .count = 7 }, { .records = second, .count = 3 } };
    struct sfc_defects defects;
    struct sfc_error error = { "" };
    first[4].multi_fault = second[2].multi_fault = "several";
    find(&defects, runs, &error);
    OK(defects.count == 4, "four defects");
    is_shown(&defects, "T-1", "Something is wrong.", "a");
    is_shown(&defects, "T-2", "both", "c");
    is_shown(&defects, "safe-crash-faulty-a", "crashes on faulty input of the area a", "g");
    is_shown(&defects, "free-text-as-in-x", "free text, as in ../x", "f");
    sfc_defects_free(&defects);
    second[0].outcome = SFC_PASS;
    find(&defects, runs, &error);
    is_shown(&defects, "T-1", "Something is wrong.", "b");
    sfc_defects_free(&defects);
}

/* Reasons that differ only after the part that is a name, and one that is the name of the list of pages. */
static void test_names(void)
{
    enum { NUM = 3 };
    static const char longer[] = "a reason that is far longer than the name of a file may be, number";
    static const uint8_t zero[64];
    struct sfc_case cases[] = { { .id = "a", .size = 40, .bytes = zero },
                                { .id = "b", .size = 40, .bytes = zero },
                                { .id = "c", .size = 40, .bytes = zero } };
    const struct sfc_corpus corpus = { .root = "corpus", .cases = cases, .count = NUM };
    char *one = sfc_format("%s 1", longer), *other = sfc_format("%s 2", longer);
    struct sfc_record records[] = { failure("a", 40, SFC_LEVEL_READ, one), failure("b", 40, SFC_LEVEL_READ, other),
                                    failure("c", 40, SFC_LEVEL_READ, "readme: x") };
    struct sfc_results run = { .path = "x.jsonl", .records = records, .count = NUM };
    struct sfc_defects defects;
    struct sfc_error error = { "" };
    OK(sfc_defects_find(&defects, &run, 1, &corpus, "", &error) && defects.count == NUM, "three defects");
    OK(strcmp(defects.items[0].token, defects.items[1].token) != 0, "two names: %s, %s", defects.items[0].token,
       defects.items[1].token);
    OK(!defect(&defects, "readme") && defect(&defects, "readme.3"), "none replaces the list of pages");
    sfc_defects_free(&defects);
    free(one);
    free(other);
}

/* Results of other sections under the same ids, or of cases that this corpus does not have. */
static void test_other_corpus(void)
{
    static const uint8_t ones[64] = { 1 }, zero[64];
    struct sfc_case cases[] = { { .id = "a", .size = 40, .bytes = zero } };
    const struct sfc_corpus corpus = { .root = "corpus", .cases = cases, .count = 1 };
    const struct sfc_record records[] = { failure("a", 40, SFC_LEVEL_READ, NULL),
                                          failure("a", 41, SFC_LEVEL_READ, NULL),
                                          failure("b", 40, SFC_LEVEL_READ, NULL),
                                          failure("a", 40, SFC_LEVEL_READ, NULL),
                                          failure("a", 40, SFC_LEVEL_READ, NULL) };
    for (size_t i = 0; i < 5; i++) {
        struct sfc_record record = records[i];
        struct sfc_results run = { .path = "x.jsonl", .records = &record, .count = 1 };
        struct sfc_defects defects;
        struct sfc_error error = { "" };
        record.bytes = i == 3 ? ones : record.bytes;
        record.bytes_at = i == 4 ? SIZE_MAX : 0;
        OK(sfc_defects_find(&defects, &run, 1, &corpus, "", &error) == (i == 0), "record %zu: %s", i, error.text);
        OK(i == 0 || strstr(error.text, "x.jsonl") != NULL, "the error names the file");
        sfc_defects_free(&defects);
    }
}

int main(void)
{
    test_printf();
    test_commands();
    test_printed();
    test_choice();
    test_names();
    test_other_corpus();
    return tap_done();
}
