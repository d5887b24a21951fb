/* SPDX-License-Identifier: 0BSD */
/* Asks a reader in any language: an adapter for `sframe-conform run` (rung: framed, see PROTOCOL.md), whose command
   is in the environment variable SFK_ADAPTER. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sfr_text.h>

#include "ask.h"

/* The longest answer, which hello tells the adapter. */
enum { MAX_ANSWER = 67108864 };
static FILE *to, *from;
static unsigned long sequence;
static bool looks_up, decodes;

/* Its last message: the whole payload, and in it the body. */
static char *payload, *body;
static size_t payload_len;

__attribute__((noreturn)) static void die(const char *why)
{
    fprintf(stderr, "adapter: %s\n", why);
    abort();
}

static void start(void)
{
    const char *command = getenv("SFK_ADAPTER");
    struct sigaction on_alarm;
    int in[2], out[2];

    if (!command || pipe(in) != 0 || pipe(out) != 0)
        die("SFK_ADAPTER must be the command of an adapter");
    signal(SIGPIPE, SIG_IGN);
    /* libFuzzer looks at its clock in a signal handler, which must not cut off an answer. */
    sigaction(SIGALRM, NULL, &on_alarm);
    on_alarm.sa_flags |= SA_RESTART;
    sigaction(SIGALRM, &on_alarm, NULL);
    const pid_t child = fork();
    if (child < 0)
        die("cannot be started");
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = fdopen(in[1], "wb");
    from = fdopen(out[0], "rb");
    if (!to || !from)
        die("no memory");
}

/* Sends a request and reads its answer. The program ends if the adapter has ended: its reader crashed. */
static void ask(const char *type, const char *keys, const void *bytes, size_t size)
{
    char kind[16];
    unsigned long number;

    fprintf(to, "@%s %lu %zu\n%s\n", type, ++sequence, strlen(keys) + 1 + size, keys);
    fwrite(bytes, 1, size, to);
    fflush(to);
    if (fscanf(from, "@%15s %lu %zu", kind, &number, &payload_len) != 3 || getc(from) != '\n' || number != sequence)
        die("no answer: the reader crashed");
    if (payload_len > MAX_ANSWER)
        die("a longer answer than max-answer");
    char *larger = realloc(payload, payload_len + 2);
    if (!larger)
        die("no memory");
    payload = larger;
    if (fread(payload, 1, payload_len, from) != payload_len)
        die("half an answer");
    payload[payload_len] = '\0';
    body = strstr(payload, "\n\n");
    if (!body)
        die("an answer without an empty line");
    body[1] = '\0';
    body += 2;
}

/* ---- hello ---- */

static bool has_word(const char *list, const char *word)
{
    const size_t len = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += len)
        if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0' || at[len] == '@'))
            return true;
    return false;
}

/* A bit for each of these words, as enum sfk_hidden and enum sfk_refused have them. */
static unsigned bits_of(const char *list, const char *const *words)
{
    unsigned bits = 0;

    for (unsigned i = 0; words[i]; i++)
        bits |= has_word(list, words[i]) ? 1u << i : 0u;
    return bits;
}

static void declare(struct sfk_reader *reader, const char *key, const char *value)
{
    char question[32], answer[32];

    if (strcmp(key, "profiles") == 0) {
        for (unsigned p = SFR_PROFILE_V1; p <= SFR_PROFILE_V3; p++)
            if (has_word(value, sfr_profile_name((enum sfr_profile)p)))
                reader->reads.profiles |= 1u << p;
    } else if (strcmp(key, "abis") == 0) {
        reader->reads.abis = (has_word(value, "aarch64") ? 6u : 0) | (has_word(value, "amd64") ? 8u : 0)
                             | (has_word(value, "s390x") ? 16u : 0);
    } else if (strcmp(key, "orders") == 0) {
        reader->reads.order = !has_word(value, "big")      ? SFK_ORDER_LITTLE
                              : !has_word(value, "little") ? SFK_ORDER_BIG
                                                           : SFK_ORDER_ANY;
    } else if (strcmp(key, "ops") == 0) {
        looks_up = has_word(value, "lookup");
        decodes = has_word(value, "decode");
    } else if (strcmp(key, "unobservable") == 0) {
        reader->hides |= bits_of(value, (const char *const[]){ "pc.cfa", "pc.ra", "pc.fp", NULL });
    } else if (strcmp(key, "needs") == 0) {
        reader->refuses |= bits_of(value, (const char *const[]){ "sorted", "pcrel", "functions", NULL });
    } else if (strcmp(key, "without") == 0) {
        reader->refuses |= has_word(value, "flexible") ? SFK_REFUSES_FLEXIBLE : 0u;
    } else if (strcmp(key, "policy") == 0
               && (sscanf(value, "%31s %31s", question, answer) != 2
                   /* `accept` stands for each answer but a refusal. */
                   || (!sfk_declare(reader, question, answer) && strcmp(answer, "accept") != 0))) {
        die("an unknown policy");
    }
}

void ask_declare(struct sfk_reader *reader)
{
    char keys[64], key[32], value[256];

    start();
    snprintf(keys, sizeof keys, "protocol: 1\nmax-answer: %d\n", MAX_ANSWER);
    ask("hello", keys, "", 0);
    reader->hides = SFK_HIDES_MANGLED;
    /* A line of another form declares nothing here. The last one ends with '\n', too: an empty line followed it. */
    for (const char *line = payload; *line; line += strcspn(line, "\n") + 1)
        if (sscanf(line, "%31[^:\n]: %255[^\n]", key, value) == 2)
            declare(reader, key, value);
    if (reader->reads.profiles == 0 || reader->reads.abis == 0)
        die("a hello without profiles or abis");
    if (!looks_up && !decodes)
        die("a hello without the ops lookup or decode");
    /* A look-up need not read a function that no PC is in. */
    reader->late = !decodes;
    /* What the reader promises beyond the level `refuse`. */
    if (getenv("SFK_LEVEL") && !sfr_level_from_name(getenv("SFK_LEVEL"), &reader->level))
        die("SFK_LEVEL must be the name of a level");
}

/* ---- case ---- */

static bool is_accepted(void)
{
    char status[32];
    const char *line = strncmp(payload, "status: ", 8) == 0 ? payload : strstr(payload, "\nstatus: ");

    if (!line || sscanf(line, " status: %31s", status) != 1)
        die("an answer without a status");
    if (strcmp(status, "accept") != 0 && strcmp(status, "reject") != 0)
        die(status);
    return strcmp(status, "accept") == 0;
}

/* An adapter is asked for no ABI that it does not declare, also where the section names none. */
static unsigned abi_of(const struct sfk_section *section)
{
    static const unsigned abis[] = { SFR_ABI_AMD64_ENDIAN_LITTLE, SFR_ABI_AARCH64_ENDIAN_LITTLE,
                                     SFR_ABI_AARCH64_ENDIAN_BIG, SFR_ABI_S390X_ENDIAN_BIG };
    const struct sfk_wish *reads = reader_wish();
    size_t i = 0;

    if (section->size > 4 && sfr_abi_name(section->data[4]))
        return section->data[4];
    while (i < 3
           && (!(reads->abis >> abis[i] & 1)
               || (reads->order != SFK_ORDER_ANY && sfr_abi_is_big(abis[i]) != (reads->order == SFK_ORDER_BIG))))
        i++;
    return abis[i];
}

static void add_keys(char *keys, size_t size, const char *op, const struct sfk_section *section)
{
    static const char *const abis[] = { "", "aarch64", "aarch64", "amd64", "s390x" };
    const unsigned abi = abi_of(section);

    snprintf(keys, size, "op: %s\ncontainer: raw\nprofile: %s\nabi: %s\norder: %s\naddr: 0x%" PRIx64 "\n", op,
             sfr_profile_name(section->profile), abis[abi], sfr_abi_is_big(abi) ? "big" : "little", section->addr);
}

/* "cfa=sp+8 " */
static bool read_rule(const char *line, const char *key, unsigned abi, struct sfr_rule *rule)
{
    const char *at = strstr(line, key);
    return at && sfr_parse_rule(at + strlen(key), strcspn(at + strlen(key), " \n"), abi, rule);
}

static enum sfr_found read_row(char *line, unsigned abi, struct sfr_rules *rules)
{
    if (strstr(line, " none") && !strchr(line, '='))
        return SFR_FOUND_NO_FDE;
    if (strstr(line, " fre=none"))
        return SFR_FOUND_OUTERMOST;
    /* A rule that is not shown is any. */
    read_rule(line, " cfa=", abi, &rules->cfa);
    read_rule(line, " ra=", abi, &rules->ra);
    read_rule(line, " fp=", abi, &rules->fp);
    return SFR_FOUND;
}

static void look_up(const struct sfk_section *section, const struct sfk_questions *questions, struct reply *reply)
{
    static char keys[256 + 20 * SFK_MAX_PCS];

    add_keys(keys, 256, "lookup", section);
    strcat(keys, "pcs:");
    for (size_t i = 0; i < questions->num_pcs; i++)
        sprintf(keys + strlen(keys), " 0x%" PRIx64, questions->pcs[i]);
    strcat(keys, "\n");
    ask("case", keys, section->data, section->size);
    const bool accepted = is_accepted();
    char *line = accepted ? strchr(body, '\n') : NULL;
    for (size_t i = 0; i < questions->num_pcs; i++) {
        if (accepted && (!line || line[1] == '\0'))
            die("fewer lines than PCs");
        char *end = line ? strchr(line + 1, '\n') : NULL;
        if (end)
            *end = '\0';
        memset(&reply->rules[i], 0, sizeof reply->rules[i]);
        reply->found[i] = accepted ? read_row(line + 1, abi_of(section), &reply->rules[i]) : SFR_FOUND_BAD;
        line = end;
    }
}

void ask_reader(const struct sfk_section *section, const struct sfk_questions *questions, struct sfk_program *program,
                struct reply *reply)
{
    char keys[256];

    (void)program;
    reply->accepted = true;
    reply->has_dump = false;
    reply->num_frames = 0;
    /* No enum sfr_found: not answered. */
    memset(reply->found, 0xff, sizeof reply->found);
    if (decodes) {
        add_keys(keys, sizeof keys, "decode", section);
        ask("case", keys, section->data, section->size);
        reply->accepted = is_accepted();
        reply->has_dump = payload_len < sizeof reply->dump && !strchr(body, '?');
        if (reply->has_dump)
            strcpy(reply->dump, body);
    }
    if (reply->accepted && looks_up)
        look_up(section, questions, reply);
}
