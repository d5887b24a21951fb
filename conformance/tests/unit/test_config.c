/* SPDX-License-Identifier: MIT */
/* Adapter files: a valid one, the commands it makes, and what is wrong with others. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "rung.h"
#include "scratch.h"
#include "tap.h"

static const char good[] = "# a comment\n"
                           "name: tool\n"
                           "rung: command\n"
                           "\n"
                           "version-command: tool --version\n"
                           "version-pattern: ^tool ([0-9.]+)$\n"
                           "for-version: ^1[.]\n"
                           "decode-command: {here}/tool --at={addr} {raw}\n"
                           "lookup-command: tool {pcs} {elf} {profile}\n"
                           "pc-option: --pc\n"
                           "env: A=b\n"
                           "env: C=d e\n"
                           "accept: exit 0; stderr-not ^error\n"
                           "reject: exit 1; stderr no SFrame\n"
                           "reject: exit 2\n"
                           "reject-names: finding\n"
                           "normaliser: dump\n"
                           "profiles: v1 v2e1\n"
                           "abis: amd64\n"
                           "orders: little big\n"
                           "unobservable: section.abi fre.ra\n"
                           "policy: AMB-044 reject\n"
                           "policy: AMB-032 accept\n"
                           "seconds: 7\n"
                           "memory-mib: 0\n"
                           "level: strict\n";

static void test_good(void)
{
    struct sfc_config c;
    struct sfc_error error = { "" };
    if (!OK(sfc_config_read(&c, scratch_text("good.conf", good), &error), "a valid file is read (%s)", error.text))
        return;
    IS_TEXT(c.name, "tool", "its name");
    IS_TEXT(c.ops, "decode lookup", "its ops follow from its commands");
    IS_TEXT(c.commands[SFC_OP_DECODE].words[1], "--at={addr}", "its words are kept");
    OK(c.commands[SFC_OP_DECODE].words[0][0] == '/', "with the folder of the file for {here}");
    OK(sfc_template_has(&c.commands[SFC_OP_DECODE], "{raw}") && !sfc_template_has(&c.commands[SFC_OP_DECODE], "{elf}")
           && sfc_template_has(&c.commands[SFC_OP_LOOKUP], "{elf}")
           && sfc_template_has(&c.commands[SFC_OP_LOOKUP], "{pcs}"),
       "its placeholders are seen");
    IS_TEXT(c.env[0], "A=b", "its variables");
    IS_TEXT(c.env[1], "C=d e", "with spaces in them");
    OK(!c.env[2], "and no others");
    IS_U64(c.num_rules, 3, "its rules");
    OK(c.rules[0].meaning == SFC_MEANS_ACCEPT && c.rules[0].num_conditions == 2 && c.rules[0].conditions[1].negated
           && c.rules[0].conditions[1].source == SFC_SOURCE_STDERR && c.rules[0].conditions[0].status == 0,
       "the first rule");
    OK(c.rules[2].meaning == SFC_MEANS_REJECT && c.rules[2].num_conditions == 1 && c.rules[2].conditions[0].status == 2,
       "the last rule");
    const struct sfc_declared_policy *a = sfc_config_policy(&c, "AMB-044"), *b = sfc_config_policy(&c, "AMB-032");
    OK(!sfc_config_policy(&c, "AMB-001"), "its policies");
    IS_TEXT(a ? a->answer : "", "reject", "and the answer to one");
    IS_TEXT(b ? b->answer : "", "accept", "and to another");
    IS_U64(c.level, SFC_LEVEL_STRICT, "its level");
    OK(c.seconds == 7 && c.cpu_seconds == 10 && c.memory_mib == 0 && c.output_kib == 16384,
       "its limits, some by default");
    OK(c.names_finding && c.for_version.is_given && !sfc_has_word(c.encodes, "canonical"), "its switches");
    OK(!c.elf_command.words, "it has no command for ELF files");
    sfc_config_free(&c);
}

/* A file with this text is refused, and this is said of it. */
static void refused(const char *name, const char *text, const char *message)
{
    struct sfc_config c;
    struct sfc_error error = { "" };
    const bool read = sfc_config_read(&c, scratch_text(name, text), &error);
    OK(!read && strstr(error.text, message), "%s (%s)", message, error.text);
    if (read)
        sfc_config_free(&c);
}

static const struct {
    const char *from, *to, *message;
} changes[] = {
    { "name: tool", "nam: tool", ":2: nam: is not a key" },
    { "name: tool", "name: Tool", ":2: name: is not made of" },
    { "name: tool\n", "", ":1: the key `name` is missing" },
    { "rung: command", "rung: command\nrung: command", ":4: rung: is given twice" },
    { "rung: command", "rung: magic", ":3: rung: is not `command`" },
    { "rung: command", "rung: framed", ":1: the key `command` is missing" },
    { "rung: command", "rung: framed\ncommand: x",
      ":6: version-command: does not belong to an adapter with `rung: framed`" },
    { "rung: command", "rung: command\ncommand: x", ":4: command: does not belong to an adapter with `rung: command`" },
    { "rung: command", "rung: command\nobject: x", ":4: object: does not belong to an adapter with `rung: command`" },
    { "rung: command", "rung: in-process", ":1: the key `object` is missing" },
    { "rung: command", "rung command", ":3: expected `key: value`" },
    { "^tool ([0-9.]+)$", "^tool (", ":6: version-pattern: is not an extended" },
    { "^1[.]", "^1[", ":7: for-version: is not an extended" },
    { "^tool ([0-9.]+)$", "^tool", ":6: version-pattern: has no group" },
    { "tool --version", "tool {raw}", ":5: version-command: must not have {raw}" },
    { "--at={addr} {raw}", "--at={addr}", ":8: decode-command: needs {raw} or {elf}" },
    { "--at={addr} {raw}", "{address} {raw}", ":8: decode-command: has a brace" },
    { "--at={addr} {raw}", "{raw", ":8: decode-command: has a brace" },
    { "--at={addr} {raw}", "{raw} {sort}", ":8: decode-command: must not have {dump} or {sort}" },
    { "--at={addr} {raw}", "{raw} {pcs}", ":8: decode-command: must not have {pcs}" },
    { "tool {pcs}", "tool", ":9: lookup-command: needs {pcs}" },
    { "tool {pcs}", "tool {pcs} {trace}", ":9: lookup-command: must not have {trace}" },
    { "lookup-command: tool {pcs}", "unwind-command: tool {pcs} {trace}", ":9: unwind-command: must not have {pcs}" },
    { "lookup-command: tool {pcs}", "unwind-command: tool", ":9: unwind-command: needs {trace}" },
    { "lookup-command: tool {pcs}", "unwind-command: tool --from={trace}",
      ":9: unwind-command: has {pcs}, {trace}, {sort} or {fit} inside" },
    { "lookup-command: tool {pcs} {elf}", "encode-command: tool {dump}",
      ":9: encode-command: needs {dump} and {sort}" },
    { "lookup-command: tool {pcs}", "encode-command: tool {sort} {dump}", ":9: encode-command: must not have {raw}" },
    { "lookup-command: tool {pcs} {elf}", "encode-command: tool {dump} -{sort}",
      ":9: encode-command: has {pcs}, {trace}, {sort} or {fit} inside" },
    { "lookup-command: tool {pcs} {elf}", "encode-command: tool {dump} {sort} -{fit}",
      ":9: encode-command: has {pcs}, {trace}, {sort} or {fit} inside" },
    { "lookup-command: tool {pcs} {elf}", "encodes: fits\nencode-command: tool {dump} {sort}",
      ":9: encodes: `fits` needs an `encode-command` with {fit}" },
    { "{pcs} {elf}", "{pcs} {elf} {fit}", ":9: lookup-command: must not have {fit}: only `encode-command` has it" },
    { "lookup-command: tool {pcs} {elf}", "encode-command: tool {dump} {sort} {pcs}",
      ":9: encode-command: must not have {pcs}" },
    { "pc-option: --pc", "elf-command: tool {raw}", ":10: elf-command: needs {elf}" },
    { "pc-option: --pc", "elf-command: tool", ":10: elf-command: needs {raw} or {elf}" },
    { "pc-option: --pc", "elf-error: 2", ":10: elf-error: has a condition without a value" },
    { "pc-option: --pc", "without: colour", ":10: without: `colour` is not one of size flexible" },
    { "pc-option: --pc", "needs: size", ":10: needs: `size` is not one of sorted pcrel functions" },
    { "pc-option: --pc", "hides: rows", ":10: hides: `rows` is not one of function-ends" },
    { "pc-option: --pc", "shows: pc.fde", ":10: shows: `pc.fde` is not one of pc.signal" },
    { "pc-option: --pc", "needs: pcrel\nneeds: sorted", ":11: needs: is given twice" },
    { "pc-option: --pc", "without: size\nwithout: size", ":11: without: is given twice" },
    { "pc-option: --pc", "encodes: best", ":10: encodes: `best` is not one of canonical fits" },
    { "pc-option: --pc", "encodes: fits canonical fits", ":10: encodes: `fits` is given twice" },
    { "pc-option: --pc", "encodes: fits\nencodes: fits", ":11: encodes: is given twice" },
    { "tool {pcs}", "tool --pc={pcs}", ":9: lookup-command: has {pcs}, {trace}, {sort} or {fit} inside" },
    { "pc-option: --pc", "pc-option: -p c", ":10: pc-option: is more than one word" },
    { "env: A=b", "env: Ab", ":11: env: is not NAME=VALUE" },
    { "exit 2", "exit 256", ":15: reject: has an exit status" },
    { "exit 2", "stdin x", ":15: reject: has a condition that is not exit" },
    { "exit 2", "stderr [", ":15: reject: is not an extended" },
    { "exit 2", "exit 1; exit 2; exit 3; exit 4; exit 5", ":15: reject: has more than 4" },
    { "accept: exit 0; stderr-not ^error\n", "", ":1: the key `accept` is missing" },
    { "reject-names: finding", "reject-names: words", ":16: reject-names: is not `finding`" },
    { "normaliser: dump", "normaliser: objdump", ":17: normaliser: unknown normaliser; use dump, readelf or llvm" },
    { "normaliser: dump", "normaliser: readelf", ":17: normaliser: `readelf` can do `decode` only" },
    { "profiles: v1 v2e1", "profiles: v1 v4", ":18: profiles: `v4` is not one of v1 v2 v2e1 v2e2 v3" },
    { "abis: amd64", "abis: amd64 i386", ":19: abis: `i386` is not one of aarch64 amd64 s390x" },
    { "orders: little", "orders: middle", ":20: orders: `middle` is not one of little big" },
    { "section.abi fre.ra", "section.abi fre.abi",
      ":21: unobservable: `fre.abi` is not a key of the dump; the keys are section.version section.endian" },
    { "section.abi fre.ra", "fre.words", ":21: unobservable: `fre.words` is not a key of the dump" },
    { "section.abi fre.ra", "fre.ra@amd64 fre.ra@x86",
      ":21: unobservable: `fre.ra@x86` has another ABI after its @ than aarch64, amd64 or s390x" },
    { "section.abi fre.ra", "fre.ra@", ":21: unobservable: `fre.ra@` has another ABI" },
    { "section.abi fre.ra", "fre.abi@amd64", ":21: unobservable: `fre.abi@amd64` is not a key of the dump" },
    { "section.abi fre.ra", "fre.ra@amd64 fre.ra@amd64", ":21: unobservable: `fre.ra@amd64` is given twice" },
    { "AMB-044 reject", "AMB-044", ":22: policy: is not `ID ANSWER`" },
    { "AMB-044 reject", "AMB-044 maybe", ":22: policy: `maybe` is not an answer to AMB-044; it has accept reject" },
    { "AMB-044 reject", "AMB-006 accept", ":22: policy: `accept` is not an answer to AMB-006; it has reject" },
    { "AMB-044 reject", "AMB-001 accept", ":22: policy: `accept` is not an answer to AMB-001; it has none" },
    { "AMB-044 reject", "AMB-0 reject", ":22: policy: names an open question" },
    { "policy: AMB-032 accept", "policy: AMB-044 accept", ":23: policy: answers the same" },
    { "level: strict", "level: Strict", ":26: level: is not safe, read, refuse, validate or strict" },
    { "seconds: 7", "level: read", ":26: level: is given twice" },
    { "seconds: 7", "seconds: 0", ":24: a limit of 0" },
    { "memory-mib: 0", "output-kib: 0", ":25: a limit of 0" },
    { "seconds: 7", "seconds: 7s", ":24: seconds: is not a number" },
    { "seconds: 7", "seconds: 3601", ":24: seconds: is not a number" },
};

static void test_changes(void)
{
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *text = scratch_replace(good, changes[i].from, changes[i].to);
        refused("bad.conf", text, changes[i].message);
        free(text);
    }
    refused("none.conf",
            "name: tool\nrung: command\nversion-command: t\nversion-pattern: (.)\naccept: exit 0\n"
            "reject: exit 1\nnormaliser: dump\nprofiles: v1\nabis: amd64\norders: little\n",
            "one of `decode-command`");
}

/* A file may declare less than its commands can do. A tool that says only yes or no needs no normaliser. */
static void test_ops(void)
{
    static const char text[] = "name: tool\nrung: command\nversion-command: tool\nversion-pattern: (.)\n"
                               "accept: exit 0\nreject: exit 1\nprofiles: v1\nabis: amd64\norders: little\n";
    static const char decode[] = "decode-command: tool {raw}\n", encode[] = "encode-command: tool {sort} {dump}\n";
    static const struct {
        const char *commands, *more, *ops, *message;
    } rows[] = {
        { decode, "ops: validate\n", "validate", NULL },
        { encode, "", "encode", NULL },
        { decode, "ops: validate\nlookup-command: tool {pcs} {raw}\n", "validate", NULL },
        { decode, "", NULL, "bad.conf:1: the key `normaliser` is missing" },
        { decode, "ops: decode\n", NULL, "bad.conf:1: the key `normaliser` is missing" },
        { encode, "ops: validate\n", NULL,
          "bad.conf:11: ops: `validate` is not one of those that its commands can do: encode" },
        { decode, "ops: validate lookup\n", NULL,
          "bad.conf:11: ops: `lookup` is not one of those that its commands can do: decode validate" },
        { decode, "ops: validate guess\n", NULL, "bad.conf:11: ops: `guess` is not one of decode validate lookup" },
        { decode, "ops: validate\nlookup-command: tool {pcs} {raw}\nnormaliser: readelf\n", "validate", NULL },
        { decode, "ops: lookup\nlookup-command: tool {pcs} {raw}\nnormaliser: readelf\n", NULL,
          "bad.conf:13: normaliser: `readelf` can do `decode` only" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_buffer b = { 0 };
        struct sfc_config c;
        struct sfc_error error = { "" };
        sfc_buffer_printf(&b, "%s%s%s", text, rows[i].commands, rows[i].more);
        const bool read = sfc_config_read(&c, scratch_text("bad.conf", b.data), &error);
        OK(read == (rows[i].ops != NULL) && (read || strstr(error.text, rows[i].message)), "ops %zu: %s", i,
           error.text);
        if (read) {
            IS_TEXT(c.ops, rows[i].ops, "its ops");
            sfc_config_free(&c);
        }
        sfc_buffer_free(&b);
    }
}

/* Commands as a person would type them: the same that the runner runs. */
static void test_commands(void)
{
    static const char text[] =
        "name: tool\nrung: command\nversion-command: tool\nversion-pattern: (.)\naccept: exit 0\nreject: exit 1\n"
        "normaliser: dump\n"
        "profiles: v1\nabis: amd64\norders: little\n"
        "decode-command: tool --at={addr} {profile}/{abi}/{order} it's {elf}\n"
        "lookup-command: ./tool {pcs} {raw}\n"
        "unwind-command: tool {trace} {raw}\n"
        "encode-command: tool {sort} {fit} {dump} {profile}\n";
    static const char elf[] = "elf-command: tool --elf {elf}\n";
    static const struct {
        enum sfc_op op;
        const char *more, *line;
    } rows[] = {
        { SFC_OP_DECODE, "",
          "sframe-conform show --elf case.elf v1/x && tool --at=0x1000 v1/amd64/little 'it'\\''s' case.elf" },
        { SFC_OP_DECODE, "env: A=b\nenv: C=d e\n",
          "sframe-conform show --elf case.elf v1/x && "
          "env A=b 'C=d e' tool --at=0x1000 v1/amd64/little 'it'\\''s' case.elf" },
        { SFC_OP_LOOKUP, "", "./tool 0x1 0xffffffffffffffff '/a b/x.sframe'" },
        { SFC_OP_LOOKUP, "pc-option: --pc\n", "./tool --pc 0x1 --pc 0xffffffffffffffff '/a b/x.sframe'" },
        { SFC_OP_UNWIND, "",
          "tool --pc 0x104 --sp 0x7000 --fp 0x0 --reg 10=0x5 --mem 0x7000=0x1 --mem 0x7008=0x2 "
          "--pac-mask 0xff --max 3 '/a b/x.sframe'" },
        { SFC_OP_DECODE, elf, "tool --elf '/a b/x.sframe'" },
        { SFC_OP_ENCODE, "", "tool '/a b/x.sframe' v1" },
        { SFC_OP_ENCODE, "", "tool --sort --canonical '/a b/x.sframe' v1" },
    };
    const uint64_t pcs[] = { 1, UINT64_MAX };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_buffer b = { 0 };
        struct sfc_config c;
        struct sfc_error error = { "" };
        const struct sfc_request request = {
            .op = rows[i].op,
            .profile = "v1",
            .abi = "amd64",
            .order = "little",
            .addr = 0x1000,
            .file = "/a b/x.sframe",
            .pcs = pcs,
            .num_pcs = 2,
            .regs = "pc=0x104 sp=0x7000 fp=0x0 r10=0x5",
            .mem = "0x7000=0x1 0x7008=0x2",
            .pac_mask = "0xff",
            .max = "3",
            .elf = rows[i].more == elf,
            .sort = i == sizeof rows / sizeof rows[0] - 1,
            .fit = i == sizeof rows / sizeof rows[0] - 1,
        };
        sfc_buffer_printf(&b, "%s%s", text, rows[i].more);
        if (OK(sfc_config_read(&c, scratch_text("commands.conf", b.data), &error), "a file with commands is read (%s)",
               error.text)) {
            char *line = sfc_rung_command.by_hand(&c, &request, "v1/x", NULL);
            IS_TEXT(line, rows[i].line, "command of %s", sfc_op_name(rows[i].op));
            free(line);
            sfc_config_free(&c);
        }
        sfc_buffer_free(&b);
    }
}

/* A file that adapters share may include another one. */
static void test_include(void)
{
    static const char part[] = "include: inner.inc\nrung: command\nversion-command: tool --version\n"
                               "version-pattern: ^tool ([0-9.]+)$\ndecode-command: tool {raw}\nabis: amd64\n";
    static const char inner[] = "accept: exit 0\nreject: exit 1\nnormaliser: dump\norders: little\n";
    static const struct {
        const char *text, *message;
    } wrong[] = {
        { "include: part.inc\nabis: amd64\nprofiles: v1\nname: t\n", "whole.conf:2: abis: is given twice" },
        { "include: part.inc\nprofiles: v1\n", "whole.conf:1: the key `name` is missing" },
        { "include: ../part.inc\n", "whole.conf:1: include: is not the name of a file" },
        { "include: none.inc\n", "none.inc: cannot be opened" },
        { "include: whole.conf\n", "whole.conf:1: include: is more than 4 files deep" },
        { "include: many.inc\n", "many.inc:64: include: is one of more than 64 files" },
        { "include: bad.inc\n", "bad.inc:1: nam: is not a key" },
        { "include: part.inc\nname: t\nprofiles: v1\ninclude: stray.inc\n",
          "stray.inc:2: object: does not belong to an adapter" },
        { "include: part.inc\nname: t\nprofiles: v1\ninclude: zero.inc\n", "zero.inc:1: a limit of 0 seconds" },
        { "name: t\nrung: command\nversion-command: tool\ndecode-command: tool {raw}\n"
          "lookup-command: tool {pcs} {raw}\naccept: exit 0\nreject: exit 1\nabis: amd64\norders: little\n"
          "profiles: v1\nversion-pattern: (x)\ninclude: normaliser.inc\n",
          "normaliser.inc:1: normaliser: `readelf` can do `decode` only" },
        { "name: t\nrung: command\nversion-command: tool\ndecode-command: tool {raw}\ninclude: inner.inc\nabis: amd64\n"
          "profiles: v1\ninclude: version.inc\n",
          "version.inc:1: version-pattern: has no group" },
    };
    struct sfc_config c;
    struct sfc_error error = { "" };
    scratch_text("part.inc", part);
    scratch_text("inner.inc", inner);
    scratch_text("bad.inc", "nam: tool\n");
    scratch_text("zero.inc", "seconds: 0\n");
    scratch_text("normaliser.inc", "normaliser: readelf\n");
    scratch_text("version.inc", "version-pattern: x\n");
    scratch_text("stray.inc", "# a comment\nobject: x\n");
    scratch_text("empty.inc", "# a comment\n");
    struct sfc_buffer many = { 0 };
    for (unsigned i = 0; i < 64; i++)
        sfc_buffer_printf(&many, "include: empty.inc\n");
    scratch_text("many.inc", many.data);
    sfc_buffer_free(&many);
    const char *path = scratch_text("whole.conf", "# a comment\nname: t\ninclude: part.inc\nprofiles: v1\n");
    if (OK(sfc_config_read(&c, path, &error), "a file that includes others is read (%s)", error.text)) {
        IS_TEXT(c.abis, "amd64", "a value from the included file");
        IS_TEXT(c.orders, "little", "a value from a file that this one includes");
        IS_TEXT(c.profiles, "v1", "and its own");
        sfc_config_free(&c);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused("whole.conf", wrong[i].text, wrong[i].message);
}

/* Adding a word goes through all before it, so there is a limit. */
static void test_many_words(void)
{
    static const char *const values[][3] = {
        { "rung: command\ndecode-command: ", "x ", ":2: decode-command: has more than 1000 words" },
        { "rung: framed\ncommand: ", "x ", ":2: command: has more than 1000 words" },
        { "rung: framed\nname: t", "\nenv: A=1", ":1003: env: is given more than 1000 times" },
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "%s", values[i][0]);
        for (unsigned k = 0; k <= 1000; k++)
            sfc_buffer_printf(&b, "%s", values[i][1]);
        b.len -= values[i][1][1] == ' ';
        b.data[b.len] = '\0';
        sfc_buffer_printf(&b, "\n");
        refused("words.conf", b.data, values[i][2]);
        sfc_buffer_free(&b);
    }
}

/* The other two rungs need few keys, and leave the rest to the adapter. */
static void test_rungs(void)
{
    struct sfc_config c;
    struct sfc_error error = { "" };
    const char *path =
        scratch_text("framed.conf", "name: x\nrung: framed\ncommand: {here}/a b{here} --c\nprofiles: v1\n");
    OK(sfc_config_read(&c, path, &error) && c.rung_kind == SFC_RUNG_FRAMED, "a framed adapter's file");
    char expected[1024];
    snprintf(expected, sizeof expected, "%s/a", scratch_folder());
    IS_TEXT(c.command[0], expected, "the folder of the file in a word");
    snprintf(expected, sizeof expected, "b%s", scratch_folder());
    IS_TEXT(c.command[1], expected, "at its end");
    OK(strcmp(c.command[2], "--c") == 0 && !c.command[3], "a word without it, and the end");
    OK(strcmp(sfc_config_program(&c), c.command[0]) == 0, "its program");
    OK(strcmp(c.profiles, "v1") == 0 && !c.ops && !c.abis && !c.has_seconds, "what it leaves open");
    sfc_config_free(&c);
    path = scratch_text("object.conf", "name: x\nrung: in-process\nobject: {here}/x.so\nseconds: 3\n");
    OK(sfc_config_read(&c, path, &error) && c.rung_kind == SFC_RUNG_IN_PROCESS && c.has_seconds,
       "a shared object's file");
    snprintf(expected, sizeof expected, "%s/x.so", scratch_folder());
    IS_TEXT(c.object, expected, "its object");
    OK(!sfc_config_program(&c), "which is not a program");
    sfc_config_free(&c);
    OK(chdir(scratch_folder()) == 0 && sfc_config_read(&c, "object.conf", &error) && strcmp(c.object, expected) == 0,
       "the folder is absolute, however the file is named: %s", c.object);
    sfc_config_free(&c);
}

/* What a file says of a variable is all that its adapter gets of it. */
static void test_variables(void)
{
    struct sfc_config c;
    struct sfc_error error = { "" };
    char *text = scratch_replace(good, "env: A=b\n", "env: HOME=own\nenv: LC_ALL=C.UTF-8\nenv: HOME=other\n");
    unsigned num_own = 0, num_all = 0;
    setenv("HOME", "foreign", 1);
    OK(sfc_config_read(&c, scratch_text("env.conf", text), &error), "a file with variables (%s)", error.text);
    char **env = sfc_make_env(&c);
    for (size_t i = 0; env[i]; i++) {
        num_own += strcmp(env[i], "HOME=own") == 0 || strcmp(env[i], "LC_ALL=C.UTF-8") == 0;
        num_all += strncmp(env[i], "HOME=", 5) == 0 || strncmp(env[i], "LC_ALL=", 7) == 0;
    }
    OK(num_own == 2 && num_all == 2, "each variable once, the file's own");
    sfc_words_free(env);
    sfc_config_free(&c);
    free(text);
}

TESTS(test_good, test_ops, test_commands, test_changes, test_include, test_many_words, test_variables, test_rungs)
