/* SPDX-License-Identifier: MIT */
/* Sections in which every two features meet: from the levels that were chosen to a model and its questions. */
#include "pairs.h"

#include "random.h"
#include "readers.h"

#include <stdlib.h>
#include <string.h>

/* All starts and sizes are multiples of it: each block then starts with its function, and the masks of version 1 see
   that their function is aligned. */
enum { UNIT = 96, NEAREST = 0x10000 };

/* ---- Arrays -------------------------------------------------------------- */

struct gen_pairs_cell *gen_find_cell(struct gen_pairs *pairs, struct gen_target target, struct gen_error *error)
{
    const bool aarch64 = gen_is_aarch64(target.abi);
    const unsigned family = target.abi == GEN_AMD64 ? 0 : aarch64 ? 1 : 2;
    struct gen_pairs_cell *cell = &pairs->cells[target.profile][family];
    const struct gen_target targets[] = { { target.profile, aarch64 ? GEN_AARCH64_LITTLE : target.abi },
                                          { target.profile, GEN_AARCH64_BIG } };
    if (cell->placed)
        return cell;
    if (!gen_read_table(pairs->pool, pairs->file, pairs->text, targets, aarch64 ? 2 : 1, &cell->table, error))
        return NULL;
    cell->array = gen_make_array(pairs->pool, &cell->table, 11 + (uint64_t)target.profile * 8 + family);
    cell->placed = gen_alloc(pairs->pool, cell->array.num_sections, sizeof(*cell->placed));
    return cell;
}

struct gen_target gen_target_of(const struct gen_pairs_cell *cell, struct gen_target target, size_t section)
{
    const unsigned big = gen_find_level_named(&cell->table, "big");
    if (gen_is_aarch64(target.abi))
        target.abi = gen_has(cell->array.sections[section].levels, big) ? GEN_AARCH64_BIG : GEN_AARCH64_LITTLE;
    return target;
}

struct builder {
    struct gen_reading *in;
    struct gen_pool *pool;
    struct gen_plan *plan;
    struct gen_model *model; /* of the plan */
    const struct gen_table *table;
    const struct gen_chosen_section *section;
    unsigned drawn; /* values so far: no two rows are equal */
};

/* The words of the set's levels, one after the other; NULL after the last one. Starts with { 0, 0 }. */
struct word_cursor {
    unsigned level;
    size_t word;
};
static const char *next_word(const struct builder *b, struct gen_set set, struct word_cursor *at)
{
    for (; at->level < b->table->num_levels; at->level++, at->word = 0)
        if (gen_has(set, at->level) && at->word < b->table->levels[at->level].num_words)
            return b->table->levels[at->level].words[at->word++];
    return NULL;
}

/* The value of "KEY=VALUE" among the words of the set's levels; "" for a word without one, NULL: no level has it. */
static const char *word_of(const struct builder *b, struct gen_set set, const char *key)
{
    const size_t len = strlen(key);
    struct word_cursor at = { 0, 0 };
    for (const char *word; (word = next_word(b, set, &at));)
        if (strncmp(word, key, len) == 0 && (word[len] == '=' || !word[len]))
            return word + len + (word[len] == '=');
    return NULL;
}

/* ---- Header -------------------------------------------------------------- */

static int64_t number_of(const struct builder *b, struct gen_set set, const char *key, int64_t usual)
{
    const char *value = word_of(b, set, key);
    struct gen_number number;
    uint64_t bits = (uint64_t)usual;
    if (value && gen_parse_number(value, &number))
        gen_number_bits(number, &bits);
    return (int64_t)bits;
}

/* Words that are keys of recipes, with a value, are read as such. */
static bool set_header(struct builder *b)
{
    const struct gen_set levels = b->section->levels;
    struct word_cursor at = { 0, 0 };
    b->model->flags = 0;
    for (const char *word; (word = next_word(b, levels, &at));) {
        const size_t len = strcspn(word, "=");
        struct gen_line line = { .number = b->in->line->number, .key = word[len] ? gen_find_key(word, len) : NULL };
        const struct gen_reading in = { .pool = b->pool, .plan = b->plan, .line = &line };
        const bool flag = strncmp(word, "flag=", 5) == 0;
        const int bit = flag ? gen_find_word(gen_flag_names, GEN_NUM_FLAGS, word + 5, strlen(word + 5)) : 0;
        if (bit < 0 || (line.key && !gen_read_as(&in, line.key->read, word + len + 1)))
            return gen_refuse(b->in, "the words of levels have no '%s'", word);
        b->model->flags |= flag ? 1U << bit : 0;
    }
    /* A dump does not say which bytes are in it. */
    if (word_of(b, levels, "canonical"))
        b->model->aux.data = gen_alloc(b->pool, b->model->aux.len, 1);
    return true;
}

/* ---- Rows ---------------------------------------------------------------- */

/* An offset that a word of `width` bytes holds, and no narrower one. */
static int64_t offset_of(const struct builder *b, unsigned width, unsigned step)
{
    const int64_t least = width == 1 ? 16 : width == 2 ? 1000 : 100000;
    /* The CFA words of s390x count from 160, in eighths. */
    const int64_t eighths = width == 1 ? 1 : width == 2 ? 5000 : 40000;
    const bool s390x = b->plan->target.abi == GEN_S390X;
    return s390x ? 160 + 8 * (eighths + (int64_t)step) : least + 8 * (int64_t)step;
}

/* One of the row's words without its "$C", "$R" or "$F". The slots of RA and FP differ from each
   other and from the fixed ones, which an encoder would not write, and one of them is near. */
static char *fill_in(struct builder *b, const char *word, unsigned width)
{
    const char *dollar = strchr(word, '$');
    const unsigned step = b->drawn % 6;
    if (!dollar)
        return gen_copy(b->pool, word, strlen(word));
    const int64_t far = width == 2 ? 1000 : 100000;
    const int64_t near_slot = 24 + 16 * (int64_t)step, far_slot = width == 1 ? near_slot + 8 : far + 16 * (int64_t)step;
    const int64_t value = dollar[1] == 'C'                    ? offset_of(b, width, step)
                          : (dollar[1] == 'R') == (width < 4) ? near_slot
                                                              : far_slot;
    return gen_textf(b->pool, "%.*s%lld%s", (int)(dollar - word), word, (long long)value, dollar + 2);
}

static bool add_row(struct builder *b, uint32_t start, struct gen_set levels)
{
    const unsigned wide = gen_find_level_named(b->table, "w4"), middle = gen_find_level_named(b->table, "w2");
    const unsigned width = gen_has(levels, wide) ? 4 : gen_has(levels, middle) ? 2 : 1;
    struct gen_buf text = { .pool = b->pool };
    gen_addf(&text, "%u", (unsigned)start);
    struct word_cursor at = { 0, 0 };
    for (const char *word; (word = next_word(b, levels, &at));)
        if (strncmp(word, "open=", 5) != 0)
            gen_addf(&text, " %s", fill_in(b, word, width));
    b->drawn++;
    return gen_read_as(b->in, gen_read_row, gen_text(&text));
}

/* Where the last of the rows starts: as far as the width of starts lets it. */
static uint32_t last_start(const struct gen_func *func)
{
    static const uint32_t most[] = { 200, 5000, 66000 };
    const uint32_t room = func->mask && func->rep ? func->rep : func->size;
    return room == 0 ? 0 : most[func->fre_type] < room ? most[func->fre_type] : room - 1;
}

static bool add_rows(struct builder *b, const struct gen_chosen_func *chosen)
{
    const struct gen_func *func = &b->model->funcs[b->model->num_funcs - 1];
    const uint32_t last = last_start(func);
    const bool mask_v1 = func->mask && !func->rep;
    for (unsigned r = 0; r < chosen->num_rows; r++) {
        const uint32_t even = chosen->num_rows > 1 ? last / (chosen->num_rows - 1) * r : 0;
        const uint32_t start = r == 0 ? 0 : mask_v1 ? 1U << (r - 1) : r + 1 == chosen->num_rows ? last : even;
        if (!add_row(b, start, chosen->rows[r]))
            return false;
    }
    return true;
}

/* ---- Functions ----------------------------------------------------------- */

static bool add_func(struct builder *b, const struct gen_chosen_func *chosen, int64_t at)
{
    struct gen_buf text = { .pool = b->pool };
    if (!chosen)
        return gen_read_as(b->in, gen_read_func, gen_textf(b->pool, "%+lld size=%d entry", (long long)at, UNIT));
    gen_addf(&text, "%+lld size=%lld", (long long)at, (long long)number_of(b, chosen->levels, "size", UNIT));
    struct word_cursor cursor = { 0, 0 };
    for (const char *word; (word = next_word(b, chosen->levels, &cursor));)
        if (!strchr(word, '=') || strncmp(word, "rep=", 4) == 0)
            gen_addf(&text, " %s", word);
    return gen_read_as(b->in, gen_read_func, gen_text(&text)) && add_rows(b, chosen);
}

/* Where each function starts; the first is a plain one, so that each other has a distance to one before it. */
static int64_t *place(const struct builder *b)
{
    const unsigned count = b->section->num_funcs;
    int64_t *at = gen_alloc(b->pool, count + 1, sizeof(*at));
    int64_t end = NEAREST + UNIT - 1 - (int64_t)((b->model->addr + NEAREST + UNIT - 1) % UNIT);
    at[0] = end;
    end += UNIT;
    for (unsigned f = 0; f < count; f++) {
        const struct gen_set levels = b->section->funcs[f].levels;
        at[f + 1] = end + number_of(b, levels, "after", 0);
        end = at[f + 1] + number_of(b, levels, "size", UNIT);
    }
    const int64_t below = word_of(b, b->section->levels, "below") ? (end / UNIT + 1000) * UNIT : 0;
    for (unsigned f = 0; f <= count; f++)
        at[f] -= below;
    return at;
}

/* Numbers from the last to the first, and if `random`, shuffled after that; but the highest stays at the end,
   where bytes can be missing. */
static uint32_t *out_of_order(struct gen_pool *pool, uint32_t count, struct gen_random *random)
{
    uint32_t *order = gen_alloc(pool, count, sizeof(*order));
    for (uint32_t f = 0; f < count; f++)
        order[f] = f + 1 < count ? count - 2 - f : f;
    if (random && count > 2)
        gen_shuffle(random, order + 1, count - 2, sizeof(*order));
    return order;
}

static bool add_funcs(struct builder *b, const struct gen_chosen_func **placed)
{
    const struct gen_set levels = b->section->levels;
    const unsigned count = b->section->num_funcs + 1;
    const int64_t *at = place(b);
    struct gen_random random = gen_seed(count);
    const uint32_t *order = word_of(b, levels, "shuffle") ? out_of_order(b->pool, count, &random) : NULL;
    for (unsigned f = 0; f < count; f++) {
        const uint32_t which = order ? order[f] : f;
        placed[f] = which ? &b->section->funcs[which - 1] : NULL;
        if (!add_func(b, placed[f], at[which]))
            return false;
    }
    const char *gap = word_of(b, levels, "gap");
    /* Not before a function without rows, whose place the bytes may not tell from that of the next one. */
    unsigned f = count / 2;
    while (b->model->funcs[f].num_rows == 0)
        f = (f + 1) % count;
    if (gap && !gen_parse_bytes(b->pool, gap, &b->model->funcs[f].gap))
        return gen_refuse(b->in, "expected bytes, got 'gap=%s'", gap);
    if (word_of(b, levels, "move-runs"))
        b->model->order = out_of_order(b->pool, count, NULL);
    return true;
}

/* ---- Questions ----------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Both sides of each edge: of functions, of rows, and of the second and the last block. */
static void ask_edges(struct gen_pool *pool, struct gen_plan *plan)
{
    const struct gen_model *model = &plan->model;
    size_t room = 0, count = 0, kept = 0;
    for (uint32_t f = 0; f < model->num_funcs; f++)
        room += 8 + 4 * (size_t)model->funcs[f].num_rows;
    uint64_t *pcs = gen_alloc(pool, room, sizeof(*pcs));
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const struct gen_func *func = &model->funcs[f];
        const uint64_t start = model->addr + (uint64_t)func->at, block = func->mask ? func->rep : 0;
        const uint64_t edges[] = { start, start + func->size, start + block, start + func->size - block };
        for (size_t i = 0; i < (block && func->size ? 4 : 2); i++) {
            pcs[count++] = edges[i] - 1;
            pcs[count++] = edges[i];
        }
        for (uint32_t r = 1; r < func->num_rows; r++) {
            pcs[count++] = start + func->rows[r].start - 1;
            pcs[count++] = start + func->rows[r].start;
            if (block && func->size)
                pcs[count++] = start + func->size - block + func->rows[r].start;
        }
    }
    qsort(pcs, count, sizeof(*pcs), by_value);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || pcs[i] != pcs[kept - 1])
            pcs[kept++] = pcs[i];
    plan->pcs = pcs;
    plan->num_pcs = (unsigned)kept;
}

/* The open question that the section touches, if there is one. */
static bool set_verdict(struct builder *b)
{
    struct gen_plan *plan = b->plan;
    struct gen_fault fault;
    const char *open = word_of(b, b->section->levels, "open");
    plan->fault = word_of(b, b->section->levels, "doubt");
    for (unsigned f = 0; f < b->section->num_funcs; f++)
        for (unsigned r = 0; r < b->section->funcs[f].num_rows && !open; r++)
            open = word_of(b, b->section->funcs[f].rows[r], "open");
    plan->open = open;
    plan->open_line = plan->expect_line = b->in->line->number;
    plan->verdict = plan->fault ? GEN_POLICY : GEN_ACCEPT;
    if (!plan->fault)
        return true;
    if (!gen_find_fault(plan->fault, &fault) || !fault.policy)
        return gen_refuse(b->in, "'%s' is no doubt with a question", plan->fault);
    plan->policy = fault.policy;
    plan->clauses = gen_textf(b->pool, "%s %s", plan->clauses, gen_offended(b->pool, &fault, plan->target));
    return true;
}

static void set_title(struct builder *b)
{
    struct gen_buf title = { .pool = b->pool };
    const char *before = ": ";
    gen_addf(&title, "%s", b->plan->title);
    for (unsigned i = 0; i < b->table->num_levels; i++)
        if (gen_has(b->section->levels, i) && b->table->levels[i].num_words) {
            gen_addf(&title, "%s%s", before, b->table->levels[i].name);
            before = ", ";
        }
    b->plan->title = gen_text(&title);
}

/* What an encoder makes of the section: the narrowest starts, rows in the order of the functions, nothing unused. */
static void ask_encoder(struct builder *b)
{
    b->model->order = NULL;
    for (uint32_t f = 0; f < b->model->num_funcs; f++)
        b->model->funcs[f].fre_type = gen_smallest_fre_type(&b->model->funcs[f]);
    b->plan->encoding.line = b->in->line->number;
}

/* Title, verdict and questions of the section that was built. */
static bool set_questions(struct builder *b, bool is_encoded, bool is_canonical)
{
    struct gen_plan *plan = b->plan;
    if (!set_verdict(b))
        return false;
    set_title(b);
    if (is_encoded) {
        ask_encoder(b);
        return true;
    }
    ask_edges(b->pool, plan);
    plan->machine.line = plan->machine.ends_line = plan->machine.mem_line = b->in->line->number;
    gen_fill_machine(b->pool, plan);
    if (is_canonical)
        plan->encoding.line = b->in->line->number;
    return true;
}

/* "N of MOST": the N-th section of the target's array, which has at most so many. "N of MOST encoded": what an encoder
   makes of it; only those without an open question, and whose form is not canonical already. */
bool gen_read_pairs(struct gen_reading *in)
{
    struct gen_plan *plan = in->plan;
    struct gen_pairs *pairs = plan->recipe->cases ? plan->recipe->cases->pairs : NULL;
    int64_t number, most;
    const bool is_encoded = in->count == 4 && gen_word_is(in, 3, "encoded");
    if ((in->count != 3 && !is_encoded) || !gen_word_is(in, 1, "of") || !gen_parse_int(in->words[0], 1, 1000, &number)
        || !gen_parse_int(in->words[2], number, 1000, &most) || !plan->title || !plan->clauses)
        return false;
    if (!pairs)
        return gen_refuse(in, "there is no pairs.txt beside the areas of the recipes");
    struct gen_pairs_cell *cell = gen_find_cell(pairs, plan->target, plan->why);
    if (!cell)
        return false;
    if (cell->array.num_sections > (size_t)most)
        return gen_refuse(in, "the array has %zu sections, more than %d", cell->array.num_sections, (int)most);
    const size_t own = (size_t)number - 1;
    plan->has_model = true;
    plan->missing = own >= cell->array.num_sections || gen_target_of(cell, plan->target, own).abi != plan->target.abi;
    if (plan->missing)
        return true;
    struct builder b = {
        in, in->pool, plan, &plan->model, .table = &cell->table, .section = &cell->array.sections[own],
    };
    const bool is_canonical = word_of(&b, b.section->levels, "canonical");
    plan->missing = is_encoded && (is_canonical || gen_has_question(&cell->table, b.section));
    if (plan->missing)
        return true;
    cell->placed[own] = gen_alloc(pairs->pool, b.section->num_funcs + 1, sizeof(*cell->placed[own]));
    return set_header(&b) && add_funcs(&b, cell->placed[own]) && set_questions(&b, is_encoded, is_canonical);
}
