# Beam search, compiled: what `tests/oracles/beam.py` does, step by step. Included by _kernel.pyx.

cdef enum:
    BINS = 1 << 16      # of sums, of which the highest are kept
    TRIM = 16           # steps between two looks for letters that no partial fill has any more
    MAX_WIDTH = 1 << 24


cdef inline int32_t child(const Node *node, uint64_t bit) noexcept nogil:
    """The node after a letter."""
    return node.first + SX_POPCOUNT(node.mask & (bit - 1))


cdef class Beam:
    """The most promising partial fills, cell by cell: see `satcross.solve.listing.beam`.

    Args:
        join: whose words, rivals and order of cells; it may be used for itself, too.
        worth: by slot: int64 by node of its trie, what a prefix promises.
        keys: uint64: by slot, a random number, which tells partial fills apart.
        width: how many partial fills are kept.
        noise: what a prefix promises is more by a number from 0 to this, which its node and the
            slot's key decide.

    Fields:
        step: how many cells are filled.
        n: how many partial fills there are with these cells; at least one.
        is_over: whether all cells are filled, or none of these goes on.
        n_nodes: letters tried.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """

    cdef bint is_busy
    cdef Join join
    cdef object _keep
    cdef int n_slots, n_steps
    cdef int64_t width
    cdef uint32_t noise
    cdef const int64_t **worth
    cdef const uint64_t *keys
    cdef int *last             # by slot, the step up to which its nodes are needed
    cdef int32_t **nodes       # by slot and partial fill
    cdef int32_t **others      # the same, of the next step
    cdef int64_t *sums
    cdef uint64_t *marks       # by partial fill, the sum of the keys of its nodes
    cdef int32_t **parents     # by step and partial fill, which one it goes on from
    cdef uint8_t **letters
    cdef int64_t *n_kept       # by step
    # Candidates for the next step: their sums, parents times 64 plus letters, and marks.
    cdef int64_t *new_sums
    cdef uint32_t *new_at
    cdef uint64_t *new_marks
    cdef int64_t room
    cdef int32_t *bins
    cdef uint32_t *table       # of candidates by mark; 0 for none
    cdef int64_t table_size
    cdef readonly int64_t n_nodes
    cdef readonly int64_t n
    cdef readonly int step
    cdef readonly bint is_over

    def __init__(
        self, Join join not None, list worth not None, const uint64_t[::1] keys not None,
        int64_t width, uint32_t noise=0,
    ):
        cdef int i, k, rival
        cdef const int64_t[::1] promises
        if self._keep is not None:
            raise RuntimeError("a beam is set up once")
        check(join.letters != NULL, "a join that was set up")
        self._keep = keep = [keys]
        self.join, self.n_slots, self.n_steps = join, join.n_slots, join.n_steps
        self.width, self.noise = width, noise
        check(1 <= width <= MAX_WIDTH, "the width")
        check(len(worth) == keys.shape[0] == self.n_slots, "a promise and a key for each slot")
        self.worth = <const int64_t **>zeros(self.n_slots, sizeof(int64_t *))
        self.last = <int *>zeros(self.n_slots, sizeof(int))
        self.nodes = <int32_t **>zeros(self.n_slots, sizeof(int32_t *))
        self.others = <int32_t **>zeros(self.n_slots, sizeof(int32_t *))
        self.parents = <int32_t **>zeros(self.n_steps, sizeof(int32_t *))
        self.letters = <uint8_t **>zeros(self.n_steps, sizeof(uint8_t *))
        self.n_kept = <int64_t *>zeros(self.n_steps, sizeof(int64_t))
        self.bins = <int32_t *>zeros(BINS, sizeof(int32_t))
        self.sums = <int64_t *>zeros(width, sizeof(int64_t))
        self.marks = <uint64_t *>zeros(width, sizeof(uint64_t))
        self.table_size = 1
        while self.table_size < 4 * width:
            self.table_size *= 2
        self.table = <uint32_t *>zeros(self.table_size, sizeof(uint32_t))
        for i in range(self.n_slots):
            promises = worth[i]
            keep.append(promises)
            check(promises.shape[0] == join.n_in_trie[i], "a promise for each node")
            self.worth[i] = &promises[0]
            self.sums[0] += promises[0]
            self.last[i] = join.slot_end[i]
        for i in range(self.n_slots):
            for k in range(join.n_rivals[i]):
                rival = join.rivals[i][k]
                self.last[rival] = max(self.last[rival], join.slot_end[i])
        self.n = 1
        self.keys = &keys[0]  # the last: see `enter`

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_slots):
            if self.nodes != NULL:
                sx_free(self.nodes[i])
            if self.others != NULL:
                sx_free(self.others[i])
        for i in range(self.n_steps):
            if self.parents != NULL:
                sx_free(self.parents[i])
            if self.letters != NULL:
                sx_free(self.letters[i])
        sx_free(self.worth)
        sx_free(self.last)
        sx_free(self.nodes)
        sx_free(self.others)
        sx_free(self.sums)
        sx_free(self.marks)
        sx_free(self.parents)
        sx_free(self.letters)
        sx_free(self.n_kept)
        sx_free(self.new_sums)
        sx_free(self.new_at)
        sx_free(self.new_marks)
        sx_free(self.bins)
        sx_free(self.table)

    def run(self, double seconds):
        """Search on for so long, or for a step; whether it is over."""
        cdef double end = sx_now() + seconds
        self.enter()
        try:
            with nogil:
                while not self.is_over:
                    self.extend()
                    if sx_now() >= end:
                        break
            return self.is_over
        except MemoryError:
            self.is_over, self.step = True, 0  # what is kept may be half of a step
            raise
        finally:
            self.is_busy = False

    def best(self, uint8_t[::1] row not None):
        """Write the partial fill with the highest sum, with 255 for cells that are not filled.

        Returns: its sum.
        """
        cdef int64_t i, at = 0
        cdef int step
        self.enter()
        try:
            check(row.shape[0] == self.n_steps, "the row's length")
            for i in range(1, self.n):
                if self.sums[i] > self.sums[at]:
                    at = i
            total = self.sums[at]
            for step in range(self.n_steps):
                row[step] = 255
            for step in range(self.step - 1, -1, -1):
                row[self.join.columns[step]] = self.join.codes[self.letters[step][at]]
                at = self.parents[step][at]
            return total
        finally:
            self.is_busy = False

    cdef int extend(self) except -1 nogil:
        """Go on by a cell."""
        cdef int64_t n = self.candidates()
        if n > 2 * self.width:
            n = self.highest(n, 2 * self.width)
        if not n:
            self.is_over = True
            return 0
        n = self.without_twins(n)
        if n > self.width:
            n = self.highest(n, self.width)
        self.keep(n)
        self.step += 1
        self.is_over = self.step == self.n_steps
        if not self.step % TRIM:
            self.trim()
        return 0

    cdef int32_t *nodes_of(self, int slot) except? NULL nogil:
        """The nodes of a slot, at first the root of its trie; NULL without a slot."""
        if slot != NOT_SET and self.nodes[slot] == NULL:
            self.nodes[slot] = <int32_t *>zeros(self.width, sizeof(int32_t))
            self.others[slot] = <int32_t *>zeros(self.width, sizeof(int32_t))
        return NULL if slot == NOT_SET else self.nodes[slot]

    cdef int64_t candidates(self) except -1 nogil:
        """All letters with which partial fills go on; how many."""
        cdef Step *at = &self.join.steps[self.step]
        cdef const Node *ones = at.one.trie
        cdef const Node *others = at.other.trie
        cdef int32_t *mine
        cdef int32_t *theirs
        cdef int64_t i, n = 0, base
        cdef int32_t one, other
        cdef uint64_t bits, bit
        mine, theirs = self.nodes_of(at.one.owner), self.nodes_of(at.other.owner)
        for i in range(self.n):
            bits = ones[mine[i]].mask & others[0 if theirs == NULL else theirs[i]].mask
            n += SX_POPCOUNT(bits)
        self.make_room(n)
        self.n_nodes += n
        n = 0
        for i in range(self.n):
            one = mine[i]
            other = 0 if theirs == NULL else theirs[i]
            bits = ones[one].mask & others[other].mask
            base = self.sums[i] - (
                self.promise(at.one.owner, one) + self.promise(at.other.owner, other)
            )
            while bits:
                bit = bits & (~bits + 1)
                bits ^= bit
                if at.ends and self.is_twice(at, i, bit):
                    continue
                self.new_sums[n] = (
                    base
                    + self.promise(at.one.owner, child(&ones[one], bit))
                    + self.promise(at.other.owner, child(&others[other], bit))
                )
                self.new_at[n] = <uint32_t>(i * WORD + SX_LOWEST(bit))
                n += 1
        return n

    cdef inline int64_t promise(self, int slot, int32_t node) noexcept nogil:
        """What a prefix promises, with noise; 0 where a cell has no second slot."""
        cdef uint64_t mixed
        if slot == NOT_SET:
            return 0
        mixed = <uint64_t>node * self.keys[slot]
        return self.worth[slot][node] + <int64_t>((mixed >> 32) * self.noise >> 32)

    cdef inline int32_t after(self, const JoinLink *link, int64_t i, uint64_t bit) noexcept nogil:
        """The node of a slot of this step after a letter."""
        return child(&link.trie[self.nodes[link.owner][i]], bit)

    cdef bint is_twice(self, Step *at, int64_t i, uint64_t bit) noexcept nogil:
        """Whether a slot that ends with this letter gets a word that is there."""
        return (
            at.one.slot != NOT_SET and self.is_there(at, &at.one, i, bit)
            or at.other.slot != NOT_SET and self.is_there(at, &at.other, i, bit)
        )

    cdef bint is_there(
        self, Step *at, const JoinLink *link, int64_t i, uint64_t bit
    ) noexcept nogil:
        cdef int slot = link.owner, k, rival
        cdef int32_t node = self.after(link, i, bit)
        cdef int32_t name = self.join.names[slot][node - self.join.first_leaf[slot]]
        for k in range(self.join.n_rivals[slot]):
            rival = self.join.rivals[slot][k]
            if self.join.slot_end[rival] > self.step:
                continue
            if rival == at.one.owner:
                node = self.after(&at.one, i, bit)
            elif rival == at.other.owner:
                node = self.after(&at.other, i, bit)
            else:
                node = self.nodes[rival][i]
            if self.join.names[rival][node - self.join.first_leaf[rival]] == name:
                return True
        return False

    cdef int64_t highest(self, int64_t n, int64_t wanted) noexcept nogil:
        """Keep the `wanted` candidates with the highest sums, in the order in which they are.

        The range of sums is divided into `BINS` parts; of the lowest part that is kept, the first
        ones are taken.

        Returns: how many candidates there are then.
        """
        cdef int64_t i, lowest = self.new_sums[0], most = self.new_sums[0], kept = 0, left = wanted
        cdef int part, at
        cdef double scale
        for i in range(n):
            lowest, most = min(lowest, self.new_sums[i]), max(most, self.new_sums[i])
        scale = (BINS - 1) / <double>max(1, most - lowest)
        memset(self.bins, 0, BINS * sizeof(int32_t))
        for i in range(n):
            self.bins[<int>(<double>(self.new_sums[i] - lowest) * scale)] += 1
        part = BINS - 1
        while self.bins[part] <= left:
            left -= self.bins[part]
            part -= 1
        for i in range(n):
            at = <int>(<double>(self.new_sums[i] - lowest) * scale)
            if at < part or at == part and not left:
                continue
            left -= at == part
            self.new_sums[kept], self.new_at[kept] = self.new_sums[i], self.new_at[i]
            self.new_marks[kept] = self.new_marks[i]
            kept += 1
        return kept

    cdef int64_t without_twins(self, int64_t n) noexcept nogil:
        """Keep one of all candidates with the same choices for the cells ahead: the highest sum.

        Returns: how many candidates there are then.
        """
        cdef Step *at = &self.join.steps[self.step]
        cdef int64_t i, parent, kept = 0, place
        cdef uint64_t mark, bit
        cdef uint32_t there
        memset(self.table, 0, self.table_size * sizeof(uint32_t))
        for i in range(n):
            bit = <uint64_t>1 << (self.new_at[i] % WORD)
            parent = self.new_at[i] // WORD
            mark = self.marks[parent] + (
                self.change(&at.one, parent, bit) + self.change(&at.other, parent, bit)
            )
            place = <int64_t>((mark ^ (mark >> 32)) & <uint64_t>(self.table_size - 1))
            while True:
                there = self.table[place]
                if not there:
                    self.table[place] = <uint32_t>(kept + 1)
                    self.new_sums[kept], self.new_at[kept] = self.new_sums[i], self.new_at[i]
                    self.new_marks[kept] = mark
                    kept += 1
                    break
                if self.new_marks[there - 1] == mark:
                    if self.new_sums[i] > self.new_sums[there - 1]:
                        self.new_sums[there - 1], self.new_at[there - 1] = (
                            self.new_sums[i], self.new_at[i],
                        )
                    break
                place = (place + 1) & (self.table_size - 1)
        return kept

    cdef inline uint64_t change(
        self, const JoinLink *link, int64_t i, uint64_t bit
    ) noexcept nogil:
        """What a letter adds to the mark of a partial fill: the marks of slots that end are 0."""
        cdef uint64_t before, after = 0
        if link.owner == NOT_SET:
            return 0
        before = <uint64_t>self.nodes[link.owner][i]
        if self.join.slot_end[link.owner] > self.step:
            after = <uint64_t>self.after(link, i, bit)
        return (after - before) * self.keys[link.owner]

    cdef int keep(self, int64_t n) except -1 nogil:
        """Go on with the first `n` candidates."""
        cdef Step *at = &self.join.steps[self.step]
        cdef int slot
        cdef int64_t i
        cdef int32_t *nodes
        cdef int32_t *parents = <int32_t *>zeros(n, sizeof(int32_t))
        cdef uint8_t *letters
        self.parents[self.step] = parents
        letters = self.letters[self.step] = <uint8_t *>zeros(n, 1)
        self.n_kept[self.step] = n
        for i in range(n):
            parents[i] = <int32_t>(self.new_at[i] // WORD)
            letters[i] = <uint8_t>(self.new_at[i] % WORD)
        for slot in range(self.n_slots):
            if self.nodes[slot] == NULL:
                continue
            nodes = self.others[slot]
            if self.last[slot] <= self.step:
                sx_free(self.nodes[slot])
                sx_free(nodes)
                self.nodes[slot] = self.others[slot] = NULL
                continue
            if slot == at.one.owner:
                for i in range(n):
                    nodes[i] = self.after(&at.one, parents[i], <uint64_t>1 << letters[i])
            elif slot == at.other.owner:
                for i in range(n):
                    nodes[i] = self.after(&at.other, parents[i], <uint64_t>1 << letters[i])
            else:
                for i in range(n):
                    nodes[i] = self.nodes[slot][parents[i]]
            self.others[slot], self.nodes[slot] = self.nodes[slot], nodes
        memcpy(self.sums, self.new_sums, n * sizeof(int64_t))
        memcpy(self.marks, self.new_marks, n * sizeof(uint64_t))
        self.n = n
        return 0

    cdef int make_room(self, int64_t n) except -1 nogil:
        """Have place for so many candidates."""
        n = max(n, 1)
        if n > self.room:
            self.new_sums = <int64_t *>more(self.new_sums, n, sizeof(int64_t))
            self.new_at = <uint32_t *>more(self.new_at, n, sizeof(uint32_t))
            self.new_marks = <uint64_t *>more(self.new_marks, n, sizeof(uint64_t))
            self.room = n
        return 0

    cdef int trim(self) except -1 nogil:
        """Give back the letters of cells that are filled which no partial fill has any more."""
        cdef int step = self.step - 1
        cdef int64_t i, n, n_below
        cdef int32_t *number
        cdef int32_t *below
        while step > 0:
            below, n_below, n = self.parents[step], self.n_kept[step], self.n_kept[step - 1]
            number = <int32_t *>zeros(n, sizeof(int32_t))
            for i in range(n_below):
                number[below[i]] = 1
            step -= 1
            self.n_kept[step] = 0
            for i in range(n):
                if number[i]:
                    number[i] = <int32_t>self.n_kept[step]
                    self.parents[step][self.n_kept[step]] = self.parents[step][i]
                    self.letters[step][self.n_kept[step]] = self.letters[step][i]
                    self.n_kept[step] += 1
            for i in range(n_below):
                below[i] = number[below[i]]
            sx_free(number)
            if self.n_kept[step] == n:
                break
            n = self.n_kept[step]
            self.parents[step] = <int32_t *>more(self.parents[step], n, sizeof(int32_t))
            self.letters[step] = <uint8_t *>more(self.letters[step], n, 1)
        return 0

    cdef int enter(self) except -1:
        if self.is_busy:
            raise RuntimeError("the beam is in use: one call at a time, from one thread")
        if self.keys == NULL:
            raise RuntimeError("the beam was never set up; create another")
        self.is_busy = True
        return 0
