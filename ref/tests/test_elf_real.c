/* SPDX-License-Identifier: MIT */
/* ELF files that real assemblers and linkers wrote, named on the command line: the routes agree,
   and function starts agree with the symbol table. The symbol table is read with libelf's own
   functions, not with the code under test. */
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

/* Facts of the file without SFrame: its functions, and the places of its PLT entries. */
struct function {
    uint64_t section, value, size; /* section 0 in a linked file: there value is an address */
    bool found;
};
static struct {
    struct function list[4096];
    size_t count;
    struct {
        uint64_t low, high;
    } plt[8];
    size_t num_plt;
    bool relocatable, has_startup; /* it has the C start-up files, which have no SFrame data */
} file;

static uint8_t *read_file(const char *path, size_t *size)
{
    struct stat st;
    uint8_t *bytes = NULL;
    const int fd = open(path, O_RDONLY);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        *size = (size_t)st.st_size;
        bytes = malloc(*size);
        if (bytes && read(fd, bytes, *size) != st.st_size) {
            free(bytes);
            bytes = NULL;
        }
    }
    close(fd);
    return bytes;
}

/* ---- Symbols, by libelf ---- */

static void add_symbols(Elf *elf, Elf_Scn *scn, const GElf_Shdr *shdr)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    for (size_t i = 0; data && i < shdr->sh_size / shdr->sh_entsize; i++) {
        GElf_Sym sym;
        if (!gelf_getsym(data, (int)i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC || sym.st_shndx == SHN_UNDEF
            || file.count == sizeof file.list / sizeof file.list[0])
            continue;
        const char *name = elf_strptr(elf, shdr->sh_link, sym.st_name);
        file.has_startup |= name && strcmp(name, "_init") == 0;
        file.list[file.count++] =
            (struct function){ file.relocatable ? sym.st_shndx : 0, sym.st_value, sym.st_size, false };
    }
}

static bool read_symbols(uint8_t *bytes, size_t size)
{
    GElf_Ehdr ehdr;
    size_t names;
    elf_version(EV_CURRENT);
    memset(&file, 0, sizeof file);
    Elf *elf = elf_memory((char *)bytes, size);
    if (!elf || !gelf_getehdr(elf, &ehdr) || elf_getshdrstrndx(elf, &names) != 0)
        return false;
    file.relocatable = ehdr.e_type == ET_REL;
    for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn; scn = elf_nextscn(elf, scn)) {
        GElf_Shdr shdr;
        if (!gelf_getshdr(scn, &shdr))
            continue;
        const char *name = elf_strptr(elf, names, shdr.sh_name);
        if (shdr.sh_type == SHT_SYMTAB)
            add_symbols(elf, scn, &shdr);
        if (name && strncmp(name, ".plt", 4) == 0 && file.num_plt < 8) {
            file.plt[file.num_plt].low = shdr.sh_addr;
            file.plt[file.num_plt++].high = shdr.sh_addr + shdr.sh_size;
        }
    }
    elf_end(elf);
    return true;
}

/* Marks the functions with this start and size; false if there is none. */
static bool is_function(uint64_t section, uint64_t value, uint64_t size)
{
    bool any = false;
    for (size_t i = 0; i < file.count; i++) {
        struct function *f = &file.list[i];
        if (f->section == section && f->value == value && f->size == size)
            any = f->found = true;
    }
    return any;
}

static bool is_plt(uint64_t addr)
{
    bool any = false;
    for (size_t i = 0; i < file.num_plt; i++)
        any |= addr >= file.plt[i].low && addr < file.plt[i].high;
    return any;
}

/* ---- Comparison ---- */

static void compare_functions(const char *name, const struct sfr_elf *elf)
{
    struct sfr_section s;
    unsigned unknown = 0, missing = 0, plt = 0;
    if (!OK(sfr_open(&s, elf->data, elf->size, elf->addr, SFR_PROFILE_AUTO, NULL) == 0, "%s: the section opens", name))
        return;
    for (uint32_t i = 0; i < s.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde = { 0 };
        uint32_t section = 0;
        sfr_read_fde(&s, i, &fde);
        uint64_t value = fde.start;
        if (!file.relocatable && is_plt(value))
            plt++;
        else
            unknown += (file.relocatable && !sfr_elf_locate(elf, fde.start, &section, &value))
                       || !is_function(section, value, fde.sfde_func_size);
    }
    for (size_t i = 0; i < file.count; i++)
        missing += !file.list[i].found;
    OK(s.hdr.sfh_num_fdes > 0 && file.count > 0, "%s: has %u FDEs and %zu function symbols", name, s.hdr.sfh_num_fdes,
       file.count);
    IS_U64(unknown, 0, "%s: every FDE is a function of the symbol table, but for %u in the PLT", name, plt);
    OK(missing == 0 || (file.has_startup && missing < file.count), "%s: %u functions have no FDE", name, missing);
    OK(sfr_check(elf->data, elf->size, elf->addr, SFR_PROFILE_AUTO, NULL, NULL).accepted, "%s: the section is accepted",
       name);
}

static void compare_routes(const char *name, const uint8_t *bytes, size_t size, const struct sfr_elf *by_name)
{
    struct sfr_elf other;
    struct sfr_elf_error error;
    const bool has_type = by_name->shdr.type == SFR_SHT_GNU_SFRAME;
    const enum sfr_elf_fault typed = sfr_elf_open(&other, bytes, size, SFR_ELF_BY_TYPE, SFR_ELF_ONLY, &error);
    IS_U64(typed, has_type ? SFR_ELF_OK : SFR_ELF_NOT_FOUND, "%s: by type it is %sfound", name, has_type ? "" : "not ");
    if (!typed)
        OK(other.data == by_name->data && other.size == by_name->size && other.addr == by_name->addr,
           "%s: and the same", name);
    sfr_elf_close(&other);
    if (!OK(sfr_elf_open(&other, bytes, size, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, &error) == 0, "%s: by segment (%s)",
            name, error.text))
        return;
    OK(other.addr == by_name->addr && other.size >= by_name->size
           && memcmp(other.data, by_name->data, by_name->size) == 0,
       "%s: the segment begins with the section, at the same address", name);
    size_t zeros = by_name->size;
    while (zeros < other.size && other.data[zeros] == 0)
        zeros++;
    IS_U64(zeros, other.size, "%s: its other %zu bytes are zero", name, other.size - by_name->size);
    sfr_elf_close(&other);
}

/* ld -r before 2.45 keeps the inputs' relocation offsets on the section that it merged. */
static void check_merged(const char *name, enum sfr_elf_fault fault, const char *text)
{
    IS_U64(fault, SFR_ELF_BAD_RELOCATION, "%s: refused", name);
    OK(strstr(text, "where no FDE's start field is") != NULL, "%s: %s", name, text);
}

static void check_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct sfr_elf elf;
    struct sfr_elf_error error;
    size_t size = 0;
    uint8_t *bytes = read_file(path, &size);
    if (!OK(bytes && read_symbols(bytes, size), "%s: read", name)) {
        free(bytes);
        return;
    }
    const enum sfr_elf_fault fault = sfr_elf_open(&elf, bytes, size, SFR_ELF_BY_NAME, SFR_ELF_ONLY, &error);
    if (fault == SFR_ELF_BAD_RELOCATION && strstr(name, "partial")) {
        check_merged(name, fault, error.text);
    } else if (OK(fault == SFR_ELF_OK, "%s: opens (%s)", name, error.text)) {
        compare_functions(name, &elf);
        if (!file.relocatable)
            compare_routes(name, bytes, size, &elf);
        sfr_elf_close(&elf);
    }
    free(bytes);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        check_file(argv[i]);
    if (argc == 1)
        printf("1..0 # SKIP no assembler here writes SFrame data\n");
    return argc == 1 ? 0 : tap_done();
}
