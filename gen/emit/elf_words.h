/* SPDX-License-Identifier: MIT */
/* elf_words.h - the numbers of the ELF specification that the generator writes. */
#ifndef GEN_ELF_WORDS_H
#define GEN_ELF_WORDS_H

enum {
    PT_NULL = 0,
    PT_LOAD = 1,
    PT_NOTE = 4,
    PT_GNU_STACK = 0x6474e551,
    PT_GNU_SFRAME = 0x6474e554,
    PN_XNUM = 0xffff,
    SHT_PROGBITS = 1,
    SHT_SYMTAB = 2,
    SHT_STRTAB = 3,
    SHT_RELA = 4,
    SHT_NOTE = 7,
    SHT_NOBITS = 8,
    SHT_GROUP = 17,
    SHT_SYMTAB_SHNDX = 18,
    SHT_GNU_SFRAME = 0x6ffffff4,
    SHF_WRITE = 1,
    SHF_ALLOC = 2,
    SHF_EXECINSTR = 4,
    SHF_INFO_LINK = 0x40,
    SHF_GROUP = 0x200,
    SHN_ABS = 0xfff1,
    SHN_XINDEX = 0xffff,
    STB_GLOBAL = 1,
    STT_OBJECT = 1,
    STT_FUNC = 2,
    STT_SECTION = 3,
    STT_FILE = 4,
    EHDR_SIZE = 64,
    PHDR_SIZE = 56,
    SHDR_SIZE = 64,
    RELA_SIZE = 24,
    SYM_SIZE = 24
};

#endif
