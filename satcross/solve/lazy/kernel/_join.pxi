# The join, compiled: what `tests/oracles/join.py` does, step by step. Included
# by _kernel.pyx.

ctypedef struct Node:
    uint64_t mask  # the letters that go on
    int32_t first  # the first of its children, which follow each other
    int32_t best   # the score of the best word below

ctypedef struct Trie:
    Node *nodes
    int32_t first_leaf

ctypedef struct JoinLink:
    const Node *trie
    int32_t *node  # of the slot before this letter; its node after it follows
    int owner      # the slot; NOT_SET for a second one of any letters
    int slot       # NOT_SET, unless the slot ends here and has rivals

ctypedef struct Step:
    JoinLink one, other  # a cell in one slot has a second one of any letters
    bint ends            # whether a slot with rivals ends here

cdef enum:
    JOIN_CLOCK = 1 << 12   # letters between two looks at the clock


cdef class Join:
    """All fills, cell by cell, in alphabetical order: see `satcross.solve.listing.tables`.

    Args:
        tries: by table: uint64 masks, int32 first children and int32 best scores of all nodes,
            depth by depth, and int32 (length + 2,): where each depth starts, and the end.
        slots: (table, int32 steps of its cells, rising; int32 names of its words by leaf, or none).
        rivals: by slot, int32: the slots whose words it must not have.
        columns: int32 by step: the column of its letters in the output.
        codes: uint8: by letter of the tries, what is written.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """

    cdef bint is_busy
    cdef readonly int n_steps  # cells
    cdef int n_slots
    cdef object _keep
    cdef Trie *tries
    cdef int n_tries
    cdef Node *any_letters
    cdef Step *steps
    cdef int32_t *nodes       # by slot and offset
    cdef int *slot_at         # by slot, where its nodes are
    cdef int *slot_end        # by slot, the step of its last cell
    cdef int *n_in_trie       # by slot, the nodes of its trie
    cdef const int32_t **names
    cdef int32_t *first_leaf  # by slot
    cdef int *length
    cdef int *n_rivals
    cdef const int32_t **rivals
    cdef const int32_t *columns
    cdef const uint8_t *codes
    cdef int n_codes
    cdef uint64_t *rest       # by step, the letters that are still to be tried
    cdef uint8_t *letters     # by column, what is written
    cdef int64_t *bound       # by step, the most that a fill can score that goes on so
    cdef int step             # NOT_SET at the end
    cdef int64_t _least
    cdef bint is_bounded
    cdef readonly int64_t n_nodes, n_found

    def __init__(
        self, list tries not None, list slots not None, list rivals not None,
        const int32_t[::1] columns not None, const uint8_t[::1] codes not None,
    ):
        cdef int i, j, k, n, table, node, step, total = 0
        cdef const uint64_t[::1] mask
        cdef const int32_t[::1] first, best, starts, steps, names, others
        cdef uint64_t all_letters
        cdef JoinLink *link
        if self._keep is not None:
            raise RuntimeError("a join is set up once")
        self._keep = keep = [columns, codes]
        self.n_steps, self.n_slots, self.n_codes = (
            <int>columns.shape[0], <int>len(slots), <int>codes.shape[0],
        )
        check(1 <= self.n_codes <= WORD, "alphabets have 1 to 64 letters")
        check(1 <= self.n_steps < MAX_ITEMS // 256 and self.n_slots <= 2 * self.n_steps, "cells")
        check(len(rivals) == self.n_slots, "rivals")
        all_letters = (
            ~<uint64_t>0 if self.n_codes == 64 else (<uint64_t>1 << self.n_codes) - 1
        )
        self.columns, self.codes = &columns[0], &codes[0]
        for i in range(self.n_steps):
            check(0 <= columns[i] < self.n_steps, "a column")
        self.tries = <Trie *>zeros(len(tries), sizeof(Trie))
        self.n_tries = <int>len(tries)
        lengths = []
        for i in range(self.n_tries):
            mask, first, best, starts = tries[i]
            n = <int>starts.shape[0] - 2
            check(n >= 1 and starts[0] == 0 and starts[1] == 1, "a trie's depths")
            check(starts[n + 1] == mask.shape[0] == first.shape[0] == best.shape[0], "a trie's nodes")
            for j in range(n + 1):
                check(starts[j] < starts[j + 1], "a trie's depths")
            for j in range(n):
                for node in range(starts[j], starts[j + 1]):
                    check(
                        starts[j + 1] <= first[node]
                        and first[node] + SX_POPCOUNT(mask[node]) <= starts[j + 2]
                        and not mask[node] & ~all_letters,
                        "a trie's children",
                    )
            self.tries[i].first_leaf = starts[n]
            self.tries[i].nodes = <Node *>zeros(starts[n + 1], sizeof(Node))
            for node in range(starts[n + 1]):
                self.tries[i].nodes[node].mask, self.tries[i].nodes[node].first = (
                    mask[node], first[node],
                )
                self.tries[i].nodes[node].best = best[node]
            lengths.append((n, starts[n + 1] - starts[n]))
        # A cell in one slot gets the trie of any letters beside it, all nodes of which are alike.
        self.any_letters = <Node *>zeros(WORD, sizeof(Node))
        for i in range(WORD):
            self.any_letters[i].mask = all_letters
        self.steps = <Step *>zeros(self.n_steps, sizeof(Step))
        for slot in slots:
            check(0 <= <int>slot[0] < self.n_tries, "a slot's table")
        total = 2 + sum([<int>lengths[slot[0]][0] + 1 for slot in slots])
        self.nodes = <int32_t *>zeros(total, sizeof(int32_t))
        total = 2
        self.slot_at = <int *>zeros(self.n_slots, sizeof(int))
        self.slot_end = <int *>zeros(self.n_slots, sizeof(int))
        self.n_in_trie = <int *>zeros(self.n_slots, sizeof(int))
        self.length = <int *>zeros(self.n_slots, sizeof(int))
        self.first_leaf = <int32_t *>zeros(self.n_slots, sizeof(int32_t))
        self.n_rivals = <int *>zeros(self.n_slots, sizeof(int))
        self.names = <const int32_t **>zeros(self.n_slots, sizeof(int32_t *))
        self.rivals = <const int32_t **>zeros(self.n_slots, sizeof(int32_t *))
        for i in range(self.n_slots):
            table, steps, names = slots[i]
            others = rivals[i]
            keep += [steps, names, others]
            n, k = lengths[table]
            check(steps.shape[0] == n, "a slot's cells")
            check(names.shape[0] in (0, k), "a slot's names")
            check(not others.shape[0] or names.shape[0] > 0, "a slot's names")
            self.slot_at[i], self.length[i] = total, n
            self.slot_end[i] = steps[n - 1]
            self.n_in_trie[i] = self.tries[table].first_leaf + k
            self.first_leaf[i] = self.tries[table].first_leaf
            total += n + 1
            if names.shape[0]:
                self.names[i] = &names[0]
            self.n_rivals[i] = <int>others.shape[0]
            if others.shape[0]:
                self.rivals[i] = &others[0]
            for j in range(n):
                step = steps[j]
                check(0 <= step < self.n_steps and (not j or steps[j - 1] < step), "a slot's cells")
                link = &self.steps[step].other if self.steps[step].one.trie else &self.steps[step].one
                check(link.trie == NULL, "a cell in more than two slots")
                link.trie = self.tries[table].nodes
                link.node = self.nodes + self.slot_at[i] + j
                link.owner, link.slot = i, NOT_SET
                if j == n - 1 and self.n_rivals[i]:
                    link.slot = i
                    self.steps[step].ends = True
        for i in range(self.n_slots):
            for j in range(self.n_rivals[i]):
                k = self.rivals[i][j]
                check(0 <= k < self.n_slots and self.names[k] != NULL, "a slot's rivals")
        for i in range(self.n_steps):
            check(self.steps[i].one.trie != NULL, "a cell in no slot")
            link = &self.steps[i].other
            if link.trie == NULL:
                link.trie, link.node = self.any_letters, self.nodes
                link.owner = link.slot = NOT_SET
        self.rest = <uint64_t *>zeros(self.n_steps, sizeof(uint64_t))
        self.bound = <int64_t *>zeros(self.n_steps + 1, sizeof(int64_t))
        self.letters = <uint8_t *>zeros(self.n_steps, 1)  # the last: see `enter`
        for table, steps, names in slots:
            self.bound[0] += self.tries[table].nodes[0].best
        self.rest[0] = self.options(0)

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_tries):
            sx_free(self.tries[i].nodes)
        sx_free(self.tries)
        sx_free(self.any_letters)
        sx_free(self.steps)
        sx_free(self.nodes)
        sx_free(self.slot_at)
        sx_free(self.slot_end)
        sx_free(self.n_in_trie)
        sx_free(self.names)
        sx_free(self.first_leaf)
        sx_free(self.length)
        sx_free(self.n_rivals)
        sx_free(self.rivals)
        sx_free(self.rest)
        sx_free(self.letters)
        sx_free(self.bound)

    cdef inline uint64_t options(self, int step) noexcept nogil:
        """The letters that go on in all slots of a step."""
        cdef Step *at = &self.steps[step]
        return at.one.trie[at.one.node[0]].mask & at.other.trie[at.other.node[0]].mask

    cdef inline bint place(self, int step, uint64_t bit) noexcept nogil:
        """Go on with a letter; whether no word is then there twice."""
        cdef Step *at = &self.steps[step]
        cdef const Node *node = &at.one.trie[at.one.node[0]]
        at.one.node[1] = node.first + SX_POPCOUNT(node.mask & (bit - 1))
        node = &at.other.trie[at.other.node[0]]
        at.other.node[1] = node.first + SX_POPCOUNT(node.mask & (bit - 1))
        if self.is_bounded:
            self.bound[step + 1] = self.bound[step] + (
                <int64_t>at.one.trie[at.one.node[1]].best - at.one.trie[at.one.node[0]].best
                + at.other.trie[at.other.node[1]].best - at.other.trie[at.other.node[0]].best
            )
            if self.bound[step + 1] < self._least:
                return False
        if not at.ends:
            return True
        return not (
            at.one.slot != NOT_SET and self.is_there(at.one.slot, step)
            or at.other.slot != NOT_SET and self.is_there(at.other.slot, step)
        )

    cdef bint is_there(self, int slot, int step) noexcept nogil:
        """Whether the word that a slot has got stands in a rival that is complete."""
        cdef int32_t name = self.name(slot)
        cdef int k, other
        for k in range(self.n_rivals[slot]):
            other = self.rivals[slot][k]
            if self.slot_end[other] <= step and self.name(other) == name:
                return True
        return False

    cdef inline int32_t name(self, int slot) noexcept nogil:
        return self.names[slot][
            self.nodes[self.slot_at[slot] + self.length[slot]] - self.first_leaf[slot]
        ]

    @property
    def least(self):
        """The least total score of a fill; None where it does not matter."""
        return self._least if self.is_bounded else None

    @least.setter
    def least(self, int64_t least):
        self.enter()
        if not self.is_bounded and self.n_nodes:
            self.is_busy = False
            raise RuntimeError("the join is under way")
        self._least, self.is_bounded = least, True
        self.is_busy = False

    def run(
        self, uint8_t[:, ::1] out not None, int64_t n_nodes, double seconds,
        int64_t[::1] totals=None,
    ):
        """Search on until `out` is full, or after so many letters or seconds.

        Args: totals: receives the total scores, if there is a least one.

        Returns: (the number of rows written, whether that was all).
        """
        cdef int n
        cdef int64_t *to = NULL
        self.enter()
        try:
            check(out.shape[0] >= 1 and out.shape[1] == self.n_steps, "the output's shape")
            if totals is not None:
                check(self.is_bounded and totals.shape[0] == out.shape[0], "the totals' shape")
                to = &totals[0]
            with nogil:
                n = self.search(
                    &out[0, 0], to, <int>min(out.shape[0], MAX_ITEMS),
                    later(self.n_nodes, n_nodes), sx_now() + seconds,
                )
            self.n_found += n
            return n, self.step == NOT_SET
        finally:
            self.is_busy = False

    cdef int search(
        self, uint8_t *out, int64_t *totals, int n_rows, int64_t last, double end
    ) noexcept nogil:
        cdef int step = self.step, n = 0, last_step = self.n_steps - 1
        cdef int64_t nodes = self.n_nodes
        cdef uint64_t bits, bit
        while step >= 0:
            bits = self.rest[step]
            if not bits:
                step -= 1
                continue
            if nodes >= last or (not nodes % JOIN_CLOCK and end < INFINITY and sx_now() >= end):
                if nodes > self.n_nodes:  # calls with little time get on, too
                    break
            nodes += 1
            bit = bits & (~bits + 1)
            self.rest[step] = bits ^ bit
            if not self.place(step, bit):
                continue
            self.letters[self.columns[step]] = self.codes[SX_LOWEST(bit)]
            if step < last_step:
                step += 1
                self.rest[step] = self.options(step)
                continue
            memcpy(out + <size_t>n * self.n_steps, self.letters, self.n_steps)
            if totals != NULL:
                totals[n] = self.bound[self.n_steps]
            n += 1
            if n == n_rows:
                break
        self.step, self.n_nodes = step, nodes
        return n

    def seek(self, const uint8_t[::1] row not None):
        """Go on after a fill, given as it was written. Raises ValueError if it is none."""
        cdef int step, letter
        cdef uint64_t bit, bits
        self.enter()
        try:
            check(row.shape[0] == self.n_steps, "the row's length")
            self.step = 0
            self.rest[0] = self.options(0)
            for step in range(self.n_steps):
                bits = self.options(step)
                for letter in range(self.n_codes):
                    bit = <uint64_t>1 << letter
                    if bits & bit and self.codes[letter] == row[self.columns[step]]:
                        break
                else:
                    raise ValueError("there is no such fill")
                if not self.place(step, bit):
                    raise ValueError("there is no such fill")
                self.letters[self.columns[step]] = self.codes[letter]
                self.rest[step] = bits & ~(bit | (bit - 1))
            self.step = self.n_steps - 1
        finally:
            self.is_busy = False

    def estimate(self, int n_probes, uint64_t seed):
        """About how many letters all of it takes; the search then begins anew."""
        cdef double total = 0.0
        cdef int i
        self.enter()
        try:
            check(n_probes >= 1, "the number of probes")
            with nogil:
                for i in range(n_probes):
                    total += self.probe(&seed)
            self.step = 0
            self.rest[0] = self.options(0)
            return total / n_probes
        finally:
            self.is_busy = False

    cdef double probe(self, uint64_t *seed) noexcept nogil:
        cdef double size = 0.0, product = 1.0
        cdef int step, n
        cdef uint64_t bits
        for step in range(self.n_steps):
            bits = self.options(step)
            n = SX_POPCOUNT(bits)
            if not n:
                break
            product *= n
            size += product
            n = <int>(split_mix(seed) % <uint64_t>n)
            while n:
                bits &= bits - 1
                n -= 1
            if not self.place(step, bits & (~bits + 1)):
                break
        return size

    cdef int enter(self) except -1:
        if self.is_busy:
            raise RuntimeError("the join is in use: one call at a time, from one thread")
        if self.letters == NULL:
            raise RuntimeError("the join was never set up; create another")
        self.is_busy = True
        return 0


cdef uint64_t split_mix(uint64_t *state) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)
