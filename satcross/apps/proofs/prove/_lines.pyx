# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""The lines of a proof, made from the log of a search: in DRAT, or with hints in LRAT.

The log (docs/internals/certificates.md) is followed from the beginning to its end, with a trail of
letters. A DRAT checker finds by itself why a lemma follows, because unit propagation of the formula
does what the search does. There is one exception: a word that another slot has taken; before it is
needed, a line says so. In LRAT each line names the clauses that it follows from. What a slot says
is derived from a clause of the words that agree with its complete cells, which is kept for the next
time, and from a clause for each of these words that another letter excludes.

Sources: LRAT (Cruz-Filipe et al., CADE 2017); completing the steps of a constraint solver later
(Flippo et al., DRCP, CP 2024).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

import numpy as np

cdef enum:
    # Kinds of steps, and of what they follow from: see docs/internals/certificates.md.
    STEP_CLAUSE = 0
    STEP_LEMMA = 1
    STEP_CHOICE = 2
    STEP_FOLLOWED = 3
    STEP_REFUTED = 4
    STEP_KEPT = 5
    STEP_BACK = 6
    STEP_DEFINED = 7  # what an auxiliary stands for: the formula has clauses for that
    HINT_CLAUSE = 0
    HINT_SLOT = 1
    # What a literal on the trail follows from.
    ASSUMED = 0
    UNIT = 1        # a line of its own
    ONE = 2         # another letter of the cell
    LAST = 3        # all other letters of the cell
    CLAUSE = 4      # a clause, by its number
    SLOT = 5        # the words of a slot
    CHOICES = 6     # the choices so far: the opposite was refuted
    FAR = 1 << 30   # the place of a literal that is not on the trail
    FLUSH = 1 << 20
    FEW_WORDS = 8   # as many hints are shorter than one more line
    MAX_LENGTH = 256
    TICK_EVERY = 256

ctypedef struct Entry:
    int32_t literal   # 0 for a conflict
    int32_t kind
    int64_t of

ctypedef struct Slot:
    int n_words
    int length
    int first_word            # its variable; 0 for a slot without
    int64_t id                # of its first clause
    const int32_t *cells
    const int32_t *codes      # [n_words][length]
    const int32_t *order      # [length][n_words]: the words by their letter
    const int32_t *starts     # [length][n_letters + 1]: where in that a letter begins
    const int32_t *support    # [length][n_letters]: number of the letter's clause
    int64_t first_mark        # in `excluded`
    bint has_rivals

ctypedef struct Node:
    int64_t begin             # of its words
    int32_t n_words
    int64_t id                # of the clause that one of them is there


cdef void *room(int64_t n, size_t size) except NULL:
    cdef void *made = calloc(<size_t>(n if n > 0 else 1), size)
    if made == NULL:
        raise MemoryError
    return made


cdef int grow(void **array, int64_t *size, int64_t needed, size_t item) except -1:
    cdef int64_t wanted = max(2 * size[0], 64)
    cdef void *moved
    if needed <= size[0]:
        return 0
    while wanted < needed:
        wanted *= 2
    moved = realloc(array[0], <size_t>wanted * item)
    if moved == NULL:
        raise MemoryError
    array[0], size[0] = moved, wanted
    return 0


cdef class Lines:
    """Writes the lines of a proof.

    Literals are those of the formula but for its auxiliaries that the log knows, which here follow
    the letters.

    Args:
        ids: int32 (cells, letters): the variables of letters; 0 where there is none.
        first_auxiliary, n_auxiliaries: of the formula's variables that the log knows by number.
        slots: for each, (cells int32 (k,), codes int32 (n, k), first word variable or 0, number of
            its first clause, whether others may take its words).
        n_clauses: of the formula.
        form: "drat", "drat-binary" or "lrat".
        write: receives the lines, as bytes.
        taken: called with a slot and a row of its words: the list of its `Taker`s.

    Fields:
        n_added, n_deleted: lines so far.
        n_lemmas: lines so far that are steps of the search.
        is_over: whether the empty clause is written.
    """

    cdef int n_letters, n_cells, n_vars, n_slots, n_auxiliaries, first_auxiliary
    cdef int32_t *ids
    cdef int32_t *cell_of     # by variable
    cdef int32_t *letter_of
    cdef int32_t *first_of    # by cell
    cdef int32_t *n_of
    cdef int32_t *n_left      # by cell, letters that are not excluded
    cdef int32_t *holds       # by cell, its letter; 0 for none
    cdef int64_t *cell_id     # by cell, the number of its first clause
    cdef Slot *slots
    cdef object _keep
    cdef object write, taken
    cdef bint hinted, binary
    # The trail
    cdef Entry *trail
    cdef int32_t *at          # by literal (2 v, 2 v + 1 for -v), its place on the trail
    cdef int64_t *unit_id     # by place, the number of its line
    cdef uint8_t *mark        # by place, whether the line needs it
    cdef int32_t *cited       # by place, the line that names its unit
    cdef int32_t *named       # by variable, the line that has its clause with another letter
    cdef int n_trail, n_root
    cdef bint is_refuted      # there is a conflict, at `n_trail`
    # Words by the letters that they agree with
    cdef Node *nodes
    cdef int64_t n_nodes, max_nodes
    cdef int32_t *words
    cdef int64_t n_words, max_words
    cdef int64_t *keys        # node, letter; 0 for a free place
    cdef int32_t *values
    cdef int64_t n_keys, max_keys
    cdef int32_t *excluded    # by word, the line that excludes it
    cdef object takers        # (slot, row): numbers of lines and the letters that they need
    # Clauses of the log
    cdef const uint8_t *log
    cdef int64_t n_log, cursor
    cdef int64_t *starts      # by step
    cdef int64_t n_steps
    cdef int64_t *id_of       # by step, the number of the clause
    cdef int64_t *last_use    # by step, the last step that names it
    cdef int64_t *next_done   # by step, the next one with the same last use
    cdef int64_t *first_done
    cdef int32_t *arena
    cdef int64_t n_arena, max_arena
    cdef int64_t *clause_at   # by step, in `arena`: its size, then its literals
    cdef object choices       # (literal, place on the trail before it, what to delete after it)
    # The line that is made
    cdef int64_t *hints
    cdef int64_t n_hints, max_hints
    cdef int32_t *line
    cdef int64_t n_line, max_line
    cdef int32_t stamp
    cdef char *out
    cdef int64_t n_out, max_out
    cdef int64_t last_id
    cdef readonly int64_t n_added, n_deleted, n_lemmas
    cdef readonly bint is_over

    def __init__(
        self, const int32_t[:, ::1] ids not None, int first_auxiliary, int n_auxiliaries,
        list slots not None, int64_t n_clauses, str form not None, write, taken,
    ):
        cdef int cell, letter, n, i, v
        cdef int64_t first_id = 1, n_excluded = 0
        cdef const int32_t[::1] cells
        cdef const int32_t[:, ::1] codes, order, starts, support
        if self.slots != NULL:
            raise RuntimeError("lines are set up once")
        self._keep, self.write, self.taken = [ids], write, taken
        self.hinted, self.binary = form == "lrat", form == "drat-binary"
        self.n_cells, self.n_letters = <int>ids.shape[0], <int>ids.shape[1]
        self.first_auxiliary, self.n_auxiliaries = first_auxiliary, n_auxiliaries
        self.last_id = n_clauses
        self.ids = <int32_t *>room(<int64_t>self.n_cells * self.n_letters, sizeof(int32_t))
        self.first_of = <int32_t *>room(self.n_cells, sizeof(int32_t))
        self.n_of = <int32_t *>room(self.n_cells, sizeof(int32_t))
        self.n_left = <int32_t *>room(self.n_cells, sizeof(int32_t))
        self.holds = <int32_t *>room(self.n_cells, sizeof(int32_t))
        self.cell_id = <int64_t *>room(self.n_cells, sizeof(int64_t))
        self.n_vars = int(np.count_nonzero(ids))
        n = self.n_vars + n_auxiliaries + 1
        self.cell_of = <int32_t *>room(n, sizeof(int32_t))
        self.letter_of = <int32_t *>room(n, sizeof(int32_t))
        for cell in range(self.n_cells):
            for letter in range(self.n_letters):
                v = ids[cell, letter]
                self.ids[cell * self.n_letters + letter] = v
                if v:
                    if not self.n_of[cell]:
                        self.first_of[cell] = v
                    if v != self.first_of[cell] + self.n_of[cell] or v > self.n_vars:
                        raise ValueError("the letters are numbered otherwise")
                    self.n_of[cell] += 1
                    self.cell_of[v], self.letter_of[v] = cell, letter
            n = self.n_of[cell]
            self.n_left[cell] = n
            self.cell_id[cell] = first_id
            first_id += 1 + n * (n - 1) // 2 if n else 0
        n = 2 * (self.n_vars + n_auxiliaries) + 4
        self.at = <int32_t *>room(n, sizeof(int32_t))
        for i in range(n):
            self.at[i] = FAR
        self.trail = <Entry *>room(n, sizeof(Entry))
        self.unit_id = <int64_t *>room(n, sizeof(int64_t))
        self.mark = <uint8_t *>room(n, 1)
        self.cited = <int32_t *>room(n, sizeof(int32_t))
        self.named = <int32_t *>room(self.n_vars + 1, sizeof(int32_t))
        self.n_slots = <int>len(slots)
        self.slots = <Slot *>room(self.n_slots, sizeof(Slot))
        self.nodes = <Node *>room(self.n_slots, sizeof(Node))
        self.n_nodes = self.max_nodes = self.n_slots
        shared = {}
        for i in range(self.n_slots):
            cells, codes, first_word, clause, has_rivals = slots[i]
            if id(slots[i][1]) not in shared:
                shared[id(slots[i][1])] = _sorted(np.asarray(codes), self.n_letters)
            order, starts, support = shared[id(slots[i][1])]
            self._keep += [cells, codes, order, starts, support]
            self.slots[i].n_words, self.slots[i].length = <int>codes.shape[0], <int>codes.shape[1]
            self.slots[i].first_word, self.slots[i].id = first_word, clause
            self.slots[i].has_rivals = has_rivals
            self.slots[i].first_mark = n_excluded
            self.nodes[i].n_words = -1
            if codes.shape[0]:
                self.slots[i].cells, self.slots[i].codes = &cells[0], &codes[0, 0]
                self.slots[i].order, self.slots[i].starts = &order[0, 0], &starts[0, 0]
                self.slots[i].support = &support[0, 0]
            n_excluded += codes.shape[0]
        self.excluded = <int32_t *>room(n_excluded if self.hinted else 0, sizeof(int32_t))
        self.max_keys = 1 << 12
        self.keys = <int64_t *>room(self.max_keys, sizeof(int64_t))
        self.values = <int32_t *>room(self.max_keys, sizeof(int32_t))
        self.takers = {}
        self.choices = []

    # Literals and the trail

    cdef inline int code_of(self, int64_t name) except -1:
        """A literal of the log, as 2 v or 2 v + 1 for -v."""
        cdef int64_t x = (name if name > 0 else -name) - 1
        cdef int64_t n = <int64_t>self.n_cells * self.n_letters
        cdef int v
        if x < 0 or x >= n + self.n_auxiliaries:
            raise ValueError(f"{name} is no literal of the log")
        v = self.ids[x] if x < n else self.n_vars + <int>(x - n) + 1
        if not v:
            raise ValueError(f"{name} is no literal of the formula")
        return 2 * v if name > 0 else 2 * v + 1

    cdef inline int32_t formula_literal(self, int code) noexcept:
        cdef int32_t v = code >> 1
        if v > self.n_vars:
            v = self.first_auxiliary + v - self.n_vars - 1
        return -v if code & 1 else v

    cdef int put(self, int code, int kind, int64_t of) except -1:
        """Put a literal on the trail, and what follows in its cell; a conflict is noted."""
        cdef int v = code >> 1, cell, y
        if self.is_refuted or self.at[code] != FAR:
            return 0
        self.trail[self.n_trail].literal = code
        self.trail[self.n_trail].kind = kind
        self.trail[self.n_trail].of = of
        if self.at[code ^ 1] != FAR:
            self.is_refuted = True
            return 0
        self.at[code] = self.n_trail
        self.n_trail += 1
        if v > self.n_vars:
            return 0
        cell = self.cell_of[v]
        if code & 1 == 0:
            self.holds[cell] = v
            for y in range(self.first_of[cell], self.first_of[cell] + self.n_of[cell]):
                if y != v:
                    self.put(2 * y + 1, ONE, v)
            return 0
        self.n_left[cell] -= 1
        if self.n_left[cell] == 1:
            for y in range(self.first_of[cell], self.first_of[cell] + self.n_of[cell]):
                if self.at[2 * y + 1] == FAR:
                    self.put(2 * y, LAST, cell)
                    break
        return 0

    cdef void take_back(self, int to) noexcept:
        cdef int code
        self.is_refuted = False
        while self.n_trail > to:
            self.n_trail -= 1
            code = self.trail[self.n_trail].literal
            self.at[code] = FAR
            if code >> 1 <= self.n_vars:
                if code & 1:
                    self.n_left[self.cell_of[code >> 1]] += 1
                else:
                    self.holds[self.cell_of[code >> 1]] = 0

    cdef int conflict(self, int kind, int64_t of) except -1:
        """Note that all literals of a reason are false."""
        if not self.is_refuted:
            self.trail[self.n_trail].literal = 0
            self.trail[self.n_trail].kind = kind
            self.trail[self.n_trail].of = of
            self.is_refuted = True
        return 0

    cdef int by_slot(self, int slot, int64_t name) except -1:
        """What the words of a slot say: a literal, or 0 for a conflict."""
        cdef int code, v, cell
        if not name:
            self.look_for_taken(slot, 0)
            return self.conflict(SLOT, slot)
        code = self.code_of(name)
        if code & 1:
            if self.at[code] == FAR:
                self.look_for_taken(slot, code)
                self.put(code, SLOT, slot)
            return 0
        cell = self.cell_of[code >> 1]
        for v in range(self.first_of[cell], self.first_of[cell] + self.n_of[cell]):
            if 2 * v != code and self.at[2 * v + 1] == FAR and not self.is_refuted:
                self.look_for_taken(slot, 2 * v + 1)
                self.put(2 * v + 1, SLOT, slot)
        return 0

    cdef int by_clause(self, int64_t step) except -1:
        """What a clause of the log says."""
        cdef const int32_t *clause = self.arena + self.clause_at[step]
        cdef int i, n_open = 0, code = 0
        for i in range(1, clause[0] + 1):
            if self.at[clause[i]] != FAR:
                return 0
            if self.at[clause[i] ^ 1] == FAR:
                n_open += 1
                code = clause[i]
        if n_open > 1:
            raise ValueError(f"nothing follows from step {step}")
        return self.put(code, CLAUSE, step) if n_open else self.conflict(CLAUSE, step)

    # Words by letters

    cdef int find_node(self, int slot, int code, int before) except -1:
        """The words of a slot that agree with its complete cells, and have the letter of -`code`.

        Args: before: a place on the trail; what came later does not count.
        """
        cdef Slot *here = &self.slots[slot]
        cdef int items[MAX_LENGTH]
        cdef int i, n = 0, v, cell
        for i in range(here.length):
            cell = here.cells[i]
            if code and cell == self.cell_of[code >> 1]:
                v = code >> 1
            else:
                v = self.letter_in(cell, before)
            if v:
                items[n] = v
                n += 1
        return self.node_of(slot, items, n, code >> 1, FEW_WORDS)

    cdef int node_of(self, int slot, int *items, int n, int wanted, int few) except -1:
        """The words of a slot that have some letters, the rarest of which come first.

        Args: wanted, few: the letter, or 0, after which so few words are not divided further.
        """
        cdef Slot *here = &self.slots[slot]
        cdef int counts[MAX_LENGTH]
        cdef int i, k, v, count, node = slot, n_sorted = 0
        for i in range(n):
            v = items[i]
            count = self.n_with(here, self.offset_in(here, self.cell_of[v]), v)
            k = n_sorted
            while k and (counts[k - 1] > count or counts[k - 1] == count and items[k - 1] > v):
                counts[k], items[k] = counts[k - 1], items[k - 1]
                k -= 1
            if k and items[k - 1] == v:  # a path that has a cell twice
                while k < n_sorted:
                    counts[k], items[k] = counts[k + 1], items[k + 1]
                    k += 1
                continue
            counts[k], items[k] = count, v
            n_sorted += 1
        if not n and self.nodes[slot].n_words < 0:
            self.make_node(slot, slot, slot, items, 0)
        for i in range(n_sorted):
            if not wanted and node != slot and self.nodes[node].n_words <= few:
                break
            node = self.child(slot, node, items, i)
            if items[i] == wanted:
                wanted = 0
        return node

    cdef inline int letter_in(self, int cell, int before) noexcept:
        """The letter that a cell has since the last line for good, as a variable; or 0."""
        cdef int v = self.holds[cell]
        return v if v and self.n_root <= self.at[2 * v] < before else 0

    cdef inline int n_with(self, Slot *here, int offset, int v) noexcept:
        cdef const int32_t *starts = (
            here.starts + <int64_t>offset * (self.n_letters + 1) + self.letter_of[v]
        )
        return starts[1] - starts[0]

    cdef int child(self, int slot, int node, int *items, int last) except -1:
        """The part of a node's words that have a further letter, items[last]."""
        cdef int64_t key = (<int64_t>node + 1) * (self.n_vars + 1) + items[last]
        cdef uint64_t place = (<uint64_t>key * 0x9E3779B97F4A7C15u >> 20) & (self.max_keys - 1)
        cdef int made
        while self.keys[place]:
            if self.keys[place] == key:
                return self.values[place]
            place = (place + 1) & (self.max_keys - 1)
        made = <int>self.n_nodes
        grow(<void **>&self.nodes, &self.max_nodes, self.n_nodes + 1, sizeof(Node))
        self.n_nodes += 1
        self.make_node(slot, made, node, items, last + 1)
        if 2 * self.n_keys >= self.max_keys:
            self.widen()
        return self.remember(key, made)

    cdef int remember(self, int64_t key, int value) except -1:
        cdef uint64_t place = (<uint64_t>key * 0x9E3779B97F4A7C15u >> 20) & (self.max_keys - 1)
        while self.keys[place]:
            place = (place + 1) & (self.max_keys - 1)
        self.keys[place], self.values[place] = key, value
        self.n_keys += 1
        return value

    cdef int widen(self) except -1:
        cdef int64_t *keys = self.keys
        cdef int32_t *values = self.values
        cdef int64_t i, n = self.max_keys
        self.max_keys *= 4
        self.keys = <int64_t *>room(self.max_keys, sizeof(int64_t))
        self.values = <int32_t *>room(self.max_keys, sizeof(int32_t))
        self.n_keys = 0
        for i in range(n):
            if keys[i]:
                self.remember(keys[i], values[i])
        free(keys)
        free(values)
        return 0

    cdef int offset_in(self, Slot *here, int cell) noexcept:
        cdef int i
        for i in range(here.length):
            if here.cells[i] == cell:
                return i
        return -1

    cdef int make_node(self, int slot, int made, int parent, int *items, int n) except -1:
        """Find the words of a node among those of its parent, and derive its clause.

        Args: items, n: its letters; the parent has all of them but the last.
        """
        cdef Slot *here = &self.slots[slot]
        cdef const int32_t *from_
        cdef int64_t begin = self.n_words, base
        cdef int i, k, w, offset = -1, n_from, other, n_kept, v = items[n - 1] if n else 0
        if n > 1:
            n_from = self.nodes[parent].n_words
            base = self.nodes[parent].id
        else:
            n_from, base = here.n_words, here.id + <int64_t>here.n_words * here.length
        if v:
            offset = self.offset_in(here, self.cell_of[v])
        grow(<void **>&self.words, &self.max_words, begin + n_from, sizeof(int32_t))
        if n > 1:
            from_ = self.words + self.nodes[parent].begin
        elif v:
            k = here.starts[<int64_t>offset * (self.n_letters + 1) + self.letter_of[v]]
            from_ = here.order + <int64_t>offset * here.n_words + k
            n_from = self.n_with(here, offset, v)
            base += 1 + here.support[<int64_t>offset * self.n_letters + self.letter_of[v]]
        else:
            from_ = NULL
        self.begin_line()
        for i in range(n_from):
            w = from_[i] if from_ != NULL else i
            if n > 1:
                other = self.variable(here, w, offset)
                if other != v:
                    if self.hinted:
                        if self.at[2 * other + 1] < self.n_root:
                            self.cite(self.at[2 * other + 1])
                        elif self.named[other] != self.stamp:
                            self.named[other] = self.stamp
                            self.hint(self.one_id(v, other))
                        self.hint(self.word_id(here, w, offset))
                    continue
            k = self.root_offset(here, w)
            if k >= 0:
                if self.hinted:
                    self.cite(self.at[2 * self.variable(here, w, k) + 1])
                    self.hint(self.word_id(here, w, k))
                continue
            self.words[self.n_words] = w
            self.n_words += 1
        n_kept = <int>(self.n_words - begin)
        self.nodes[made].begin, self.nodes[made].n_words, self.nodes[made].id = begin, n_kept, base
        if self.hinted and here.first_word and (n > 1 or n_kept < n_from):
            self.hint(base)
            for i in range(n):
                self.say(-items[i])
            for i in range(n_kept):
                self.say(here.first_word + self.words[begin + i])
            self.nodes[made].id = self.end_line()
        return 0

    cdef inline int variable(self, Slot *here, int w, int offset) noexcept:
        cdef int letter = here.codes[<int64_t>w * here.length + offset]
        return self.ids[<int64_t>here.cells[offset] * self.n_letters + letter]

    cdef inline int root_offset(self, Slot *here, int w) noexcept:
        """Where a word has a letter that is excluded for good; -1 if nowhere."""
        cdef int i
        for i in range(here.length):
            if self.at[2 * self.variable(here, w, i) + 1] < self.n_root:
                return i
        return -1

    cdef inline int64_t word_id(self, Slot *here, int w, int offset) noexcept:
        return here.id + <int64_t>offset * here.n_words + w

    cdef int64_t one_id(self, int v, int other) noexcept:
        """The number of the clause that a cell has not both letters."""
        cdef int cell = self.cell_of[v], n = self.n_of[cell]
        cdef int64_t i = min(v, other) - self.first_of[cell], j = max(v, other) - self.first_of[cell]
        return self.cell_id[cell] + 1 + i * (2 * n - i - 1) // 2 + j - i - 1

    # Words that other slots have taken

    cdef int look_for_taken(self, int slot, int code) except -1:
        """Write lines about taken words, where what a slot says rests on some."""
        cdef Slot *here = &self.slots[slot]
        cdef int node, i, w
        if self.is_refuted or not here.has_rivals:
            return 0
        node = self.find_node(slot, code, self.n_trail)
        for i in range(self.nodes[node].n_words):
            w = self.words[self.nodes[node].begin + i]
            if self.excluding(here, w, self.n_trail) < 0:
                self.taker_of(slot, w, self.n_trail)
        return 0

    cdef int excluding(self, Slot *here, int w, int before) noexcept:
        """Where a word has a letter that is excluded, by what the line needs if possible; or -1."""
        cdef int i, at, best = -1, best_at = FAR
        for i in range(here.length):
            at = self.at[2 * self.variable(here, w, i) + 1]
            if at < before:
                if self.mark[at]:
                    return i
                if at < best_at:
                    best, best_at = i, at
        return best

    cdef object taker_of(self, int slot, int w, int before):
        """The slot that has taken a word: its letters, and the number of the line that says so."""
        if (slot, w) not in self.takers:
            self.takers[slot, w] = [[taker, 0] for taker in self.taken(slot, w)]
        for found in self.takers[slot, w]:
            taker, number = found
            if not all(self.at[2 * v] < before for v in taker.letters):
                continue
            if not number:
                if not taker.clause:
                    return taker.letters, 0
                hints = taker.hints(self) if self.hinted else []
                self.begin_line()
                for literal in taker.clause:
                    self.say(literal)
                for number in hints:
                    self.hint(number)
                found[1] = number = self.end_line()
            return taker.letters, number
        raise ValueError(f"word {w} of slot {slot} is left")

    def word_clause(self, int slot, list letters not None):
        """The number of the clause that the letters of a slot, as variables, make its word."""
        cdef int items[MAX_LENGTH]
        cdef int i
        cdef Slot *here = &self.slots[slot]
        for i in range(here.length):
            items[i] = letters[i]
        return self.nodes[self.node_of(slot, items, here.length, 0, 0)].id

    # Steps

    def hold(self, list units not None):
        """Take clauses of one literal of the formula in: (literal, number of the clause)."""
        cdef int64_t number
        cdef int literal
        for literal, number in units:
            self.put(self.inner(literal), UNIT, number)
        self.settle()

    def removed(self, int slot, list letters not None):
        """Letters, as variables, that no word of a slot has any more."""
        cdef int v
        for v in letters:
            if self.at[2 * v + 1] == FAR and not self.is_refuted:
                self.look_for_taken(slot, 2 * v + 1)
                self.put(2 * v + 1, SLOT, slot)
                self.settle()

    def held(self):
        """The literals that hold for good."""
        return [
            self.formula_literal(self.trail[place].literal) for place in range(self.n_root)
        ]

    def emptied(self, int slot):
        """No word of a slot is left: the last line."""
        if not self.is_over:
            self.by_slot(slot, 0)
            self.settle()

    def refuted(self, int64_t number):
        """A clause of the formula has no literal left: the last line, where there is none yet."""
        self.is_over = True
        self.begin_line()
        self.hint(number)
        self.end_line()

    def follow(self, const uint8_t[::1] log not None, list given not None, tick):
        """Follow the log of a search up to its contradiction.

        Args:
            log: its steps.
            given: the clauses that were added to the search, in their order: as it was given them,
                as the formula has them, and the number there.
            tick: called now and then; an exception in it ends the work.
        """
        cdef int64_t step, kind
        self._keep.append(log)
        if self.is_over or not log.shape[0]:
            return
        self.log, self.n_log = &log[0], log.shape[0]
        self.scan(tick)
        self.clause_at = <int64_t *>room(self.n_steps + 1, sizeof(int64_t))
        self.id_of = <int64_t *>room(self.n_steps + 1, sizeof(int64_t))
        clauses = iter(given)
        for step in range(1, self.n_steps + 1):
            if step % TICK_EVERY == 0:
                tick()
            self.cursor = self.starts[step]
            kind = self.number()
            if kind == STEP_DEFINED:
                continue
            if kind == STEP_CLAUSE:
                self.take_given(step, clauses)
            elif kind == STEP_LEMMA:
                self.take_lemma(step)
            elif kind == STEP_CHOICE:
                self.number()
                code = self.code_of(self.number())
                self.choices.append((code, self.n_trail, []))
                self.put(code, ASSUMED, 0)
            elif kind == STEP_KEPT:
                self.take_kept(step)
            elif kind == STEP_BACK:
                self.leave_choice()
            else:
                self.number()
                self.take_hints()
                if kind == STEP_REFUTED:
                    self.refute_choice()
                elif not self.choices:
                    self.settle()
            if self.is_over:
                return
            self.delete_after(step)

    cdef int64_t number(self) except? -1:
        """The next number of the log."""
        cdef uint64_t found = 0
        cdef int shift = 0
        while True:
            if self.cursor >= self.n_log or shift > 56:
                raise ValueError("the log ends within a step")
            found |= <uint64_t>(self.log[self.cursor] & 127) << shift
            shift += 7
            self.cursor += 1
            if self.log[self.cursor - 1] < 128:
                break
        return <int64_t>(found >> 1) if not found & 1 else -<int64_t>(found >> 1) - 1

    cdef int scan(self, tick) except -1:
        """Find the steps, and when each is used last; lemmas that no step uses are left out."""
        cdef int64_t most = 0, step, i, kind, n, hint, end = 0
        while self.cursor < self.n_log:
            grow(<void **>&self.starts, &most, self.n_steps + 2, sizeof(int64_t))
            self.n_steps += 1
            self.starts[self.n_steps] = self.cursor
            kind = self.number()
            n = self.number()
            for i in range(n):
                self.number()
            if kind == STEP_CLAUSE or kind == STEP_DEFINED:
                continue
            for i in range(self.number()):
                if self.number() & 3 == HINT_SLOT:
                    self.number()
        self.last_use = <int64_t *>room(self.n_steps + 2, sizeof(int64_t))
        self.first_done = <int64_t *>room(self.n_steps + 2, sizeof(int64_t))
        self.next_done = <int64_t *>room(self.n_steps + 2, sizeof(int64_t))
        for step in range(self.n_steps, 0, -1):
            if step % TICK_EVERY == 0:
                tick()
            self.cursor = self.starts[step]
            kind = self.number()
            n = self.number()
            if kind == STEP_CLAUSE or kind == STEP_DEFINED:
                end = 0
                continue
            if kind == STEP_LEMMA:
                end = 0
                if n > 1 and not self.last_use[step]:
                    continue
            elif not end:
                end = step  # choices are explained until the last of them is taken back
            for i in range(n):
                self.number()
            for i in range(self.number()):
                hint = self.number()
                if hint & 3 == HINT_SLOT:
                    self.number()
                elif hint & 3 == HINT_CLAUSE and not self.last_use[hint >> 2]:
                    n = max(end, step)
                    self.last_use[hint >> 2] = n
                    self.next_done[hint >> 2] = self.first_done[n]
                    self.first_done[n] = hint >> 2
        return 0

    cdef int keep_clause(self, int64_t step, list literals) except -1:
        """Keep the literals of a step, as 2 v or 2 v + 1."""
        cdef int literal
        grow(
            <void **>&self.arena, &self.max_arena, self.n_arena + len(literals) + 1,
            sizeof(int32_t),
        )
        self.arena[self.n_arena] = <int32_t>len(literals)
        self.clause_at[step] = self.n_arena
        self.n_arena += 1
        for literal in literals:
            self.arena[self.n_arena] = literal
            self.n_arena += 1
        return 0

    cdef list literals(self):
        """The literals of the step that is read."""
        return [self.code_of(self.number()) for _ in range(self.number())]

    cdef int inner(self, int literal) except -1:
        """A literal of the formula, as 2 v or 2 v + 1."""
        cdef int v = literal if literal > 0 else -literal
        if v > self.n_vars:
            v += self.n_vars + 1 - self.first_auxiliary
        if not 0 < v <= self.n_vars + self.n_auxiliaries:
            raise ValueError(f"the log has no literal {literal}")
        return 2 * v if literal > 0 else 2 * v + 1

    cdef int take_given(self, int64_t step, clauses) except -1:
        cdef int literal, n_open = 0
        self.end_choices()
        wanted = [self.formula_literal(code) for code in self.literals()]
        for searched, whole, number in clauses:
            if searched == wanted:
                break
        else:
            raise ValueError(f"step {step} is a clause that nobody has added")
        self.id_of[step] = number
        codes = [self.inner(literal) for literal in whole]
        self.keep_clause(step, codes)
        for literal in codes:
            n_open += self.at[literal ^ 1] == FAR
        if n_open <= 1:
            self.by_clause(step)
            self.settle()
        return 0

    cdef int take_hints(self) except -1:
        """Follow the hints of a step, up to a contradiction."""
        cdef int64_t i, hint
        for i in range(self.number()):
            if self.is_refuted:
                break
            hint = self.number()
            if hint & 3 == HINT_CLAUSE:
                self.by_clause(hint >> 2)
            elif hint & 3 == HINT_SLOT:
                self.by_slot(<int>(hint >> 2), self.number())
        return 0

    cdef int take_lemma(self, int64_t step) except -1:
        cdef int code
        self.end_choices()
        codes = self.literals()
        if len(codes) > 1 and not self.last_use[step]:
            return 0
        self.keep_clause(step, codes)
        for code in codes:
            self.put(code ^ 1, ASSUMED, 0)
        self.take_hints()
        self.id_of[step] = self.end_lemma(codes)
        self.take_back(self.n_root)
        if len(codes) == 1:
            self.put(codes[0], UNIT, self.id_of[step])
            self.settle()
        return 0

    cdef int64_t end_lemma(self, list codes) except -1:
        """Write a clause whose negation has led to a conflict; its number."""
        cdef int code
        if not self.is_refuted:
            raise ValueError("a step of the log does not follow")
        self.explain()
        for code in codes:
            self.say(self.formula_literal(code))
        self.n_lemmas += 1
        self.is_over = self.is_over or not codes
        return self.end_line()

    cdef int refute_choice(self) except -1:
        """The last choice has led to a conflict: take it back, and exclude it."""
        cdef int64_t number
        codes = [code ^ 1 for code, _, _ in self.choices]
        number = self.end_lemma(codes)
        self.leave_choice()
        if self.choices:
            self.choices[len(self.choices) - 1][2].append((number, codes))
            self.put(codes[len(codes) - 1], CHOICES, number)
        else:
            self.put(codes[len(codes) - 1], UNIT, number)
            self.settle()
        return 0

    cdef int leave_choice(self) except -1:
        """Take back the last choice, and delete what was written under it."""
        _, place, written = self.choices.pop()
        self.take_back(place)
        for number, codes in written:
            self.delete(number, codes)
        return 0

    cdef int end_choices(self) except -1:
        while self.choices:
            self.leave_choice()
        return 0

    cdef int take_kept(self, int64_t step) except -1:
        """A choice that was refuted stays so after those before it were taken back."""
        cdef int place
        codes = self.literals()
        self.keep_clause(step, codes)
        place = self.at[codes[0]]
        if place == FAR or self.trail[place].kind != CHOICES:
            raise ValueError("a step of the log does not follow")
        self.id_of[step] = self.trail[place].of
        written = self.choices[len(self.choices) - 1][2]
        written[:] = [line for line in written if line[0] != self.id_of[step]]
        return 0

    cdef int delete_after(self, int64_t step) except -1:
        """Delete the lemmas that a step was the last to use."""
        cdef int64_t done = self.first_done[step]
        cdef const int32_t *clause
        cdef int i
        while done:
            clause = self.arena + self.clause_at[done]
            self.cursor = self.starts[done]
            if clause[0] > 1 and self.number() == STEP_LEMMA:
                self.delete(self.id_of[done], [clause[i] for i in range(1, clause[0] + 1)])
            done = self.next_done[done]
        return 0

    # What a line follows from

    cdef int settle(self) except -1:
        """Write a line for each new literal that holds for good, and the last one at a conflict."""
        cdef int64_t number
        while self.n_root < self.n_trail:
            if self.trail[self.n_root].kind == UNIT:
                number = self.trail[self.n_root].of
            elif self.hinted:
                self.reason(self.n_root, True)
                self.begin_line()
                self.reason(self.n_root, False)
                self.say(self.formula_literal(self.trail[self.n_root].literal))
                number = self.end_line()
            else:
                number = 0
            self.unit_id[self.n_root] = number
            self.n_root += 1
        if self.is_refuted and not self.is_over:
            self.explain()
            self.end_line()
            self.is_over = True
        return 0

    cdef int explain(self) except -1:
        """Begin a line that follows from the conflict, with its hints."""
        cdef int place, last = self.n_trail, code = self.trail[self.n_trail].literal
        if not self.hinted:
            self.begin_line()
            return 0
        memset(self.mark, 0, last)
        if code:
            self.mark[self.at[code ^ 1]] = 1
        self.reason(last, True)
        for place in range(last - 1, self.n_root - 1, -1):
            if self.mark[place]:
                self.reason(place, True)
        self.begin_line()
        for place in range(self.n_root, last):
            if self.mark[place]:
                self.reason(place, False)
        if code and self.at[code ^ 1] < self.n_root:
            self.cite(self.at[code ^ 1])
        self.reason(last, False)
        memset(self.mark, 0, last)
        return 0

    cdef int reason(self, int place, bint marking) except -1:
        """Mark what a literal on the trail follows from; or, of what is marked, make hints."""
        cdef Entry *entry = &self.trail[place]
        cdef int v, i, other
        cdef const int32_t *clause
        cdef int64_t number
        if entry.kind == SLOT:
            return self.slot_reason(place, marking)
        if entry.kind == ASSUMED:
            return 0
        if entry.kind == UNIT:
            number = entry.of
        elif entry.kind == ONE:
            self.use(self.at[2 * entry.of], marking)
            number = self.one_id(<int>entry.of, entry.literal >> 1)
        elif entry.kind == LAST:
            for v in range(self.first_of[entry.of], self.first_of[entry.of] + self.n_of[entry.of]):
                if 2 * v != entry.literal:
                    self.use(self.at[2 * v + 1], marking)
            number = self.cell_id[entry.of]
        elif entry.kind == CLAUSE:
            clause = self.arena + self.clause_at[entry.of]
            for i in range(1, clause[0] + 1):
                if clause[i] != entry.literal:
                    self.use(self.at[clause[i] ^ 1], marking)
            number = self.id_of[entry.of]
        else:
            for other, i, _ in self.choices:
                if i < place:
                    self.use(self.at[other], marking)
            number = entry.of
        if not marking:
            self.hint(number)
        return 0

    cdef inline int use(self, int place, bint marking) except -1:
        if marking:
            self.mark[place] = 1
        elif place < self.n_root:
            self.cite(place)
        return 0

    cdef int slot_reason(self, int place, bint marking) except -1:
        cdef int slot = <int>self.trail[place].of, code = self.trail[place].literal
        cdef Slot *here = &self.slots[slot]
        cdef int node = self.find_node(slot, code, place)
        cdef int i, k, w, v
        cdef int32_t *excluded = self.excluded + here.first_mark
        for i in range(here.length):
            v = self.letter_in(here.cells[i], place)
            if v and not (code and here.cells[i] == self.cell_of[code >> 1]):
                self.use(self.at[2 * v], marking)
        for i in range(self.nodes[node].n_words):
            w = self.words[self.nodes[node].begin + i]
            if not marking:
                if excluded[w] == self.stamp:
                    continue
                excluded[w] = self.stamp
            k = self.excluding(here, w, place)
            if k >= 0:
                self.use(self.at[2 * self.variable(here, w, k) + 1], marking)
                if not marking:
                    self.hint(self.word_id(here, w, k))
                continue
            letters, number = self.taker_of(slot, w, place)
            for v in letters:
                self.use(self.at[2 * v], marking)
            if not marking:
                self.hint(number)
        if not marking and here.first_word:
            self.hint(self.nodes[node].id)
        return 0

    # Lines

    cdef int begin_line(self) except -1:
        self.n_line = self.n_hints = 0
        self.stamp += 1
        return 0

    cdef inline int say(self, int32_t literal) except -1:
        grow(<void **>&self.line, &self.max_line, self.n_line + 1, sizeof(int32_t))
        self.line[self.n_line] = literal
        self.n_line += 1
        return 0

    cdef inline int hint(self, int64_t number) except -1:
        grow(<void **>&self.hints, &self.max_hints, self.n_hints + 1, sizeof(int64_t))
        self.hints[self.n_hints] = number
        self.n_hints += 1
        return 0

    cdef inline int cite(self, int place) except -1:
        """Name the line of a literal that holds for good, once."""
        if self.cited[place] != self.stamp:
            self.cited[place] = self.stamp
            self.hint(self.unit_id[place])
        return 0

    cdef int64_t end_line(self) except -1:
        """Write the line; its number."""
        cdef int64_t i
        self.last_id += 1
        self.n_added += 1
        if self.hinted:
            self.write_number(self.last_id)
        elif self.binary:
            self.write_byte(b"a")
        for i in range(self.n_line):
            self.write_number(self.line[i])
        self.end_numbers()
        if self.hinted:
            for i in range(self.n_hints):
                self.write_number(self.hints[i])
            self.end_numbers()
        self.end_text()
        return self.last_id

    cdef int delete(self, int64_t number, list codes) except -1:
        cdef int code
        self.n_deleted += 1
        if self.hinted:
            self.write_number(self.last_id)
        self.write_byte(b"d")
        if not self.binary:
            self.write_byte(b" ")
        if self.hinted:
            self.write_number(number)
        else:
            for code in codes:
                self.write_number(self.formula_literal(code))
        self.end_numbers()
        self.end_text()
        return 0

    cdef inline int write_byte(self, char byte) except -1:
        grow(<void **>&self.out, &self.max_out, self.n_out + 1, 1)
        self.out[self.n_out] = byte
        self.n_out += 1
        return 0

    cdef int write_number(self, int64_t number) except -1:
        cdef char digits[24]
        cdef uint64_t left
        cdef int n = 0
        if self.binary:
            left = 2 * <uint64_t>number if number > 0 else 2 * <uint64_t>(-number) + 1
            while left >= 128:
                self.write_byte(<char>(left & 127 | 128))
                left >>= 7
            return self.write_byte(<char>left)
        grow(<void **>&self.out, &self.max_out, self.n_out + 24, 1)
        left = number if number > 0 else -number
        if number < 0:
            self.out[self.n_out] = b"-"
            self.n_out += 1
        while left or not n:
            digits[n] = <char>(48 + left % 10)
            left //= 10
            n += 1
        while n:
            n -= 1
            self.out[self.n_out] = digits[n]
            self.n_out += 1
        self.out[self.n_out] = b" "
        self.n_out += 1
        return 0

    cdef inline int end_numbers(self) except -1:
        if self.binary:
            return self.write_byte(0)
        self.write_byte(b"0")
        return self.write_byte(b" ")

    cdef int end_text(self) except -1:
        if not self.binary:
            self.out[self.n_out - 1] = b"\n"
        if self.n_out >= FLUSH or self.is_over:
            self.flush()
        return 0

    def flush(self):
        """Hand on the lines that were made."""
        if self.n_out:
            self.write(<bytes>(self.out[:self.n_out]))
            self.n_out = 0

    def __dealloc__(self):
        free(self.ids)
        free(self.cell_of)
        free(self.letter_of)
        free(self.first_of)
        free(self.n_of)
        free(self.n_left)
        free(self.holds)
        free(self.cell_id)
        free(self.slots)
        free(self.trail)
        free(self.at)
        free(self.unit_id)
        free(self.mark)
        free(self.cited)
        free(self.named)
        free(self.nodes)
        free(self.words)
        free(self.keys)
        free(self.values)
        free(self.excluded)
        free(self.starts)
        free(self.id_of)
        free(self.last_use)
        free(self.next_done)
        free(self.first_done)
        free(self.arena)
        free(self.clause_at)
        free(self.hints)
        free(self.line)
        free(self.out)


def _sorted(codes, int n_letters):
    """By offset: the words by their letter there, where each letter begins, and its clause."""
    n, length = codes.shape
    order = np.argsort(codes, axis=0, kind="stable").T
    counts = np.zeros((length, n_letters), np.int32)
    for offset in range(length):
        counts[offset] = np.bincount(codes[:, offset], minlength=n_letters)
    starts = np.zeros((length, n_letters + 1), np.int32)
    np.cumsum(counts, axis=1, out=starts[:, 1:])
    support = (np.cumsum(counts.ravel() > 0) - 1).reshape(length, n_letters)
    return tuple(np.ascontiguousarray(each, np.int32) for each in (order, starts, support))
