/* SPDX-License-Identifier: MIT */
/*
 * fake_adapter MODE: an adapter that lies, crashes, hangs, cuts answers short, floods or decodes
 * wrongly.
 *
 * It answers `decode` as the reference does, so the runner's own questions pass; look-ups
 * misbehave. The modes of wrong.c decode wrongly, those of forgets.c forget what they opened, those of limited.c leave
 * something out on purpose.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <time.h>

#include "leaves.h"
#include "readers.h"
#include "ref_answer.h"
#include "surroundings.h"

#ifdef HAVE_ELF
#define HAS_ELF "raw elf"
#else
#define HAS_ELF "raw"
#endif

static struct sfa_adapter adapter = {
    .name = "fake",
    .version = "1.2.3",
    .profiles = "v1 v2 v2e1 v2e2 v3",
    .abis = "aarch64 amd64 s390x",
    .orders = "little big",
    .ops = "decode lookup",
    .answer = ref_answer,
};

/* More than the runner can read: four processes write without end. */
static void flood_stderr(void)
{
    static const char block[65536];

    (void)!fork();
    (void)!fork();
    for (;;)
        if (write(2, block, sizeof block) < 0)
            _exit(1);
}

static void hang(void)
{
    for (;;)
        pause();
}

static void pause_ms(long ms)
{
    const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };
    nanosleep(&t, NULL);
}

/* ---- Modes that go through the loop of adapter.h --------------------------------------------- */

/* A dump without functions, for any section. */
static enum sfa_status accept_all(const struct sfa_request *request, struct sfa_answer *answer)
{
    answer->len = 0;
    sfa_printf(answer, "sframe-dump 1\n");
    if (request->op == SFA_DECODE)
        sfa_printf(answer,
                   "section version=1 endian=%s abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=0 fres=0 "
                   "fre-len=0\n",
                   request->order);
    for (size_t i = 0; i < request->num_pcs; i++)
        sfa_printf(answer, "pc 0x%llx none\n", (unsigned long long)request->pcs[i]);
    return SFA_ACCEPT;
}

/* Refuses only a bad magic, which the runner tests before it begins. */
static enum sfa_status accept_most(const struct sfa_request *request, struct sfa_answer *answer)
{
    const enum sfa_status status = ref_answer(NULL, request, answer);
    const bool refuses = status == SFA_REJECT && strcmp(answer->fault_class, "bad-magic") == 0;
    return refuses || status == SFA_ACCEPT ? status : accept_all(request, answer);
}

/* Allocates until there is no memory, then answers as PROTOCOL.md says. */
static enum sfa_status exhaust(void)
{
    /* A compiler may remove an allocation that nobody uses. */
    static void *volatile last;
    for (size_t mib = 0; mib < 4096; mib++) {
        last = malloc((size_t)1 << 20);
        if (!last)
            return SFA_LIMIT;
    }
    return SFA_ACCEPT;
}

/* ---- Modes that show only in a long run ------------------------------------------------------ */

enum { RARELY = 1400 };

/* Memory that nobody frees, and that is written to. */
static void keep(size_t size)
{
    static void *volatile last;
    char *lost = malloc(size);
    if (lost)
        memset(lost, 1, size);
    last = lost;
    (void)last;
}

/* Of the mode `grows-FROM-COUNT`: is memory kept after question `asked`? */
static bool grows_at(const char *mode, unsigned asked)
{
    unsigned from, count;
    return sscanf(mode, "grows-%u-%u", &from, &count) == 2 && asked > from && asked - from <= count;
}

/* A wrong answer, or one that names no class and no range, after every 1,400 questions; or memory
   that is kept. */
static enum sfa_status tire(const char *mode, const struct sfa_request *request, struct sfa_answer *answer)
{
    static unsigned asked, since;
    enum sfa_status status = ref_answer(NULL, request, answer);
    asked++;
    since++;
    if (strcmp(mode, "rarely-wrong") == 0 && since >= RARELY) {
        since = 0;
        return status == SFA_REJECT ? accept_all(request, answer) : SFA_REJECT;
    }
    if (strcmp(mode, "rarely-vague") == 0 && since >= RARELY && status == SFA_REJECT) {
        since = 0;
        answer->fault_class[0] = '\0';
        answer->has_range = false;
    }
    if (grows_at(mode, asked))
        keep(4096);
    return status;
}

/* ---- Leaks of one kind --------------------------------------------------------------------- */

/* What malloc() makes 64 bytes of. */
enum { LITTLE = 48 };

/* What the mode `leaks-KIND` forgets to free, or to close. */
static bool leaks_now(const char *kind, const struct sfa_request *request, enum sfa_status status)
{
    const struct {
        const char *kind;
        bool is_so;
    } kinds[] = {
        { "any", true },
        { "elf", strcmp(request->container, "elf") == 0 },
        { "elf-rejected", strcmp(request->container, "elf") == 0 && status == SFA_REJECT },
        { "section", request->op == SFA_DECODE && strcmp(request->container, "raw") == 0 && status == SFA_ACCEPT },
        { "rejected", request->op == SFA_DECODE && strcmp(request->container, "raw") == 0 && status == SFA_REJECT },
        { "lookup", request->op == SFA_LOOKUP && status == SFA_ACCEPT },
        { "lookup-rejected", request->op == SFA_LOOKUP && status == SFA_REJECT },
        { "trace", request->op == SFA_UNWIND && status == SFA_ACCEPT },
        { "trace-rejected", request->op == SFA_UNWIND && status == SFA_REJECT },
        { "encoding", request->op == SFA_ENCODE && status == SFA_ACCEPT },
        { "refusal", request->op == SFA_ENCODE && status == SFA_REJECT },
        { "sequence", request->op == SFA_SEQUENCE && status == SFA_ACCEPT },
        { "sequence-rejected", request->op == SFA_SEQUENCE && status == SFA_REJECT },
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].is_so;
    return false;
}

/* `leaks-KIND` keeps a little memory, `opens-KIND` a file; `collects` keeps much of each question and frees it all
   after a while, as one does that collects its garbage. */
static enum sfa_status leak(const char *mode, const struct sfa_request *request, struct sfa_answer *answer)
{
    enum { GARBAGE = 1024, PIECES = 700 };
    static void *garbage[PIECES];
    static unsigned pieces;
    const enum sfa_status status = ref_answer(NULL, request, answer);
    if (strcmp(mode, "collects") == 0) {
        if (pieces == PIECES)
            while (pieces > 0)
                free(garbage[--pieces]);
        garbage[pieces] = malloc(GARBAGE);
        if (garbage[pieces])
            memset(garbage[pieces++], 1, GARBAGE);
    } else if (leaks_now(mode + strlen("leaks-"), request, status)) {
        if (*mode == 'l')
            keep(LITTLE);
        else
            (void)!dup(2);
    }
    return status;
}

/* FREs of a dump, or of a section by a header in this machine's byte order, which may lie. */
static size_t count_rows(const struct sfa_request *request)
{
    enum { NUM_FRES_AT = 12, HEADER = 28, MOST = 20000 };
    uint32_t count = 0;
    if (request->op == SFA_ENCODE)
        for (size_t i = 0; i + 3 < request->size; i++)
            count += memcmp(request->body + i, "\nfre", 4) == 0;
    else if (request->size >= HEADER)
        memcpy(&count, request->body + NUM_FRES_AT, sizeof count);
    count = count < request->size ? count : (uint32_t)request->size;
    return count < MOST ? count : MOST;
}

/* Takes CPU time that grows with the cube: 150 ms for 16,000 rows, on any machine, which is far above what the
   reference takes beside other work. clock() counts microseconds. */
static void take_time(uint64_t rows)
{
    for (const clock_t end = clock() + (clock_t)(rows * rows * rows / 27000000); clock() < end;)
        ;
}

/* `slow-OP` takes a time that grows with the cube of the rows; `small-OP` refuses large questions; `tiny-OP` dies. */
static enum sfa_status tarry(const char *mode, const struct sfa_request *request, struct sfa_answer *answer)
{
    const size_t large = request->op == SFA_ENCODE ? 500000 : 60000;
    static const char *const ops[] = { [SFA_DECODE] = "decode", [SFA_LOOKUP] = "lookup", [SFA_ENCODE] = "encode" };
    const bool is_slow = strncmp(mode, "slow-", 5) == 0;
    const bool is_op = request->op < sizeof ops / sizeof ops[0] && ops[request->op]
                       && strcmp(ops[request->op], strchr(mode, '-') + 1) == 0;
    if (is_op && mode[0] == 't' && request->size > large / 2)
        raise(SIGSEGV);
    if (is_op && !is_slow && request->size > large)
        return SFA_REJECT;
    if (is_op && is_slow)
        take_time(count_rows(request));
    return ref_answer(NULL, request, answer);
}

/* The folder of the report; "": none. */
static char report_folder[4096] = "";

/* Writes an empty line over each file of the report, and what the runner has written so far. */
static void forge(void)
{
    static const char *const names[] = { "results.jsonl", "results.jsonl.part", "report.html", "report.md",
                                         "junit.xml" };
    char path[sizeof report_folder + 32];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", report_folder, names[i]);
        FILE *f = fopen(path, "w");
        if (!f || fputs("\n", f) < 0 || fclose(f) != 0)
            abort();
    }
}

/* The modes that crash, hang, spin or print. */
static void misbehave_outside(const char *mode)
{
    if (strcmp(mode, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(mode, "abort") == 0) {
        fputs("assertion failed: it did not hold\n", stderr);
        abort();
    }
    if (strcmp(mode, "exit") == 0)
        exit(0);
    if (strcmp(mode, "hang") == 0)
        hang();
    if (strcmp(mode, "floods-stderr") == 0)
        flood_stderr();
    if (strcmp(mode, "spin") == 0)
        for (volatile unsigned i = 0;; i++)
            if (i % (1 << 22) == 0)
                fputs("it goes on\n", stderr);
    if (strcmp(mode, "slow") == 0)
        pause_ms(50);
    if (strcmp(mode, "junk-stderr") == 0)
        for (unsigned i = 0; i < 20000; i++)
            fputs("ERROR: AddressSanitizer: SEGV, it says, but nobody believes it\n", stderr);
    if (strcmp(mode, "stray-stdout") == 0)
        puts("printed by the implementation, not by the loop");
    surroundings_meet(mode);
}

/* Speaks of what it decodes, and then dies of look-ups: of version 1 without a word. */
static enum sfa_status speak_and_die(const struct sfa_request *request, struct sfa_answer *answer)
{
    if (request->op == SFA_DECODE) {
        fprintf(stderr, "words about a section of %zu bytes\n", request->size);
        return ref_answer(NULL, request, answer);
    }
    if (request->body[2] != 1)
        fputs("its own last words\n", stderr);
    raise(SIGSEGV);
    return SFA_INTERNAL;
}

/* The modes with an answer of their own for look-ups. */
static enum sfa_status answer_lookup(const char *mode, const struct sfa_request *request, struct sfa_answer *answer)
{
    if (strcmp(mode, "reject-all") == 0)
        return SFA_REJECT;
    if (strcmp(mode, "forges-report") == 0) {
        forge();
        return SFA_REJECT;
    }
    if (strcmp(mode, "exhaust") == 0)
        return exhaust();
    if (strcmp(mode, "cannot") == 0)
        return SFA_UNSUPPORTED;
    if (strcmp(mode, "internal") == 0)
        return sfa_say(answer, SFA_INTERNAL, "an impossible error code");
    if (strcmp(mode, "leaves-zombies") == 0 && !leaves_zombies())
        return SFA_REJECT;
    if (strcmp(mode, "unstable") == 0)
        return SFA_UNSTABLE;
    static unsigned looked_up;
    if (strcmp(mode, "tires") == 0 && looked_up++ > 0)
        return SFA_REJECT;
    return ref_answer(NULL, request, answer);
}

static bool asks_for_leak(const char *mode)
{
    return strncmp(mode, "leaks-", 6) == 0 || strncmp(mode, "opens-", 6) == 0 || strcmp(mode, "collects") == 0;
}

static bool is_large_mode(const char *mode)
{
    return strncmp(mode, "slow-", 5) == 0 || strncmp(mode, "small-", 6) == 0 || strncmp(mode, "tiny-", 5) == 0;
}

static enum sfa_status misbehave(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    const char *mode = ctx;
    static unsigned asked;
    if (sfa_has_word("rarely-wrong rarely-vague", mode) || strncmp(mode, "grows-", 6) == 0)
        return tire(mode, request, answer);
    if (is_large_mode(mode))
        return tarry(mode, request, answer);
    if (asks_for_leak(mode))
        return leak(mode, request, answer);
    if (strcmp(mode, "last-words") == 0)
        return speak_and_die(request, answer);
    if (strcmp(mode, "chokes-on-empty") == 0 && request->size == 0)
        abort();
    if (strcmp(mode, "counts") == 0)
        snprintf(answer->message, sizeof answer->message, "question %u", ++asked);
    if (strcmp(mode, "accept-anything") == 0)
        return accept_all(request, answer);
    if (strcmp(mode, "reject-anything") == 0)
        return SFA_REJECT;
    if (strcmp(mode, "accept-all") == 0)
        return accept_most(request, answer);
    if (request->op == SFA_DECODE)
        return ref_answer(NULL, request, answer);
    misbehave_outside(mode);
    return answer_lookup(mode, request, answer);
}

/* ---- Modes that write their own frames ------------------------------------------------------ */

static void write_all(int fd, const char *text, size_t len)
{
    for (size_t done = 0; done < len;) {
        const ssize_t n = write(fd, text + done, len - done);
        if (n <= 0)
            exit(71);
        done += (size_t)n;
    }
}

static void write_text(int fd, const char *text)
{
    write_all(fd, text, strlen(text));
}

/* Writes junk, a wrong number, too little or too much in place of the answer to question `seq`. */
static void write_wrong(const char *mode, int out, unsigned long seq)
{
    char text[128];
    if (strcmp(mode, "junk-stdout") == 0) {
        write_text(out, "Hello, world\n");
    } else if (strcmp(mode, "wrong-number") == 0) {
        snprintf(text, sizeof text, "@result %lu 16\nstatus: reject\n\n", seq + 1);
        write_text(out, text);
    } else if (strcmp(mode, "wrong-type") == 0) {
        snprintf(text, sizeof text, "@case %lu 16\nstatus: reject\n\n", seq);
        write_text(out, text);
    } else if (strcmp(mode, "cut-short") == 0) {
        snprintf(text, sizeof text, "@result %lu 100\nstatus: rej", seq);
        write_text(out, text);
        exit(0);
    } else if (strcmp(mode, "stops-short") == 0) {
        snprintf(text, sizeof text, "@result %lu 100\nstatus: rej", seq);
        write_text(out, text);
        hang();
    } else if (strcmp(mode, "closes-stdout") == 0) {
        close(out);
        close(1);
        hang();
    } else if (strcmp(mode, "oversized") == 0) {
        snprintf(text, sizeof text, "@result %lu 99999999999\n", seq);
        write_text(out, text);
    } else if (strcmp(mode, "flood") == 0) {
        for (;;)
            write_text(out, "a line that is written again and again\n");
    }
}

/* Changes a question that must be refused into one that need not be. */
static void overlook(const char *mode, char *payload, size_t len)
{
    static const char *const modes[] = { "overlooks-must", "guesses-ops", "guesses-profiles" };
    static const char *const from[] = { "!some-day", "op: divine", "profile: v3" };
    static const char *const to[] = { "-some-day", "op: decode", "profile: v1" };
    for (unsigned i = 0; i < 3; i++)
        for (size_t at = 0; strcmp(mode, modes[i]) == 0 && at + strlen(from[i]) <= len; at++)
            if (memcmp(payload + at, from[i], strlen(from[i])) == 0)
                memcpy(payload + at, to[i], strlen(to[i]));
}

/* Whether a process started before; MARK remembers it. */
static bool is_second_start(const char *mark)
{
    FILE *f = fopen(mark, "r");
    const bool second = f != NULL;
    if (!f)
        f = fopen(mark, "w");
    if (f)
        fclose(f);
    return second;
}

/* After a right answer: more bytes, a crash, or an end without an error. */
static void misbehave_late(const char *mode, const char *mark, int out, unsigned long seq)
{
    char text[64];
    snprintf(text, sizeof text, "@result %lu 16\nstatus: reject\n\n", seq);
    if (strcmp(mode, "answers-twice") == 0)
        write_text(out, text);
    if (strcmp(mode, "dies-between") == 0)
        abort();
    if (strcmp(mode, "ends-between") == 0 || (strcmp(mode, "ends-once") == 0 && !is_second_start(mark)))
        exit(0);
    static bool left;
    if (strcmp(mode, "leaves-group") == 0 && !left)
        leaves_process(mark);
    left = true;
}

static int serve(const char *mode, const char *mark, int in, int out)
{
    struct sfa_stream s = { .in = in, .out = out };
    struct sfa_frame f;
    struct sfa_answer answer = { .text = NULL };
    unsigned num_asked = 0;
    while (sfa_next(&s, &f) && strcmp(f.type, "bye") != 0) {
        if (strcmp(f.type, "hello") == 0) {
            sfa_say_hello(&s, &adapter, f.seq);
            continue;
        }
        /* Of 4 cases, the last question of the second pass. */
        if (strcmp(mode, "interrupts") == 0 && ++num_asked == 8) {
            kill(getppid(), SIGINT);
            hang();
        }
        const bool is_lookup = f.len > 10 && memcmp(f.payload, "op: lookup", 10) == 0;
        if (is_lookup)
            write_wrong(mode, out, f.seq);
        overlook(mode, f.payload, f.len);
        sfa_answer_case(&s, &adapter, &f, &answer);
        if (is_lookup)
            misbehave_late(mode, mark, out, f.seq);
    }
    free(s.input);
    free(s.output.text);
    free(answer.text);
    if (strcmp(mode, "stays") == 0)
        hang();
    return strcmp(mode, "fails-at-end") == 0 ? 23 : 0;
}

/* The modes that declare something false. Returns false for another mode. */
static bool lie(char *mode, const char *mark)
{
    static const char *const policies[] = { "AMB-044 reject", NULL };
    if (strcmp(mode, "lies-of-ops") == 0) {
        adapter.ops = "decode lookup unwind";
        adapter.answer = misbehave;
    } else if (strcmp(mode, "lies-of-policy") == 0) {
        adapter.policies = policies;
    } else if (strcmp(mode, "lies-of-abis") == 0) {
        adapter.abis = "sparc";
    } else if (strcmp(mode, "changes-hello") == 0) {
        adapter.answer = misbehave;
        adapter.version = is_second_start(mark) ? "2.0" : "1.0";
    } else if (strcmp(mode, "says-little") == 0) {
        adapter.ops = NULL;
    } else {
        return false;
    }
    static char crash[] = "crash", cannot[] = "cannot";
    adapter.ctx = strcmp(mode, "changes-hello") == 0 ? crash : cannot;
    return true;
}

/* fake_adapter MODE [MARK-FILE] */
int main(int argc, char **argv)
{
    static const char raw_modes[] =
        "junk-stdout wrong-number wrong-type cut-short stops-short closes-stdout oversized flood answers-twice "
        "dies-between leaves-group ends-between ends-once fails-at-end stays overlooks-must guesses-ops "
        "guesses-profiles interrupts";
    char *mode = argc > 1 ? argv[1] : (char[]){ "sane" };
    surroundings_see();
    /* The mark of fakes.py is FOLDER.conf.mark. */
    if (argc > 2)
        snprintf(report_folder, sizeof report_folder, "%.*s", (int)strlen(argv[2]) - (int)strlen(".conf.mark"),
                 argv[2]);
    const char *mark = argc > 2 ? argv[2] : "";
    if (!wrong_declare(mode, &adapter) && !forgets_declare(mode, &adapter) && !limited_declare(mode, &adapter)
        && !lie(mode, mark)) {
        adapter.answer = misbehave;
        adapter.ctx = mode;
        if (asks_for_leak(mode) || is_large_mode(mode)) {
            adapter.ops = "decode lookup unwind encode sequence";
            adapter.containers = HAS_ELF;
        }
    }
    if (strcmp(mode, "last-words") == 0)
        fputs("words before its hello\n", stderr);
    if (!sfa_has_word(raw_modes, mode))
        return sfa_main(&adapter);
    if (strcmp(mode, "guesses-profiles") == 0)
        adapter.profiles = "v1 v2 v2e1 v2e2";
    const int out = dup(1);
    return serve(mode, mark, 0, out);
}
