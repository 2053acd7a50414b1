# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""The state of the lazy engine, compiled: what
`tests/oracles/lazy/state.py` and `order.py` do in Python.

Domains are reversible sparse bit sets (Demeulenaere et al., CP 2016): blocks of 64 words, and a
list of the blocks that are not empty. Every literal, reason and decision is the same as in Python,
in the same order; where the work is cut short here, the answer does not show it.

The letters that a cell can still have are the bits of one machine word, or of several in alphabets
of more than 64 letters. What is called often has a second version for these: `*_wide`.
"""

from libc.math cimport INFINITY
from libc.stdint cimport INT32_MAX, INT64_MAX, int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

cdef extern from "_platform.h" nogil:
    int SX_POPCOUNT(uint64_t)
    int SX_LOWEST(uint64_t)  # undefined for 0
    double sx_now()
    void *sx_calloc(size_t, size_t)
    void *sx_realloc(void *, size_t)
    void sx_free(void *)
    const int32_t SX_FIRST_STAMP

cdef enum:
    NOT_SET = -1
    FEW_WORDS = 64  # up to this many words it is quicker to look at each than at each letter
    WORD = 64  # letters that fit into a machine word
    MAX_LETTERS = 1 << 16  # whose codes have two bytes
    MAX_LENGTH = 255
    MAX_TIERS = 64
    MAX_ITEMS = 1 << 30  # of an array
    # What a change of a domain says: the letter is there, is not there, or that the word is taken.
    HAS = 0
    LACKS = 1
    TAKEN = 2
    # In `owner`, beside the slots: what set a variable.
    OBJECTIVE = -2
    CELL = -3     # it was the last letter of its cell
    CHOICE = -4
    CLAUSE = -5
    REFUTED = -6  # the chronological phase found nothing with its opposite
    # Whether a kernel takes calls; see `Kernel.enter`.
    NEW = 0
    READY = 1
    BUSY = 2
    DAMAGED = 3

ctypedef struct Table:
    int n_words
    int n_blocks
    int length
    const uint64_t *support  # [length][n_letters][n_blocks], or by row of `row_of`
    const int32_t *row_of    # [length][n_letters]; NULL where `support` has all of these rows
    int n_rows
    const uint8_t *codes     # [n_words][length]; NULL where they are wide
    const uint16_t *wide_codes
    const int32_t *words     # [n_words], rising
    int n_tiers
    int *tier_end            # [n_tiers]
    double *tier_worth       # [n_tiers]

ctypedef struct Change:
    int kind
    int row                  # of the word that is taken
    const uint64_t *support  # else of the letter

ctypedef struct Slot:
    int length
    const int32_t *cells
    Table *table
    const uint64_t *start
    uint64_t *dom
    int32_t *blocks     # the blocks that are not empty first
    int n_live          # how many they are
    int32_t *residue    # by row of the support, the block where it was last seen
    Change *delta
    int n_delta
    int max_delta
    int n_rivals
    const int32_t *rivals

ctypedef struct Link:
    int slot
    int offset

ctypedef struct OldBlock:
    int slot
    int block
    uint64_t bits

ctypedef struct OldSlot:
    int slot
    int count
    int n_live

ctypedef struct OldCell:
    int at                   # in `mask`
    uint64_t mask

ctypedef struct Taken:
    int slot
    int row
    int since
    int other

ctypedef struct Level:
    int n_trail
    int head
    int n_blocks
    int n_slots
    int n_cells
    int n_taken

ctypedef struct Placed:
    int place
    int variable
    const uint64_t *support

ctypedef fused code_t:
    uint8_t
    uint16_t


cdef int out_of_memory() except -1 nogil:
    with gil:
        raise MemoryError


cdef int no_reason() except -1 nogil:
    with gil:
        raise RuntimeError("a removed letter has no reason: the lazy engine's trail is damaged")


cdef int grow(void **array, int *size, int64_t needed, size_t item) except -1 nogil:
    """Make room for `needed` items."""
    cdef int wanted = size[0]
    cdef void *moved
    if needed <= wanted:
        return 0
    if needed > MAX_ITEMS:
        return out_of_memory()
    while wanted < needed:
        wanted = 2 * wanted if wanted else 64
    moved = sx_realloc(array[0], wanted * item)
    if moved == NULL:
        return out_of_memory()
    array[0] = moved
    size[0] = wanted
    return 0


cdef void *more(void *array, int64_t n, size_t item) except NULL nogil:
    """Room for so many items, in place of an array; what is new in it is not set."""
    cdef void *made = sx_realloc(array, n * item) if n <= MAX_ITEMS else NULL
    if made == NULL:
        out_of_memory()
    return made


cdef void *zeros(int64_t n, size_t item) except NULL nogil:
    """So many items, all 0."""
    cdef void *made = sx_calloc(max(n, 1), item) if n <= MAX_ITEMS else NULL
    if made == NULL:
        out_of_memory()
    return made


cdef int check(bint holds, str wrong) except -1:
    if not holds:
        raise ValueError(f"the kernel's arguments do not fit together: {wrong}")
    return 0


cdef class Kernel:
    """The state over arrays that Python shares, and only reads.

    One call at a time can use it. A call that comes meanwhile, from another thread or from Python
    code that the first one runs (an iterable, a finalizer), is a RuntimeError; so is any call after
    one that ran out of memory, which leaves the state half changed.

    Args:
        n_letters: at most `MAX_LETTERS`.
        tables: for each distinct table: (packed, codes, words, tiers, row_of), see `SlotTable`;
            without `row_of` for up to 64 letters.
        slots: for each slot: (index of its table, cells, start, dom, rivals); start and dom are
            uint64 (n_blocks,), dom to be written to.
        ids: int32 (n_cells, n_letters); 0 where the letter is impossible.
        cell_of, letter_of: int32 (n + 1,).
        count, n_open: int32 by slot; value, set_to: int32 by cell; mask: uint64 by cell, one for
            each 64 letters; position: int32 (2 n + 1,); owner: int32 (n + 1,). All hold the state
            at the start.

    Fields:
        n_levels: levels that are open.
        n_trail: literals on the trail.
        n_set: cells that are set.
        n_propagations: changes of slots' domains so far.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """

    cdef int status           # NEW, READY, BUSY or DAMAGED
    cdef bint is_whole        # while busy: an exception now leaves nothing half done
    cdef bint has_begun       # a search, which alone changes the state from then on
    cdef int n_letters, n_slots, n_cells, n_vars, n_tables
    cdef int n_masks          # machine words for the letters of a cell
    cdef Table *tables
    cdef Slot *slots
    cdef Link *links          # by cell, two after the other at most
    cdef int *first_link      # by cell, and the end
    cdef const int32_t *ids
    cdef int32_t *first_of    # by cell, the first of its variables, which follow each other; the end
    cdef const int32_t *cell_of
    cdef const int32_t *letter_of
    cdef int32_t *count
    cdef int32_t *n_open
    cdef int32_t *value
    cdef int32_t *set_to
    cdef int32_t *position
    cdef int32_t *owner
    cdef uint64_t *mask
    cdef int32_t *trail
    cdef int32_t *out
    cdef int n_out
    cdef int32_t *queue
    cdef int n_queue
    cdef int head
    cdef OldBlock *old_blocks
    cdef int n_old_blocks, max_old_blocks
    cdef OldSlot *old_slots
    cdef int n_old_slots, max_old_slots
    cdef OldCell *old_cells
    cdef int n_old_cells, max_old_cells
    cdef Taken *taken
    cdef int n_taken, max_taken
    cdef Level *levels
    cdef int max_levels
    cdef uint64_t *wide_seen  # by offset, for several machine words: see `find_lost_letters_wide`
    cdef uint64_t *wide_lost
    cdef uint64_t *work       # two lots of blocks, for reasons
    cdef int32_t *work_at
    cdef Placed *placed
    cdef int32_t *clause
    cdef int n_clause, max_clause
    cdef int32_t *stamp       # by variable: in which clause it was last
    cdef int32_t n_stamps
    cdef int room             # for so many variables in what goes by variable
    cdef object _keep         # what the pointers point into
    cdef int32_t *level_of    # by variable
    cdef int8_t *sign         # by variable beyond the letters: 1 true, -1 false, 0 not set
    cdef int n_all            # variables in all
    cdef int empty_cell       # when `advance` answers 0
    cdef readonly int n_levels
    cdef readonly int n_trail
    cdef readonly int n_set
    cdef readonly int64_t n_propagations

    def __init__(
        self, int n_letters, list tables not None, list slots not None,
        const int32_t[:, ::1] ids not None, const int32_t[::1] cell_of not None,
        const int32_t[::1] letter_of not None, int32_t[::1] count not None,
        int32_t[::1] n_open not None, int32_t[::1] value not None, int32_t[::1] set_to not None,
        uint64_t[::1] mask not None, int32_t[::1] position not None, int32_t[::1] owner not None,
    ):
        cdef int i, most_blocks = 1
        if self.status != NEW:
            raise RuntimeError("a kernel is set up once")
        self.status = DAMAGED  # until everything is there
        tables, slots = list(tables), list(slots)
        self._keep = keep = [ids, cell_of, letter_of, count, n_open, value, set_to, mask,
                             position, owner]
        check(1 <= n_letters <= MAX_LETTERS, "alphabets have 1 to 65536 letters")
        check(
            ids.shape[1] == n_letters and ids.shape[0] * n_letters < MAX_ITEMS
            and 1 <= cell_of.shape[0] < MAX_ITEMS // 4 and letter_of.shape[0] == cell_of.shape[0]
            and owner.shape[0] == cell_of.shape[0]
            and position.shape[0] == 2 * cell_of.shape[0] - 1,
            "variables",
        )
        self.n_masks = (n_letters + WORD - 1) // WORD
        check(
            value.shape[0] == set_to.shape[0] == ids.shape[0]
            and mask.shape[0] == ids.shape[0] * self.n_masks,
            "cells",
        )
        check(
            count.shape[0] == n_open.shape[0] == len(slots) < MAX_ITEMS // MAX_LENGTH
            and len(tables) < MAX_ITEMS // MAX_LENGTH,
            "slots",
        )
        self.n_letters = n_letters
        self.n_cells = <int>ids.shape[0]
        self.n_vars = self.n_all = self.room = <int>cell_of.shape[0] - 1
        self.n_stamps = SX_FIRST_STAMP
        self.ids = &ids[0, 0]
        self.cell_of = &cell_of[0]
        self.letter_of = &letter_of[0]
        self.value, self.set_to, self.mask = &value[0], &set_to[0], &mask[0]
        self.position, self.owner = &position[0], &owner[0]
        self.count, self.n_open = &count[0], &n_open[0]
        self.check_cells()
        self.tables = <Table *>zeros(len(tables), sizeof(Table))
        self.n_tables = <int>len(tables)
        for i in range(self.n_tables):
            packed, codes, words, tiers, row_of = tables[i]
            self._add_table(&self.tables[i], keep, packed, codes, words, tiers, row_of)
            most_blocks = max(most_blocks, self.tables[i].n_blocks)
        self.slots = <Slot *>zeros(len(slots), sizeof(Slot))
        self.n_slots = <int>len(slots)
        for i in range(self.n_slots):
            table, cells, start, dom, rivals = slots[i]
            self._add_slot(i, keep, table, cells, start, dom, rivals)
        self._link()
        self.trail = <int32_t *>zeros(2 * self.n_vars + 2, sizeof(int32_t))
        self.level_of = <int32_t *>zeros(self.n_vars + 2, sizeof(int32_t))
        self.out = <int32_t *>zeros(self.n_vars + 2, sizeof(int32_t))
        self.queue = <int32_t *>zeros(self.n_slots + 1, sizeof(int32_t))
        if self.n_masks > 1:
            self.wide_seen = <uint64_t *>zeros((MAX_LENGTH + 1) * self.n_masks, sizeof(uint64_t))
            self.wide_lost = <uint64_t *>zeros(self.n_masks, sizeof(uint64_t))
        self.work = <uint64_t *>zeros(2 * most_blocks, sizeof(uint64_t))
        self.work_at = <int32_t *>zeros(2 * most_blocks, sizeof(int32_t))
        self.placed = <Placed *>zeros(MAX_LENGTH + 2, sizeof(Placed))
        self.stamp = <int32_t *>zeros(self.n_vars + 2, sizeof(int32_t))
        self.status = READY

    cdef int check_cells(self) except -1:
        """Check that the variables are those of `ids`, and that nothing is set."""
        cdef int cell, letter, variable, n = 0
        cdef uint64_t bits
        self.first_of = <int32_t *>zeros(self.n_cells + 1, sizeof(int32_t))
        for variable in range(1, self.n_vars + 1):
            cell, letter = self.cell_of[variable], self.letter_of[variable]
            check(0 <= cell < self.n_cells and 0 <= letter < self.n_letters, "a variable's cell")
            check(self.ids[cell * self.n_letters + letter] == variable, "a variable's letter")
        for cell in range(self.n_cells):
            self.first_of[cell] = n + 1
            check(self.value[cell] == NOT_SET and not self.set_to[cell], "a cell's start")
            bits = 0
            for letter in range(self.n_letters):
                variable = self.ids[cell * self.n_letters + letter]
                if variable:
                    n += 1
                    check(variable == n, "the order of variables")
                    bits |= <uint64_t>1 << (letter & 63)
                if letter & 63 == 63 or letter == self.n_letters - 1:
                    check(self.mask[cell * self.n_masks + (letter >> 6)] == bits, "a cell's start")
                    bits = 0
        self.first_of[self.n_cells] = n + 1
        check(n == self.n_vars, "a variable that is not numbered")
        for n in range(2 * self.n_vars + 1):
            check(self.position[n] == NOT_SET, "a literal on the trail")
        return 0

    cdef int _add_table(
        self, Table *table, list keep, packed, codes, const int32_t[::1] words, tuple tiers,
        const int32_t[:, ::1] row_of,
    ) except -1:
        # None has the shape 0.
        cdef int i, end = 0, highest
        cdef Py_ssize_t at
        cdef const uint64_t[:, ::1] support = packed
        cdef const uint8_t[:, ::1] narrow
        cdef const uint16_t[:, ::1] wide
        keep += [support, words, row_of]
        if getattr(codes, "itemsize", 1) == sizeof(uint16_t):
            wide = codes
            keep.append(wide)
            check(wide.shape[0] < MAX_ITEMS and 1 <= wide.shape[1] <= MAX_LENGTH, "a table's shape")
            table.n_words, table.length = <int>wide.shape[0], <int>wide.shape[1]
            table.wide_codes = &wide[0, 0]
            highest = highest_of(&wide[0, 0], wide.shape[0] * wide.shape[1])
        else:
            narrow = codes
            keep.append(narrow)
            check(
                narrow.shape[0] < MAX_ITEMS and 1 <= narrow.shape[1] <= MAX_LENGTH,
                "a table's shape",
            )
            table.n_words, table.length = <int>narrow.shape[0], <int>narrow.shape[1]
            table.codes = &narrow[0, 0]
            highest = highest_of(&narrow[0, 0], narrow.shape[0] * narrow.shape[1])
        check(
            1 <= support.shape[1] < MAX_ITEMS // 64 and support.shape[0] < MAX_ITEMS
            and 64 * (support.shape[1] - 1) <= table.n_words <= 64 * support.shape[1]
            and words.shape[0] in (0, table.n_words),
            "a table's shape",
        )
        table.n_rows, table.n_blocks = <int>support.shape[0], <int>support.shape[1]
        if self.n_masks == 1:
            check(table.n_rows == table.length * self.n_letters, "a table's shape")
        else:
            check(
                row_of.shape[0] == table.length and row_of.shape[1] == self.n_letters,
                "a table's rows",
            )
            table.row_of = &row_of[0, 0]
            for at in range(row_of.shape[0] * row_of.shape[1]):
                check(0 <= table.row_of[at] < table.n_rows, "a table's rows")
        table.support = &support[0, 0]
        check(highest < self.n_letters, "a table's letters")
        if words.shape[0]:
            table.words = &words[0]
        check(tiers is not None and 1 <= len(tiers) <= MAX_TIERS, "a table's tiers")
        table.n_tiers = <int>len(tiers)
        table.tier_end = <int *>zeros(table.n_tiers, sizeof(int))
        table.tier_worth = <double *>zeros(table.n_tiers, sizeof(double))
        for i in range(table.n_tiers):
            table.tier_end[i], table.tier_worth[i] = tiers[i]
            check(end < table.tier_end[i] or not table.n_words, "a table's tiers")
            end = table.tier_end[i]
        check(end == table.n_words, "a table's tiers")
        return 0

    cdef int _add_slot(
        self, int index, list keep, int table, const int32_t[::1] cells,
        const uint64_t[::1] start, uint64_t[::1] dom,
        const int32_t[::1] rivals,
    ) except -1:
        cdef Slot *slot = &self.slots[index]
        cdef int i, n = 0
        keep += [cells, start, dom, rivals]
        check(0 <= table < self.n_tables, "a slot's table")
        slot.table = &self.tables[table]
        check(
            cells.shape[0] == slot.table.length
            and start.shape[0] == dom.shape[0] == slot.table.n_blocks
            and rivals.shape[0] < MAX_ITEMS and not (rivals.shape[0] and slot.table.words == NULL),
            "a slot's shape",
        )
        slot.length = <int>cells.shape[0]
        slot.cells = &cells[0]
        slot.start = &start[0]
        slot.dom = &dom[0]
        slot.n_rivals = <int>rivals.shape[0]
        slot.rivals = &rivals[0]
        for i in range(slot.length):
            check(0 <= slot.cells[i] < self.n_cells, "a slot's cells")
        for i in range(slot.n_rivals):
            check(0 <= slot.rivals[i] < self.n_slots, "a slot's rivals")
        slot.blocks = <int32_t *>zeros(slot.table.n_blocks, sizeof(int32_t))
        slot.residue = <int32_t *>zeros(slot.table.n_rows, sizeof(int32_t))
        for i in range(slot.table.n_blocks):
            check(slot.start[i] == slot.dom[i], "a slot's start")
            n += SX_POPCOUNT(slot.dom[i])
            if slot.dom[i]:
                slot.blocks[slot.n_live] = i
                slot.n_live += 1
        if slot.table.n_words & 63 or not slot.table.n_words:
            i = slot.table.n_blocks - 1
            check(not slot.dom[i] >> (slot.table.n_words & 63), "a word beyond a slot's table")
        check(n == self.count[index] and slot.length == self.n_open[index], "a slot's counts")
        return 0

    cdef int _link(self) except -1:
        """By cell, the slots through it, in their order."""
        cdef int i, j, cell, n = 0
        for i in range(self.n_slots):
            n += self.slots[i].length
        self.links = <Link *>zeros(n, sizeof(Link))
        self.first_link = <int *>zeros(self.n_cells + 2, sizeof(int))
        for i in range(self.n_slots):
            for j in range(self.slots[i].length):
                self.first_link[self.slots[i].cells[j] + 2] += 1
        for cell in range(self.n_cells):
            self.first_link[cell + 2] += self.first_link[cell + 1]
        for i in range(self.n_slots):
            for j in range(self.slots[i].length):
                cell = self.slots[i].cells[j]
                n = self.first_link[cell + 1]
                self.links[n].slot, self.links[n].offset = i, j
                self.first_link[cell + 1] = n + 1
        return 0

    cdef int enter(self, bint in_search) except -1:
        """Begin a call that no other may interrupt; `leave` is to follow.

        Args:
            in_search: whether it needs a search that has begun; else it needs that none has.
        """
        if self.status == BUSY:
            raise RuntimeError("the search is in use: one call at a time, from one thread")
        if self.status != READY:
            raise RuntimeError("the search ran out of memory, or was never set up; create another")
        if self.has_begun != in_search:
            raise RuntimeError(
                "a search changes its state by itself" if self.has_begun
                else "the search has not begun"
            )
        self.status = BUSY
        self.is_whole = True
        return 0

    cdef void leave(self) noexcept:
        self.status = READY if self.is_whole else DAMAGED

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_tables):
            if self.tables != NULL:
                sx_free(self.tables[i].tier_end)
                sx_free(self.tables[i].tier_worth)
        for i in range(self.n_slots):
            if self.slots != NULL:
                sx_free(self.slots[i].blocks)
                sx_free(self.slots[i].residue)
                sx_free(self.slots[i].delta)
        sx_free(self.tables)
        sx_free(self.slots)
        sx_free(self.links)
        sx_free(self.first_link)
        sx_free(self.trail)
        sx_free(self.out)
        sx_free(self.queue)
        sx_free(self.first_of)
        sx_free(self.wide_seen)
        sx_free(self.wide_lost)
        sx_free(self.work)
        sx_free(self.work_at)
        sx_free(self.placed)
        sx_free(self.stamp)
        sx_free(self.clause)
        sx_free(self.old_blocks)
        sx_free(self.old_slots)
        sx_free(self.old_cells)
        sx_free(self.taken)
        sx_free(self.levels)
        sx_free(self.level_of)
        sx_free(self.sign)

    # Small things

    cdef inline int place(self, int literal) noexcept nogil:
        """Where `position` has a literal: negative ones count from the end."""
        return literal if literal >= 0 else 2 * self.n_vars + 1 + literal

    cdef inline int row(self, Table *table, int offset, int letter) noexcept nogil:
        """The row of the support of a letter."""
        cdef int row = offset * self.n_letters + letter
        return row if table.row_of == NULL else table.row_of[row]

    cdef inline const uint64_t *support(self, Slot *slot, int row) noexcept nogil:
        return slot.table.support + <size_t>row * slot.table.n_blocks

    cdef inline int first_letter(self, int cell) noexcept nogil:
        """The first letter that a cell can still have, of one or more."""
        cdef int k = cell * self.n_masks
        while not self.mask[k]:
            k += 1
        return WORD * (k - cell * self.n_masks) + SX_LOWEST(self.mask[k])

    cdef inline int n_left(self, int cell, int enough) noexcept nogil:
        """How many letters a cell can still have; not counted beyond `enough`."""
        cdef int k, n = 0
        for k in range(cell * self.n_masks, (cell + 1) * self.n_masks):
            n += SX_POPCOUNT(self.mask[k])
            if n >= enough:
                break
        return n

    cdef list _list(self, const int32_t *items, int n):
        cdef int i
        return [items[i] for i in range(n)]

    def trail_list(self):
        """The literals set so far, in order."""
        self.enter(self.has_begun)
        try:
            return self._list(self.trail, self.n_trail)
        finally:
            self.leave()

    def root(self):
        """The literals below the first level, in order."""
        self.enter(self.has_begun)
        try:
            return self._list(
                self.trail, self.levels[0].n_trail if self.n_levels else self.n_trail
            )
        finally:
            self.leave()

    # Levels

    def new_level(self):
        """Open a level; literals absorbed from now on are taken back with it."""
        self.enter(False)
        try:
            self.open_level()
        finally:
            self.leave()

    cdef int open_level(self) except -1 nogil:
        cdef Level *level
        grow(<void **>&self.levels, &self.max_levels, self.n_levels + 1, sizeof(Level))
        level = &self.levels[self.n_levels]
        level.n_trail, level.head = self.n_trail, self.head
        level.n_blocks, level.n_slots = self.n_old_blocks, self.n_old_slots
        level.n_cells, level.n_taken = self.n_old_cells, self.n_taken
        self.n_levels += 1
        return 0

    def backtrack(self, int level):
        """Take back every level above `level`."""
        self.enter(False)
        try:
            if not 0 <= level < self.n_levels:
                raise ValueError(f"there are {self.n_levels} levels, and no level above {level}")
            self.undo(level)
        finally:
            self.leave()

    cdef void undo(self, int level) noexcept nogil:
        cdef Level *to = &self.levels[level]
        cdef int i, j, literal, cell
        cdef OldBlock *block
        cdef OldSlot *slot
        self.n_levels = level
        self.clear_queue()
        for i in range(to.n_trail, self.n_trail):
            literal = self.trail[i]
            if literal > self.n_vars or -literal > self.n_vars:
                self.sign[(literal if literal > 0 else -literal)] = 0
                continue
            self.position[self.place(literal)] = NOT_SET
            if literal > 0:
                self.set_to[self.cell_of[literal]] = 0
        self.n_trail, self.head = to.n_trail, to.head
        for i in range(self.n_old_blocks - 1, to.n_blocks - 1, -1):
            block = &self.old_blocks[i]
            self.slots[block.slot].dom[block.block] = block.bits
        self.n_old_blocks = to.n_blocks
        for i in range(self.n_old_slots - 1, to.n_slots - 1, -1):
            slot = &self.old_slots[i]
            self.slots[slot.slot].n_live = slot.n_live
            self.count[slot.slot] = slot.count
        self.n_old_slots = to.n_slots
        for i in range(self.n_old_cells - 1, to.n_cells - 1, -1):
            cell = self.old_cells[i].at
            self.mask[cell] = self.old_cells[i].mask
            if self.n_masks > 1:
                cell //= self.n_masks
            if self.value[cell] != NOT_SET:
                self.value[cell] = NOT_SET
                self.n_set -= 1
                for j in range(self.first_link[cell], self.first_link[cell + 1]):
                    self.n_open[self.links[j].slot] += 1
        self.n_old_cells = to.n_cells
        self.n_taken = to.n_taken

    cdef void clear_queue(self) noexcept nogil:
        cdef int i
        for i in range(self.n_queue):
            self.slots[self.queue[i]].n_delta = 0
        self.n_queue = 0

    def absorb(self, literals):
        """Put literals that the solver has set on the trail, unless they are there.

        A letter that a cell lost because it was set to another adds nothing, and is left out.
        """
        cdef int literal
        self.enter(False)
        try:
            for literal in literals:
                self.check_literal(literal)
                if literal < 0:
                    if self.set_to[self.cell_of[-literal]]:
                        continue
                else:
                    self.set_to[self.cell_of[literal]] = literal
                if self.position[self.place(literal)] == NOT_SET:
                    self.put(literal)
        finally:
            self.leave()

    cdef inline int check_literal(self, int literal) except -1:
        if not literal or literal > self.n_all or literal < -self.n_all:
            raise ValueError(f"the variables are 1 to {self.n_all}, got the literal {literal}")
        return 0

    cdef inline void put(self, int literal) noexcept nogil:
        self.position[self.place(literal)] = self.n_trail
        self.trail[self.n_trail] = literal
        self.level_of[literal if literal > 0 else -literal] = self.n_levels
        self.n_trail += 1

    def remove(self, int variable, int owner):
        """Put a removed letter on the trail; False when it is there."""
        self.enter(False)
        try:
            self.check_literal(variable)
            if variable < 0:
                raise ValueError(f"a variable is positive, got {variable}")
            if self.position[self.place(-variable)] != NOT_SET:
                return False
            self.put(-variable)
            self.owner[variable] = owner
            return True
        finally:
            self.leave()

    # Propagation

    def propagate(self):
        """Bring the domains in line with the trail, to the fixpoint.

        Returns: the literals that follow from slots, in the order in which they follow, each now
            on the trail; and the slot that was left without a word, or NOT_SET. When a cell is
            left without a letter, the clause of the cell is the conflict.
        """
        cdef int empty
        self.enter(False)
        try:
            self.n_out = 0
            self.is_whole = False
            empty = self.to_fixpoint()
            result = self._list(self.out, self.n_out), empty
            self.is_whole = True
            return result
        finally:
            self.leave()

    cdef int to_fixpoint(self) except -2 nogil:
        cdef int i, at, slot, n
        while True:
            if not self.advance():
                self.clear_queue()
                return NOT_SET
            if not self.n_queue:
                return NOT_SET
            # The slot with the fewest words first, the first of these in the queue.
            at = 0
            for i in range(1, self.n_queue):
                if self.count[self.queue[i]] < self.count[self.queue[at]]:
                    at = i
            slot = self.queue[at]
            self.n_queue -= 1
            for i in range(at, self.n_queue):
                self.queue[i] = self.queue[i + 1]
            n = self.narrow(slot)
            if n == 0:
                self.clear_queue()
                return slot
            if n == 1 and not self.n_open[slot] and self.slots[slot].n_rivals:
                self.take_from_rivals(slot)

    cdef int change(self, int index, int kind, int row) except -1 nogil:
        """Note a change of a slot's domain.

        Args: row: of the letter's support; or of the word that is taken.
        """
        cdef Slot *slot = &self.slots[index]
        if not slot.n_delta:
            self.queue[self.n_queue] = index
            self.n_queue += 1
        grow(<void **>&slot.delta, &slot.max_delta, slot.n_delta + 1, sizeof(Change))
        slot.delta[slot.n_delta].kind = kind
        if kind == TAKEN:
            slot.delta[slot.n_delta].row = row
        else:
            slot.delta[slot.n_delta].support = self.support(slot, row)
        slot.n_delta += 1
        return 0

    cdef int advance(self) except -1 nogil:
        """Hand the new literals on the trail to their slots; 0 when a cell has no letter."""
        cdef int literal, cell, letter, last, i
        cdef uint64_t bits
        if self.n_masks > 1:
            return self.advance_wide()
        while self.head < self.n_trail:
            literal = self.trail[self.head]
            self.head += 1
            if literal > self.n_vars or -literal > self.n_vars:
                continue
            cell = self.cell_of[literal if literal > 0 else -literal]
            letter = self.letter_of[literal if literal > 0 else -literal]
            if self.value[cell] != NOT_SET:
                continue
            bits = self.mask[cell]
            if literal > 0:
                self.note_cell(cell, bits)
                self.value[cell] = letter
                self.mask[cell] = <uint64_t>1 << letter
                self.n_set += 1
                for i in range(self.first_link[cell], self.first_link[cell + 1]):
                    self.n_open[self.links[i].slot] -= 1
                    self.change(
                        self.links[i].slot, HAS, self.links[i].offset * self.n_letters + letter
                    )
                continue
            if not bits >> letter & 1:
                continue
            self.note_cell(cell, bits)
            bits ^= <uint64_t>1 << letter
            self.mask[cell] = bits
            if not bits:
                self.head = self.n_trail
                self.empty_cell = cell
                return 0
            if not bits & (bits - 1):
                self.put_last(cell, SX_LOWEST(bits))
            for i in range(self.first_link[cell], self.first_link[cell + 1]):
                self.change(
                    self.links[i].slot, LACKS, self.links[i].offset * self.n_letters + letter
                )
        return 1

    cdef inline void put_last(self, int cell, int letter) noexcept nogil:
        """Put the last letter of a cell on the trail, which the solver sets by the cell's clause."""
        cdef int last = self.ids[cell * self.n_letters + letter]
        if self.position[last] == self.position[self.place(-last)] == NOT_SET:
            self.put(last)
            self.set_to[cell] = last
            self.owner[last] = CELL

    cdef int advance_wide(self) except -1 nogil:
        """The same where a cell's letters are several machine words."""
        cdef int literal, cell, letter, at, i, kind
        cdef Link *link
        cdef uint64_t bit
        while self.head < self.n_trail:
            literal = self.trail[self.head]
            self.head += 1
            if literal > self.n_vars or -literal > self.n_vars:
                continue
            cell = self.cell_of[literal if literal > 0 else -literal]
            letter = self.letter_of[literal if literal > 0 else -literal]
            if self.value[cell] != NOT_SET:
                continue
            at, bit = cell * self.n_masks + (letter >> 6), <uint64_t>1 << (letter & 63)
            if literal > 0:
                for i in range(cell * self.n_masks, (cell + 1) * self.n_masks):
                    if self.mask[i] and i != at:
                        self.note_cell(i, self.mask[i])
                        self.mask[i] = 0
                self.note_cell(at, self.mask[at])
                self.value[cell] = letter
                self.mask[at] = bit
                self.n_set += 1
            else:
                if not self.mask[at] & bit:
                    continue
                self.note_cell(at, self.mask[at])
                self.mask[at] ^= bit
                if self.n_left(cell, 2) == 0:
                    self.head = self.n_trail
                    self.empty_cell = cell
                    return 0
                if self.n_left(cell, 2) == 1:
                    self.put_last(cell, self.first_letter(cell))
            kind = HAS if literal > 0 else LACKS
            for i in range(self.first_link[cell], self.first_link[cell + 1]):
                link = &self.links[i]
                self.n_open[link.slot] -= kind == HAS
                self.change(
                    link.slot, kind, self.row(self.slots[link.slot].table, link.offset, letter)
                )
        return 1

    cdef int note_cell(self, int at, uint64_t bits) except -1 nogil:
        grow(<void **>&self.old_cells, &self.max_old_cells, self.n_old_cells + 1, sizeof(OldCell))
        self.old_cells[self.n_old_cells].at = at
        self.old_cells[self.n_old_cells].mask = bits
        self.n_old_cells += 1
        return 0

    cdef int narrow(self, int index) except -1 nogil:
        """Apply a slot's changes; how many words are left. Then its lost letters are on the trail,
        unless none is left."""
        cdef Slot *slot = &self.slots[index]
        cdef Change *delta
        cdef uint64_t bits, before
        cdef int i, k, block, n_lost = 0, n_live = slot.n_live, first = self.n_old_blocks
        cdef int n_before = self.count[index]
        grow(<void **>&self.old_blocks, &self.max_old_blocks, <int64_t>first + n_live, sizeof(OldBlock))
        for i in range(n_live - 1, -1, -1):
            block = slot.blocks[i]
            before = bits = slot.dom[block]
            for k in range(slot.n_delta):
                delta = &slot.delta[k]
                if delta.kind == TAKEN:
                    if delta.row >> 6 == block:
                        bits &= ~(<uint64_t>1 << (delta.row & 63))
                elif delta.kind == HAS:
                    bits &= delta.support[block]
                else:
                    bits &= ~delta.support[block]
            if bits == before:
                continue
            self.old_blocks[self.n_old_blocks].slot = index
            self.old_blocks[self.n_old_blocks].block = block
            self.old_blocks[self.n_old_blocks].bits = before
            self.n_old_blocks += 1
            slot.dom[block] = bits
            n_lost += SX_POPCOUNT(before ^ bits)
            if not bits:
                slot.n_live -= 1
                slot.blocks[i] = slot.blocks[slot.n_live]
                slot.blocks[slot.n_live] = block
        slot.n_delta = 0
        if not n_lost:
            return n_before
        self.n_propagations += 1
        grow(<void **>&self.old_slots, &self.max_old_slots, self.n_old_slots + 1, sizeof(OldSlot))
        self.old_slots[self.n_old_slots].slot = index
        self.old_slots[self.n_old_slots].count = n_before
        self.old_slots[self.n_old_slots].n_live = n_live
        self.n_old_slots += 1
        self.count[index] = n_before - n_lost
        if self.count[index] and self.n_open[index]:
            self.find_lost_letters(index, n_lost, first)
        return self.count[index]

    cdef void find_lost_letters(self, int index, int n_lost, int first) noexcept nogil:
        """Take from the slot's cells the letters that its words do not bring.

        Args:
            n_lost, first: how many words went, and the first of `old_blocks` that has them.
        """
        cdef Slot *slot = &self.slots[index]
        cdef uint64_t seen[MAX_LENGTH + 1]
        cdef uint64_t bits, test
        cdef OldBlock *old
        cdef int i, offset, cell, letter
        cdef int n = self.count[index]
        cdef bint few_left = n <= FEW_WORDS, few_lost = n_lost <= FEW_WORDS
        if self.n_masks > 1:
            self.find_lost_letters_wide(index, n_lost, first)
            return
        if few_left:
            memset(seen, 0, slot.length * sizeof(uint64_t))
            for i in range(slot.n_live):
                self.see(slot, slot.blocks[i], slot.dom[slot.blocks[i]], seen)
        elif few_lost:
            memset(seen, 0, slot.length * sizeof(uint64_t))
            for i in range(first, self.n_old_blocks):
                old = &self.old_blocks[i]
                self.see(slot, old.block, old.bits & ~slot.dom[old.block], seen)
        for offset in range(slot.length):
            cell = slot.cells[offset]
            if self.set_to[cell]:
                continue
            bits = self.mask[cell]
            if few_left:
                bits &= ~seen[offset]
            else:
                if few_lost:
                    bits &= seen[offset]
                test = bits
                while test:
                    letter = SX_LOWEST(test)
                    test &= test - 1
                    if self.is_there(slot, offset * self.n_letters + letter):
                        bits ^= <uint64_t>1 << letter
            test = self.mask[cell] & ~bits
            if bits and test and not test & (test - 1):
                # One letter is left: one reason for it is shorter than one for each of the others.
                i = self.ids[cell * self.n_letters + SX_LOWEST(test)]
                if self.position[i] == self.position[self.place(-i)] == NOT_SET:
                    self.set_to[cell] = i
                    self.conclude(i, i, index)
                    continue
            while bits:
                letter = SX_LOWEST(bits)
                bits &= bits - 1
                i = self.ids[cell * self.n_letters + letter]
                if self.position[self.place(-i)] == NOT_SET:
                    self.conclude(-i, i, index)

    cdef inline void conclude(self, int literal, int variable, int slot) noexcept nogil:
        """Put a literal that follows from a slot on the trail."""
        self.put(literal)
        self.owner[variable] = slot
        self.out[self.n_out] = literal
        self.n_out += 1

    cdef inline void see(self, Slot *slot, int block, uint64_t bits, uint64_t *seen) noexcept nogil:
        """Add the letters of a block's words, by offset."""
        cdef const uint8_t *codes
        cdef int offset
        while bits:
            codes = slot.table.codes + <size_t>(64 * block + SX_LOWEST(bits)) * slot.length
            bits &= bits - 1
            for offset in range(slot.length):
                seen[offset] |= <uint64_t>1 << codes[offset]

    cdef void find_lost_letters_wide(self, int index, int n_lost, int first) noexcept nogil:
        """The same for cells whose letters are several machine words."""
        cdef Slot *slot = &self.slots[index]
        cdef uint64_t bits, test
        cdef uint64_t *seen = self.wide_seen
        cdef uint64_t *lost = self.wide_lost
        cdef const uint64_t *mask
        cdef OldBlock *old
        cdef int i, k, offset, cell, letter, last, n_left
        cdef bint few_left = self.count[index] <= FEW_WORDS, few_lost = n_lost <= FEW_WORDS
        cdef bint any_lost
        if few_left or few_lost:
            memset(seen, 0, <size_t>slot.length * self.n_masks * sizeof(uint64_t))
        if few_left:
            for i in range(slot.n_live):
                self.see_wide(slot, slot.blocks[i], slot.dom[slot.blocks[i]])
        elif few_lost:
            for i in range(first, self.n_old_blocks):
                old = &self.old_blocks[i]
                self.see_wide(slot, old.block, old.bits & ~slot.dom[old.block])
        for offset in range(slot.length):
            cell = slot.cells[offset]
            if self.set_to[cell]:
                continue
            mask = self.mask + cell * self.n_masks
            n_left, last, any_lost = 0, 0, False
            for k in range(self.n_masks):
                bits = mask[k]
                if few_left:
                    bits &= ~seen[offset * self.n_masks + k]
                else:
                    if few_lost:
                        bits &= seen[offset * self.n_masks + k]
                    test = bits
                    while test:
                        letter = SX_LOWEST(test)
                        test &= test - 1
                        if self.is_there(slot, self.row(slot.table, offset, WORD * k + letter)):
                            bits ^= <uint64_t>1 << letter
                lost[k] = bits
                any_lost = any_lost or bits != 0
                test = mask[k] & ~bits
                if test:
                    n_left += 1 if not test & (test - 1) else 2
                    last = WORD * k + SX_LOWEST(test)
            if any_lost and n_left == 1:
                i = self.ids[cell * self.n_letters + last]
                if self.position[i] == self.position[self.place(-i)] == NOT_SET:
                    self.set_to[cell] = i
                    self.conclude(i, i, index)
                    continue
            for k in range(self.n_masks):
                bits = lost[k]
                while bits:
                    i = self.ids[cell * self.n_letters + WORD * k + SX_LOWEST(bits)]
                    bits &= bits - 1
                    if self.position[self.place(-i)] == NOT_SET:
                        self.conclude(-i, i, index)

    cdef void see_wide(self, Slot *slot, int block, uint64_t bits) noexcept nogil:
        """Add the letters of a block's words, by offset, to `wide_seen`."""
        cdef int offset, letter
        cdef size_t row
        while bits:
            row = <size_t>(64 * block + SX_LOWEST(bits)) * slot.length
            bits &= bits - 1
            for offset in range(slot.length):
                letter = (
                    slot.table.codes[row + offset] if slot.table.wide_codes == NULL
                    else slot.table.wide_codes[row + offset]
                )
                self.wide_seen[offset * self.n_masks + (letter >> 6)] |= (
                    <uint64_t>1 << (letter & 63)
                )

    cdef inline bint is_there(self, Slot *slot, int row) noexcept nogil:
        """Whether a word of the slot has a letter. Args: row: of its support."""
        cdef const uint64_t *support = self.support(slot, row)
        cdef int32_t *residue = slot.residue + row
        cdef int i, block
        if slot.dom[residue[0]] & support[residue[0]]:
            return True
        for i in range(slot.n_live):
            block = slot.blocks[i]
            if slot.dom[block] & support[block]:
                residue[0] = block
                return True
        return False

    cdef int take_from_rivals(self, int index) except -1 nogil:
        """The slot is complete: no other slot may take its word."""
        cdef Slot *slot = &self.slots[index]
        cdef Slot *other
        cdef int block = slot.blocks[0], i, row
        cdef int32_t word
        row = 64 * block + SX_LOWEST(slot.dom[block])
        word = slot.table.words[row]
        for i in range(slot.n_rivals):
            other = &self.slots[slot.rivals[i]]
            row = self.row_of(other.table, word)
            if row >= 0 and other.dom[row >> 6] >> (row & 63) & 1:
                grow(<void **>&self.taken, &self.max_taken, self.n_taken + 1, sizeof(Taken))
                self.taken[self.n_taken].slot = slot.rivals[i]
                self.taken[self.n_taken].row = row
                self.taken[self.n_taken].since = self.n_trail
                self.taken[self.n_taken].other = index
                self.n_taken += 1
                self.change(slot.rivals[i], TAKEN, row)
        return 0

    cdef int row_of(self, Table *table, int32_t word) noexcept nogil:
        """The row of a word, named by its index in the word list's table; -1 when not here."""
        cdef int low = 0, high = table.n_words, middle
        if table.words == NULL:
            return -1
        while low < high:
            middle = (low + high) // 2
            if table.words[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low if low < table.n_words and table.words[low] == word else -1

    # Reasons

    def explain(self, int literal, int index, int before):
        """Why a letter was removed or set by a slot, or why the slot has no word.

        Args:
            literal: the literal that follows; 0 for a slot without a word.
            index: the slot that it follows from.
            before: only literals at trail positions below this may be used.

        Returns: a clause with `literal` first, unless it is 0; the others are false literals of
            cells of the slot, and of slots complete with a word taken from it.
        """
        cdef int i
        self.enter(False)
        try:
            if not 0 <= index < self.n_slots:
                raise ValueError(f"the slots are 0 to {self.n_slots - 1}, got {index}")
            if literal:
                self.check_literal(literal)
                for i in range(self.slots[index].length):
                    if self.slots[index].cells[i] == self.cell_of[abs(literal)]:
                        break
                else:
                    raise ValueError(f"slot {index} has no cell of the literal {literal}")
            self.explain_to_clause(literal, index, before)
            return self._list(self.clause, self.n_clause)
        finally:
            self.leave()

    cdef int explain_to_clause(self, int literal, int index, int before) except -1 nogil:
        """The same; 0 for why the slot has no word. The clause is in `clause`."""
        cdef Slot *slot = &self.slots[index]
        cdef Table *table = slot.table
        cdef int variable = literal if literal > 0 else -literal
        cdef int cell = self.cell_of[variable], letter = self.letter_of[variable]
        cdef int i, k, n, own = NOT_SET, n_placed = 0, place, code
        cdef const uint64_t *support
        cdef uint64_t *words = self.work
        cdef uint64_t *left = self.work + table.n_blocks
        cdef int32_t *at = self.work_at
        cdef int32_t *left_at = self.work_at + table.n_blocks
        cdef Placed *placed = self.placed
        cdef Placed item
        self.n_clause = 0
        if self.n_stamps == INT32_MAX:
            memset(self.stamp, 0, (self.room + 2) * sizeof(int32_t))
            self.n_stamps = 0
        self.n_stamps += 1
        if literal:
            self.say(literal)
            for i in range(slot.length):
                if slot.cells[i] == cell:
                    own = i
                    break
            support = self.support(slot, self.row(table, own, letter))
        else:
            support = slot.start
        n = 0
        for i in range(table.n_blocks):
            words[n] = slot.start[i] & (~support[i] if literal > 0 else support[i])
            at[n] = i
            n += words[n] != 0
        if not n:
            return 0

        for i in range(slot.length):
            code = self.value[slot.cells[i]]
            if i == own or code == NOT_SET:
                continue
            variable = self.ids[slot.cells[i] * self.n_letters + code]
            place = self.position[variable]
            if place < before:
                item.place, item.variable = place, variable
                item.support = self.support(slot, self.row(table, i, code))
                k = n_placed
                while k and placed[k - 1].place > place:
                    placed[k] = placed[k - 1]
                    k -= 1
                placed[k] = item
                n_placed += 1

        memcpy(left, words, n * sizeof(uint64_t))
        memcpy(left_at, at, n * sizeof(int32_t))
        k = n
        for i in range(n_placed):
            k = self.meet(left, left_at, k, placed[i].support)
            if not k:
                self.say_needed(words, at, n, left, left_at, i + 1)
                return 0
        for i in range(n_placed):
            self.say(-placed[i].variable)
        if table.wide_codes == NULL:
            return say_takers(self, table.codes, index, left, left_at, k, before)
        return say_takers(self, table.wide_codes, index, left, left_at, k, before)

    cdef int say(self, int literal) except -1 nogil:
        """Add a literal to the clause, unless it is there."""
        cdef int variable = literal if literal > 0 else -literal
        if self.stamp[variable] == self.n_stamps:
            return 0
        self.stamp[variable] = self.n_stamps
        grow(<void **>&self.clause, &self.max_clause, self.n_clause + 1, sizeof(int32_t))
        self.clause[self.n_clause] = literal
        self.n_clause += 1
        return 0

    cdef int meet(
        self, uint64_t *words, int32_t *at, int n, const uint64_t *support
    ) noexcept nogil:
        """Intersect blocks of words, here by place in `at`, with a set; how many blocks are left."""
        cdef int i, left = 0
        cdef uint64_t bits
        for i in range(n):
            bits = words[i] & support[at[i]]
            words[left] = bits
            at[left] = at[i]
            left += bits != 0
        return left

    cdef int say_needed(
        self, uint64_t *words, int32_t *at, int n, uint64_t *left, int32_t *left_at, int n_placed
    ) except -1 nogil:
        """Say the literals of `placed`, none of which can be left out, that empty `words`."""
        cdef int i, k
        while n_placed:
            n_placed -= 1
            self.say(-self.placed[n_placed].variable)
            n = self.meet(words, at, n, self.placed[n_placed].support)
            if not n:
                break
            # The next needed one is the one that empties what the later ones leave.
            memcpy(left, words, n * sizeof(uint64_t))
            memcpy(left_at, at, n * sizeof(int32_t))
            k = n
            for i in range(n_placed):
                k = self.meet(left, left_at, k, self.placed[i].support)
                if not k:
                    n_placed = i + 1
                    break
        return 0

    cdef int complete_with(self, int index, int row, int before) except -1 nogil:
        """The slot that was complete with a word, and so took it from slot `index`."""
        cdef int i
        cdef Taken *taken
        for i in range(self.n_taken):
            taken = &self.taken[i]
            if taken.slot == index and taken.row == row and taken.since <= before:
                return taken.other
        return no_reason()

    # Decisions

    def next_letter(self, order):
        """A letter variable to set true; 0 when every slot is complete: see `Order`."""
        cdef const double[::1] weight = order.weight, noise = order.noise
        cdef const uint8_t[::1] preferred = order.hints.preferred
        cdef bint by_score = order.hints.by_score
        self.enter(False)
        try:
            check(weight is not None and weight.shape[0] == self.n_slots, "weights")
            check(noise is not None and noise.shape[0] == self.n_vars + 1, "noise")
            return self.choose(&weight[0], &noise[0], self.factors(preferred), by_score)
        finally:
            self.leave()

    cdef const uint8_t *factors(self, const uint8_t[::1] preferred) except? NULL:
        """What letters' products are multiplied by; NULL for nothing."""
        if preferred is None:
            return NULL
        check(preferred.shape[0] == self.n_vars + 1, "preferred letters")
        return &preferred[0]

    cdef int choose(
        self, const double *weight, const double *noise, const uint8_t *preferred, bint by_score
    ) noexcept nogil:
        cdef int i, k, cell, n, fewest, letter, variable, choice, best = NOT_SET
        cdef double rank, product, most, lowest = 0.0
        cdef Slot *slot
        cdef uint64_t bits
        for i in range(self.n_slots):
            if self.n_open[i]:
                rank = self.count[i] / weight[i]
                if best == NOT_SET or rank < lowest:
                    best, lowest = i, rank
        if best == NOT_SET:
            return 0
        cell, fewest = NOT_SET, self.n_letters + 1
        slot = &self.slots[best]
        for i in range(slot.length):
            if self.value[slot.cells[i]] == NOT_SET:
                n = self.n_left(slot.cells[i], fewest)
                if n < fewest:
                    cell, fewest = slot.cells[i], n
        choice, most = 0, -1.0
        for k in range(self.n_masks):
            bits = self.mask[cell * self.n_masks + k]
            while bits:
                letter = WORD * k + SX_LOWEST(bits)
                bits &= bits - 1
                variable = self.ids[cell * self.n_letters + letter]
                product = noise[variable]
                if preferred != NULL:
                    product *= preferred[variable]
                for i in range(self.first_link[cell], self.first_link[cell + 1]):
                    product *= self.supporters(
                        &self.slots[self.links[i].slot], self.links[i].offset, letter, by_score
                    )
                if product > most:
                    choice, most = variable, product
        return choice

    cdef double supporters(self, Slot *slot, int offset, int letter, bint by_score) noexcept nogil:
        """The words of a slot with a letter, counted, by their worth or all alike."""
        cdef Table *table = slot.table
        cdef const uint64_t *support = self.support(slot, self.row(table, offset, letter))
        cdef int counts[MAX_TIERS]
        cdef int i, block, tier, end, n = 0
        cdef uint64_t bits
        cdef double worth
        if not by_score or table.n_tiers == 1:
            for i in range(slot.n_live):
                block = slot.blocks[i]
                n += SX_POPCOUNT(slot.dom[block] & support[block])
            return n * table.tier_worth[0] if by_score else n
        memset(counts, 0, table.n_tiers * sizeof(int))
        for i in range(slot.n_live):
            block = slot.blocks[i]
            bits = slot.dom[block] & support[block]
            if not bits:
                continue
            tier = 0
            while table.tier_end[tier] <= 64 * block:
                tier += 1
            while bits:
                end = table.tier_end[tier] - 64 * block
                if end >= 64:
                    counts[tier] += SX_POPCOUNT(bits)
                    break
                counts[tier] += SX_POPCOUNT(bits & ((<uint64_t>1 << end) - 1))
                bits &= ~((<uint64_t>1 << end) - 1)
                tier += 1
        worth = 0.0
        for tier in range(table.n_tiers):
            n += counts[tier]
            worth += table.tier_worth[tier] * n
        return worth


cdef int say_takers(
    Kernel self, const code_t *all_codes, int index, uint64_t *words, int32_t *at, int n, int before
) except -1 nogil:
    """Say what took each of a slot's `words`: removed letters, else complete slots."""
    cdef Slot *slot = &self.slots[index]
    cdef int i, k, offset, first, taker, taker_at, variable, place, row
    cdef const code_t *codes
    cdef const uint64_t *support
    cdef Slot *other
    for i in range(n):
        while words[i]:
            row = 64 * at[i] + SX_LOWEST(words[i])
            codes = all_codes + <size_t>row * slot.length
            first, taker, taker_at = before, 0, 0
            for offset in range(slot.length):
                variable = self.ids[slot.cells[offset] * self.n_letters + codes[offset]]
                place = self.position[self.place(-variable)]
                if NOT_SET < place < first:
                    first, taker, taker_at = place, variable, offset
            if taker:
                self.say(taker)
                support = self.support(slot, self.row(slot.table, taker_at, codes[taker_at]))
                for k in range(i, n):
                    words[k] &= ~support[at[k]]
                words[i] &= ~(<uint64_t>1 << (row & 63))
                continue
            other = &self.slots[self.complete_with(index, row, before)]
            for k in range(other.length):
                self.say(-self.ids[other.cells[k] * self.n_letters + self.value[other.cells[k]]])
            words[i] &= words[i] - 1
    return 0


cdef int highest_of(const code_t *codes, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t at
    cdef int highest = 0
    for at in range(n):
        highest = max(highest, <int>codes[at])
    return highest


include "_search.pxi"
include "_join.pxi"
include "_beam.pxi"
include "_dive.pxi"
