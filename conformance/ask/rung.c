/* SPDX-License-Identifier: MIT */
/* What the rungs share. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "rung.h"

const struct sfc_rung *sfc_rung_find(const struct sfc_config *config)
{
    return config->rung_kind == SFC_RUNG_COMMAND ? &sfc_rung_command : &sfc_rung_framed;
}

void sfc_answer_free(struct sfc_answer *a)
{
    free(a->dump);
    free(a->detail);
    free(a->message);
    free(a->fault_class);
    free(a->section);
    free(a->place);
    free(a->before.message);
    *a = (struct sfc_answer){ 0 };
}

const char *sfc_reply_says(enum sfc_reply reply)
{
    static const char *const names[] = {
        "accepted",    "rejected",           "answered \"unsupported\"", "crashed",         "did not answer in time",
        "hit a limit", "broke the protocol", "gave two answers",         "was interrupted", "was not asked",
    };
    return names[reply];
}

char *sfc_answer_words(const struct sfc_answer *a, const char *what, const char *between)
{
    return sfc_format("%s%s%s%s%s", what, a->detail ? between : "", a->detail ? a->detail : "", a->message ? ": " : "",
                      a->message ? a->message : "");
}

/* Of two with one name the first counts. Not both: bash and the dynamic loader take the last one, Python the first. */
static void add_variable(char ***env, char *text)
{
    const size_t len = strcspn(text, "=") + 1;
    bool is_there = false;
    for (size_t i = 0; *env && (*env)[i]; i++)
        is_there = is_there || strncmp((*env)[i], text, len) == 0;
    if (is_there)
        free(text);
    else
        sfc_words_add(env, text);
}

/* The adapter file's own variables come first. */
char **sfc_make_env(const struct sfc_config *config)
{
    static const char *const passed[] = { "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH" };
    char **env = NULL;
    for (size_t i = 0; config->env && config->env[i]; i++)
        add_variable(&env, sfc_copy_string(config->env[i]));
    add_variable(&env, sfc_copy_string("LC_ALL=C"));
    for (unsigned i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (getenv(passed[i]))
            add_variable(&env, sfc_format("%s=%s", passed[i], getenv(passed[i])));
    return env;
}

void sfc_add_corpus_option(struct sfc_buffer *b, const char *corpus)
{
    if (!corpus)
        return;
    sfc_buffer_printf(b, "--corpus ");
    sfc_add_quoted(b, corpus);
    sfc_buffer_printf(b, " ");
}

/* ---- A section in an ELF file ---------------------------------------------------------- */

/* Older headers lack it. */
enum { NUM_SECTIONS = 3, TYPE_SFRAME = 0x6ffffff4 };

static const char names[] = "\0.sframe\0.shstrtab";
enum { NAME_SFRAME = 1, NAME_SHSTRTAB = 9 };

/* The members of a header, each as many bytes wide as its digit says. */
static void put(struct sfc_buffer *out, bool big, const char *widths, const uint64_t *values)
{
    for (; *widths; widths++, values++) {
        const unsigned width = (unsigned)(*widths - '0');
        uint8_t bytes[8];
        for (unsigned i = 0; i < width; i++)
            bytes[big ? width - 1 - i : i] = (uint8_t)(*values >> 8 * i);
        sfc_buffer_add(out, bytes, width);
    }
}

static unsigned machine_of(const char *abi)
{
    return strcmp(abi, "amd64") == 0 ? EM_X86_64 : strcmp(abi, "aarch64") == 0 ? EM_AARCH64 : EM_S390;
}

void sfc_wrap_elf(const struct sfc_request *request, struct sfc_buffer *elf)
{
    const bool big = strcmp(request->order, "big") == 0;
    const uint8_t ident[EI_NIDENT] = { 0x7f, 'E', 'L', 'F', ELFCLASS64, big ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT };
    const bool early = strcmp(request->profile, "v1") == 0 || strcmp(request->profile, "v2") == 0;
    const uint64_t names_at = sizeof(Elf64_Ehdr) + (uint64_t)request->size;
    const uint64_t headers_at = (names_at + sizeof names + 7) / 8 * 8;
    const size_t start = elf->len;

    sfc_buffer_add(elf, ident, sizeof ident);
    /* e_type e_machine e_version e_entry e_phoff e_shoff e_flags e_ehsize e_phentsize e_phnum e_shentsize e_shnum
       e_shstrndx */
    put(elf, big, "2248884222222",
        (const uint64_t[]){ ET_EXEC, machine_of(request->abi), 1, 0, 0, headers_at, 0, sizeof(Elf64_Ehdr), 0, 0,
                            sizeof(Elf64_Shdr), NUM_SECTIONS, 2 });

    sfc_buffer_add(elf, request->bytes, request->size);
    sfc_buffer_add(elf, names, sizeof names);
    while (elf->len - start < headers_at)
        sfc_buffer_add(elf, "", 1);
    /* sh_name sh_type sh_flags sh_addr sh_offset sh_size sh_link sh_info sh_addralign sh_entsize */
    const uint64_t headers[NUM_SECTIONS][10] = {
        { 0 },
        { NAME_SFRAME, early ? SHT_PROGBITS : TYPE_SFRAME, SHF_ALLOC, request->addr, sizeof(Elf64_Ehdr), request->size,
          0, 0, request->addr % 8 == 0 ? 8 : 1, 0 },
        { NAME_SHSTRTAB, SHT_STRTAB, 0, 0, names_at, sizeof names, 0, 0, 1, 0 },
    };
    for (unsigned i = 0; i < NUM_SECTIONS; i++)
        put(elf, big, "4488884488", headers[i]);
}
