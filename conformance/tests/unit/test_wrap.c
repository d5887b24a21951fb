/* SPDX-License-Identifier: MIT */
/* The ELF wrapper, read back field by field from the offsets of the ELF specification. */
#include "probe.h"
#include "tap.h"
#include "wrap.h"

static uint64_t get(const struct sfc_buffer *elf, bool big, size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value = value << 8 | (at + i < elf->len ? (uint8_t)elf->data[at + (big ? i : width - 1 - i)] : 0);
    return value;
}

static void test_form(const char *profile, const char *abi, const char *order, uint64_t machine, uint64_t type,
                      uint64_t addr, uint64_t align)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7 };
    const bool big = strcmp(order, "big") == 0;
    const struct sfc_request request = {
        .profile = profile,
        .abi = abi,
        .order = order,
        .addr = addr,
        .bytes = bytes,
        .size = sizeof bytes,
    };
    struct sfc_buffer elf = { 0 };
    sfc_wrap_elf(&request, &elf);
    printf("# %s %s %s\n", profile, abi, order);
    OK(elf.len > 64 && memcmp(elf.data, "\177ELF\2", 5) == 0 && elf.data[5] == (big ? 2 : 1) && elf.data[6] == 1,
       "e_ident");
    IS_U64(get(&elf, big, 16, 2), 2, "e_type");
    IS_U64(get(&elf, big, 18, 2), machine, "e_machine");
    IS_U64(get(&elf, big, 58, 2), 64, "e_shentsize");
    IS_U64(get(&elf, big, 60, 2), 3, "e_shnum");
    IS_U64(get(&elf, big, 62, 2), 2, "e_shstrndx");
    const uint64_t headers = get(&elf, big, 40, 8);
    IS_U64(headers % 8, 0, "the section headers are aligned");
    IS_U64(elf.len, headers + 3 * 64, "and at the end");
    const size_t h = (size_t)headers + 64, names = (size_t)headers + 128;
    const uint64_t offset = get(&elf, big, h + 24, 8), strings = get(&elf, big, names + 24, 8);
    IS_U64(get(&elf, big, h + 4, 4), type, "sh_type");
    IS_U64(get(&elf, big, h + 8, 8), 2, "sh_flags");
    IS_U64(get(&elf, big, h + 16, 8), addr, "sh_addr");
    IS_U64(get(&elf, big, h + 32, 8), sizeof bytes, "sh_size");
    IS_U64(get(&elf, big, h + 48, 8), align, "sh_addralign");
    OK(offset + sizeof bytes <= elf.len && memcmp(elf.data + offset, bytes, sizeof bytes) == 0, "the bytes");
    IS_TEXT(elf.data + strings + get(&elf, big, h, 4), ".sframe", "the section's name");
    IS_TEXT(elf.data + strings + get(&elf, big, names, 4), ".shstrtab", "the name of the names");
    IS_U64(get(&elf, big, names + 4, 4), 3, "their type");
    OK(strings + get(&elf, big, names + 32, 8) <= headers, "their place");
    sfc_buffer_free(&elf);
}

int main(void)
{
    test_form("v1", "amd64", "little", 62, 1, 0x1000, 8);
    test_form("v1", "aarch64", "big", 183, 1, 0xfffffffffffff001, 1);
    test_form("v2", "aarch64", "little", 183, 1, 0, 8);
    test_form("v2e1", "s390x", "big", 22, 0x6ffffff4, 0x1004, 1);
    test_form("v2e2", "amd64", "big", 62, 0x6ffffff4, 8, 8);
    test_form("v3", "amd64", "little", 62, 0x6ffffff4, 0x7fffffffffffffff, 1);

    const struct sfc_request empty = { .profile = "v1", .abi = "amd64", .order = "little", .bytes = NULL, .size = 0 };
    struct sfc_buffer elf = { 0 };
    sfc_wrap_elf(&empty, &elf);
    const size_t h = (size_t)get(&elf, false, 40, 8) + 64;
    OK(get(&elf, false, h + 32, 8) == 0 && get(&elf, false, h + 24, 8) == 64, "an empty section stays one");
    sfc_buffer_free(&elf);
    return tap_done();
}
