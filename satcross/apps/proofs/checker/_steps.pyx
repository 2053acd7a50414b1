# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""The steps of a certificate, checked from cells, slots and words alone.

It shares no code with the engine that writes them. What a cell can hold is a set of letters, and
what a slot can hold a set of words, a bit each; a step is checked by following what it names, with
its negation assumed. Only the steps that the last one needs are looked at.

Sources: RUP with hints (Cruz-Filipe et al., LRAT, CADE 2017); trimming from the end (Wetzler,
Heule, Hunt, DRAT-trim, SAT 2014).
"""

from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest(unsigned long long bits) {
        unsigned long at;
        _BitScanForward64(&at, bits);
        return (int)at;
    }
    #else
    static int lowest(unsigned long long bits) { return __builtin_ctzll(bits); }
    #endif
    """
    int lowest(uint64_t) nogil

cdef enum:
    CLAUSE = 0      # a step that is given
    LEMMA = 1       # a step that follows
    # A search without learning is followed choice by choice:
    CHOICE = 2      # a literal is assumed, until it is taken back
    FOLLOWED = 3    # literals that follow from the choices
    REFUTED = 4     # so does a contradiction: the last choice is false, given those before it
    KEPT = 5        # a step that follows: a literal was refuted under the choices that there are
    BACK = 6        # the last choice is taken back
    DEFINED = 7     # what a further variable stands for
    BY_CLAUSE = 0   # from an earlier step
    BY_SLOT = 1     # from the words of a slot
    BY_CELL = 2     # from a cell without a letter
    BY_TOTAL = 3    # from the best words of all slots, whose total is too low
    MAX_LETTERS = 64
    OPEN = 0
    DONE = 1        # there is a contradiction
    WRONG = 2
    TICK_EVERY = 1 << 12

ctypedef struct Table:
    int n_words
    int n_blocks
    int length
    const int32_t *codes      # [n_words][length]
    uint64_t *support         # [length][n_letters][n_blocks]

ctypedef struct Slot:
    int length
    const int32_t *cells
    Table *table
    uint64_t *words           # that are left for good
    int group                 # slots of one group have different words; -1 for none
    int twin                  # the one of them that may have the same word; -1 for none

ctypedef struct Change:
    int cell
    uint64_t letters


cdef void *room(int64_t n, size_t size) except NULL:
    cdef void *made = calloc(<size_t>(n if n > 0 else 1), size)
    if made == NULL:
        raise MemoryError
    return made


cdef class Steps:
    """Checks steps.

    Args:
        n_cells, n_letters: how many; up to 64 letters.
        tables: for each, its words: int32 (n, length), letters from 0.
        slots: for each, its cells (int32) and the index of its table.
        groups: slots no two of which may have the same word; each in one group at most.
        allowed: letters by cell, as bits, where a cell cannot hold all of them.
        twins: by slot, another one that may have the same word although they are of one group.

    Fields:
        conflict: whether the words of the slots exclude each other without any step.
        n_steps, n_needed: steps that were there, and that were checked.
        wrong: what is wrong, after `check` has said so.

    Raises: ValueError: the arguments do not fit together.
    """

    cdef int n_cells, n_letters, n_slots, n_tables
    cdef Table *tables
    cdef Slot *slots
    cdef int32_t *links       # by cell, its slots
    cdef int32_t *first_link
    cdef uint64_t *masks      # by cell, the letters that are left
    cdef uint64_t *root       # those that are left for good
    cdef Change *changes
    cdef int64_t n_changes, max_changes
    cdef list choices         # literals, each with how many changes there were before it
    cdef bint is_dead         # the choices were refuted
    cdef bint is_refuted      # there is a contradiction without choices
    cdef list valued          # slots that count, each with the worth of its words
    cdef int64_t *values      # by such slot and letter of its last cell, what that is worth at most
    cdef int64_t target       # the total that is wanted
    cdef uint64_t *left       # words of the slot that is looked at
    cdef int32_t *left_at     # their blocks
    cdef const uint8_t *log
    cdef int64_t n_log, at
    cdef int64_t *starts      # by step, from 1
    cdef int64_t n_defined    # variables beyond those of cells and letters
    cdef list defined_at      # by such variable, its step
    cdef dict definitions     # those that were looked at
    cdef uint8_t *needed
    cdef object _keep
    cdef readonly bint conflict
    cdef readonly int64_t n_steps, n_needed
    cdef readonly str wrong

    def __init__(
        self, int n_cells, int n_letters, list tables, list slots, list groups, dict allowed,
        dict twins=None,
    ):
        cdef int i, k, n, cell, letter, most = 1, slot
        cdef int64_t total = 0
        cdef const int32_t[:, ::1] codes
        cdef const int32_t[::1] cells
        if self.slots != NULL or not 0 < n_letters <= MAX_LETTERS or not 0 < n_cells < 1 << 24:
            raise ValueError("cells or letters")
        self._keep, self.defined_at, self.definitions, self.valued = [], [], {}, []
        self.n_cells, self.n_letters = n_cells, n_letters
        self.tables = <Table *>room(len(tables), sizeof(Table))
        self.n_tables = <int>len(tables)
        for i in range(self.n_tables):
            codes = tables[i]
            self._keep.append(codes)
            self.add_table(&self.tables[i], codes)
            most = max(most, self.tables[i].n_blocks)
        self.slots = <Slot *>room(len(slots), sizeof(Slot))
        self.n_slots = <int>len(slots)
        self.first_link = <int32_t *>room(n_cells + 2, sizeof(int32_t))
        for i in range(self.n_slots):
            cells, k = slots[i]
            self._keep.append(cells)
            if not 0 <= k < self.n_tables or cells.shape[0] != self.tables[k].length:
                raise ValueError("a slot")
            self.slots[i].length, self.slots[i].cells = <int>cells.shape[0], &cells[0]
            self.slots[i].table, self.slots[i].group = &self.tables[k], -1
            self.slots[i].twin = -1 if twins is None else twins.get(i, -1)
            self.slots[i].words = <uint64_t *>room(self.tables[k].n_blocks, sizeof(uint64_t))
            for n in range(self.tables[k].n_words):
                self.slots[i].words[n >> 6] |= <uint64_t>1 << (n & 63)
            for k in range(self.slots[i].length):
                if not 0 <= cells[k] < n_cells:
                    raise ValueError("a slot's cell")
                self.first_link[cells[k] + 2] += 1
                total += 1
        for i in range(len(groups)):
            for slot in groups[i]:
                if not 0 <= slot < self.n_slots or self.slots[slot].group >= 0:
                    raise ValueError("a group")
                self.slots[slot].group = i
        for cell in range(n_cells):
            self.first_link[cell + 2] += self.first_link[cell + 1]
        self.links = <int32_t *>room(total, sizeof(int32_t))
        for i in range(self.n_slots):
            for k in range(self.slots[i].length):
                cell = self.slots[i].cells[k]
                self.links[self.first_link[cell + 1]] = i
                self.first_link[cell + 1] += 1
        self.masks = <uint64_t *>room(n_cells, sizeof(uint64_t))
        self.root = <uint64_t *>room(n_cells, sizeof(uint64_t))
        for cell in range(n_cells):
            self.masks[cell] = (~<uint64_t>0) >> (MAX_LETTERS - n_letters)
        for cell, letters in allowed.items():
            if not 0 <= cell < n_cells:
                raise ValueError("a cell")
            self.masks[cell] &= <uint64_t>letters
        self.left = <uint64_t *>room(most, sizeof(uint64_t))
        self.left_at = <int32_t *>room(most, sizeof(int32_t))
        self.settle()

    cdef int add_table(self, Table *table, const int32_t[:, ::1] codes) except -1:
        cdef int word, offset, letter
        table.n_words, table.length = <int>codes.shape[0], <int>codes.shape[1]
        if not table.length:
            raise ValueError("a table")
        table.n_blocks = (table.n_words + 63) // 64
        table.support = <uint64_t *>room(
            <int64_t>table.length * self.n_letters * table.n_blocks, sizeof(uint64_t)
        )
        if not table.n_words:
            return 0
        table.codes = &codes[0, 0]
        for word in range(table.n_words):
            for offset in range(table.length):
                letter = codes[word, offset]
                if not 0 <= letter < self.n_letters:
                    raise ValueError("a word's letter")
                self.support(table, offset, letter)[word >> 6] |= <uint64_t>1 << (word & 63)
        return 0

    cdef inline uint64_t *support(self, Table *table, int offset, int letter) noexcept nogil:
        return table.support + (<int64_t>offset * self.n_letters + letter) * table.n_blocks

    def want(self, list valued not None, int64_t target):
        """Want a total; before `check`.

        Raises: ValueError: a word that is left is worth more than its last letter says.

        Args:
            valued: slots that count, each with what its words are worth (int64, by row of its
                table), and what its last letter says that they are worth at most (int64, by letter).
            target: the least sum.
        """
        cdef int i, slot, letter, row
        cdef const int64_t[::1] worth, most
        if self.values != NULL:
            raise RuntimeError("one total is wanted")
        self.values = <int64_t *>room(len(valued) * self.n_letters, sizeof(int64_t))
        for i, (slot, worth, most) in enumerate(valued):
            if not (0 <= slot < self.n_slots and most.shape[0] == self.n_letters
                    and worth.shape[0] == self.slots[slot].table.n_words):
                raise ValueError("what is worth something")
            for letter in range(self.n_letters):
                self.values[i * self.n_letters + letter] = most[letter]
            for row in range(self.slots[slot].table.n_words):
                if not self.slots[slot].words[row >> 6] >> (row & 63) & 1:
                    continue
                letter = self.slots[slot].table.codes[
                    <int64_t>(row + 1) * self.slots[slot].length - 1
                ]
                if worth[row] > most[letter]:
                    raise ValueError("a word is worth more than its last letter says")
            self.valued.append((slot, worth))
        self.target = target

    # What holds for good

    def masks_left(self):
        """By cell, the letters that are left in it, as bits of a number."""
        return [self.root[cell] for cell in range(self.n_cells)]

    def rows_left(self, int slot):
        """The rows of its table that a slot can hold."""
        if not 0 <= slot < self.n_slots:
            raise ValueError("a slot")
        cdef const uint64_t *words = self.slots[slot].words
        cdef int n = self.slots[slot].table.n_words
        return [row for row in range(n) if words[row >> 6] >> (row & 63) & 1]

    cdef int settle(self) except -1:
        """Narrow cells and slots by each other until nothing changes."""
        cdef uint8_t *waits = <uint8_t *>room(self.n_slots, 1)
        cdef int i, k, n, slot, offset, cell
        cdef bint is_over = False
        cdef uint64_t seen
        try:
            for i in range(self.n_slots):
                waits[i] = 1
            while not is_over and not self.conflict:
                is_over = True
                for slot in range(self.n_slots):
                    if not waits[slot]:
                        continue
                    waits[slot], is_over = 0, False
                    n = self.find_left(slot)
                    memset(
                        self.slots[slot].words, 0,
                        self.slots[slot].table.n_blocks * sizeof(uint64_t),
                    )
                    for i in range(n):
                        self.slots[slot].words[self.left_at[i]] = self.left[i]
                    if not n:
                        self.conflict = True
                        break
                    for offset in range(self.slots[slot].length):
                        cell = self.slots[slot].cells[offset]
                        seen = self.letters_left(slot, offset, n) & self.masks[cell]
                        if seen == self.masks[cell]:
                            continue
                        self.masks[cell] = seen
                        if not seen:
                            self.conflict = True
                        for i in range(self.first_link[cell], self.first_link[cell + 1]):
                            waits[self.links[i]] = 1
                    if n == 1 and self.left[0] & (self.left[0] - 1) == 0:
                        self.take_word(slot, waits)
            memcpy(self.root, self.masks, self.n_cells * sizeof(uint64_t))
        finally:
            free(waits)
        return 0

    cdef uint64_t letters_left(self, int slot, int offset, int n) noexcept nogil:
        """The letters that the words in `left` have at an offset, of those that are left there."""
        cdef uint64_t found = 0
        cdef uint64_t bits = self.masks[self.slots[slot].cells[offset]]
        cdef const uint64_t *support
        cdef int i, letter
        while bits:
            letter = lowest(bits)
            bits &= bits - 1
            support = self.support(self.slots[slot].table, offset, letter)
            for i in range(n):
                if self.left[i] & support[self.left_at[i]]:
                    found |= <uint64_t>1 << letter
                    break
        return found

    cdef void take_word(self, int slot, uint8_t *waits) noexcept:
        """Take the only word of a slot from the others of its group."""
        cdef int row = 64 * self.left_at[0] + lowest(self.left[0]), other, their
        cdef Table *table = self.slots[slot].table
        if self.slots[slot].group < 0:
            return
        for other in range(self.n_slots):
            if not self.are_rivals(slot, other):
                continue
            their = self.row_in(self.slots[other].table, table, row)
            if their >= 0 and self.slots[other].words[their >> 6] >> (their & 63) & 1:
                self.slots[other].words[their >> 6] &= ~(<uint64_t>1 << (their & 63))
                waits[other] = 1

    cdef inline bint are_rivals(self, int slot, int other) noexcept nogil:
        """Whether two slots must have different words."""
        return (
            other != slot
            and other != self.slots[slot].twin
            and self.slots[other].group == self.slots[slot].group
        )

    cdef int row_in(self, Table *other, Table *table, int row) noexcept nogil:
        """The row of a table's word in another table of that length; -1 when it is not there."""
        cdef int i, k
        if other == table:
            return row
        for i in range(other.n_words):
            for k in range(table.length):
                if other.codes[<int64_t>i * table.length + k] != table.codes[
                    <int64_t>row * table.length + k
                ]:
                    break
            else:
                return i
        return -1

    cdef int find_left(self, int slot) noexcept nogil:
        """Put the words of a slot that its cells allow in `left`; how many blocks they are."""
        cdef Slot *here = &self.slots[slot]
        cdef Table *table = here.table
        cdef int i, n = 0, offset, cell
        cdef uint64_t bits, gone
        for i in range(table.n_blocks):
            self.left[n], self.left_at[n] = here.words[i], i
            n += here.words[i] != 0
        for offset in range(here.length):
            cell = here.cells[offset]
            if self.masks[cell] == self.root[cell]:
                continue  # `words` has it
            bits = self.masks[cell]
            gone = (self.root[cell] if self.root[cell] else ~<uint64_t>0) & ~bits
            gone &= (~<uint64_t>0) >> (MAX_LETTERS - self.n_letters)
            if not gone:
                continue
            # Whichever is less: the letters that are there, or those that are gone.
            if count(bits) <= count(gone):
                n = self.meet(table, offset, bits, n, True)
            else:
                n = self.meet(table, offset, gone, n, False)
            if not n:
                break
        return n

    cdef int meet(
        self, Table *table, int offset, uint64_t letters, int n, bint there
    ) noexcept nogil:
        """Keep the words in `left` that have, or have not, one of these letters at an offset."""
        cdef const uint64_t *supports[MAX_LETTERS]
        cdef int i, k, n_letters = 0, kept = 0
        cdef uint64_t some
        while letters:
            supports[n_letters] = self.support(table, offset, lowest(letters))
            n_letters += 1
            letters &= letters - 1
        for i in range(n):
            some = 0
            for k in range(n_letters):
                some |= supports[k][self.left_at[i]]
            some = self.left[i] & (some if there else ~some)
            self.left[kept], self.left_at[kept] = some, self.left_at[i]
            kept += some != 0
        return kept

    # The log

    cdef int64_t number(self) except? -1:
        """The next number. Raises EOFError where the log ends in it."""
        cdef uint64_t found = 0
        cdef int shift = 0
        while True:
            if self.at >= self.n_log or shift > 56:
                raise EOFError
            found |= <uint64_t>(self.log[self.at] & 127) << shift
            shift += 7
            self.at += 1
            if self.log[self.at - 1] < 128:
                break
        return <int64_t>(found >> 1) if not found & 1 else -<int64_t>(found >> 1) - 1

    cdef int64_t count_of(self) except -1:
        """The next number, of items that the log has room for."""
        cdef int64_t n = self.number()
        if not 0 <= n <= self.n_log - self.at:
            raise EOFError
        return n

    cdef int read_steps(self, tick) except -1:
        """Find where the steps begin, up to the first empty lemma; 0 where there is none."""
        cdef int64_t kind, n, i, literal, head = 0, most = 1024
        cdef bint is_head, is_of_two = False
        cdef int64_t *longer
        self.starts = <int64_t *>room(most, sizeof(int64_t))
        self.n_steps = 0
        while self.at < self.n_log:
            if self.n_steps + 2 >= most:
                most *= 2
                longer = <int64_t *>realloc(self.starts, most * sizeof(int64_t))
                if longer == NULL:
                    raise MemoryError
                self.starts = longer
            self.n_steps += 1
            if not self.n_steps % TICK_EVERY:
                tick()
            self.starts[self.n_steps] = self.at
            kind = self.number()
            if not CLAUSE <= kind <= DEFINED:
                raise EOFError
            n = self.count_of()
            if kind == DEFINED:
                # Variables are defined one after the other, each by those before it.
                self.n_defined += 1
                self.defined_at.append(self.n_steps)
                for i in range(n):
                    literal = self.number()
                    if i == 0:
                        head = literal
                    is_of_two = n == 4 and i > 0 and (literal == head if i == 1 else is_of_two)
                    is_head = i == 0 or (i == 1 and is_of_two)
                    if not self.is_known(literal) or self.is_last(literal) != is_head:
                        raise EOFError
                    if i > 1 and is_of_two and self.cell_of(literal) >= self.n_cells:
                        raise EOFError
                if not n:
                    raise EOFError
                continue
            for i in range(n):
                self.number()
            if kind == CLAUSE:
                continue
            for i in range(self.count_of()):
                if has_literal(self.number()):
                    self.number()
            if kind == LEMMA and not n:
                return 1
        return 0

    cdef int make_room(self) except -1:
        """Have masks for the variables that were defined, as cells that hold one of two letters."""
        cdef int64_t n = self.n_cells + self.n_defined, i
        cdef uint64_t *longer
        for i in range(2):
            longer = <uint64_t *>realloc(self.root if i else self.masks, n * sizeof(uint64_t))
            if longer == NULL:
                raise MemoryError
            if i:
                self.root = longer
            else:
                self.masks = longer
        for i in range(self.n_cells, n):
            self.masks[i] = self.root[i] = 3
        return 0

    cdef int64_t begin_hints(self, int64_t step) except -1:
        """Go to the hints of a lemma; how many there are."""
        cdef int64_t i
        self.at = self.starts[step]
        self.number()
        for i in range(self.count_of()):
            self.number()
        return self.count_of()

    cdef int64_t kind_of(self, int64_t step, int64_t *n_literals) except -1:
        """Go to the literals of a step."""
        cdef int64_t kind
        self.at = self.starts[step]
        kind = self.number()
        n_literals[0] = self.count_of()
        return kind

    cdef int mark(self) except -1:
        """Mark the steps that the last one follows from; literals that hold for good always."""
        cdef int64_t step, i, hint, n, kind
        self.needed = <uint8_t *>room(self.n_steps + 2, 1)
        self.needed[self.n_steps] = 1
        for step in range(self.n_steps, 0, -1):
            kind = self.kind_of(step, &n)
            if kind == CLAUSE or kind == DEFINED:
                continue
            if kind != LEMMA or n == 1:
                self.needed[step] = 1
            if not self.needed[step]:
                continue
            for i in range(self.begin_hints(step)):
                hint = self.number()
                if has_literal(hint):
                    self.number()
                elif hint & 3 == BY_CLAUSE and 0 < hint >> 2 < step:
                    self.needed[hint >> 2] = 1
        return 0

    def check(
        self,
        const uint8_t[::1] log not None,
        list clauses not None,
        tick=lambda: None,
        is_rule=lambda literals, definition_of: False,
    ):
        """Whether the steps show that there is nothing to find.

        Args:
            log: the steps.
            clauses: those that are given, in the order in which the log has them, where literals
                that are false for good may be left out.
            tick: called now and then; an exception in it ends the check.
            is_rule: whether a clause follows from the rules; called with its literals, and a
                function from a defined variable to its definition: literals of which the first,
                which is of the variable, is true where all others are false, and only there; or
                this one twice, and literals of two cells: where they hold different letters.

        Returns: True; or False, with `wrong`.
        """
        cdef int64_t step, n, kind
        cdef int64_t n_given = 0
        self.choices = []
        if self.starts != NULL:
            raise RuntimeError("one log is checked once")
        if self.conflict:
            return True
        self._keep.append(log)
        if log.shape[0]:
            self.log = &log[0]
        self.n_log, self.at = log.shape[0], 0
        try:
            if not self.read_steps(tick):
                return self.say("it ends without a contradiction")
            self.make_room()
            self.mark()
            for step in range(1, self.n_steps + 1):
                if self.is_refuted:
                    return True
                if not step % TICK_EVERY:
                    tick()
                kind = self.kind_of(step, &n)
                if kind == CLAUSE:
                    self.end_choices()
                    if n_given == len(clauses) and n != 1 and not self.needed[step]:
                        continue
                    literals = self.literals(n)
                    if n_given < len(clauses) and self.is_given(literals, clauses[n_given]):
                        n_given += 1
                    elif n == 1 or self.needed[step]:
                        self.n_needed += 1
                        for literal in literals:
                            if not self.is_known(literal):
                                return self.say(f"step {step}: there is no literal {literal}")
                        if not (
                            self.is_defined(literals) or is_rule(literals, self.definition_of)
                        ):
                            return self.say(f"step {step}: a clause that nobody has given")
                    if n == 1:
                        self.hold(literals[0])
                elif self.needed[step]:
                    self.n_needed += 1
                    if kind == LEMMA:
                        self.end_choices()
                        if not self.follows(step):
                            return False
                    elif not self.goes_on(step, kind, n):
                        return False
        except EOFError:
            return self.say("it is damaged, or ends within a step")
        return True

    def definition_of(self, int64_t variable):
        """The definition of a variable, as `check` has it; () for that of a letter in a cell."""
        cdef int64_t n, before
        cdef int64_t of = variable - <int64_t>self.n_cells * self.n_letters
        if of <= 0:
            return ()
        if variable not in self.definitions:
            before = self.at
            self.kind_of(self.defined_at[of - 1], &n)
            self.definitions[variable] = tuple(self.literals(n))
            self.at = before
        return self.definitions[variable]

    cdef bint is_defined(self, list literals) except -1:
        """Whether a clause follows from the definition of one of its variables."""
        here = set(literals)
        for literal in literals:
            known = self.definition_of(abs(literal))
            if not known:
                continue
            if len(known) == 4 and known[1] == known[0]:
                if self.says_of_two(literal == known[0], known[2], known[3], here):
                    return True
            elif literal == known[0]:
                if here.issuperset(known):
                    return True
            elif any(-other in here for other in known[1:]):
                return True
        return False

    cdef bint says_of_two(self, bint is_head, int64_t one, int64_t other, set here) except -1:
        """Whether a clause follows from whether two cells hold different letters."""
        cdef int64_t literal
        cdef int letter, cell, cell_2
        for cell, cell_2 in (
            (self.cell_of(one), self.cell_of(other)), (self.cell_of(other), self.cell_of(one))
        ):
            for letter in range(self.n_letters if max(cell, cell_2) < self.n_cells else 0):
                if -(<int64_t>cell * self.n_letters + letter + 1) not in here:
                    continue
                literal = <int64_t>cell_2 * self.n_letters + letter + 1
                if (literal in here or self.value_of(literal) < 0) if is_head else -literal in here:
                    return True
        return False

    cdef bint is_given(self, list literals, list clause) except -1:
        """Whether literals are a clause, but for those that are false for good."""
        cdef set here = set(literals)
        return here <= set(clause) and all(
            literal in here or self.value_of(literal) < 0 for literal in clause
        )

    cdef list literals(self, int64_t n):
        return [self.number() for _ in range(n)]

    cdef bint say(self, str wrong):
        self.wrong = wrong
        return False

    # One step

    cdef bint follows(self, int64_t step) except -1:
        """Whether a lemma follows; if it has one literal, that holds from now on."""
        cdef int64_t n, i, literal, only = 0
        cdef int outcome = OPEN
        self.kind_of(step, &n)
        for i in range(n):
            literal = self.number()
            if not self.is_known(literal):
                return self.say(f"step {step}: there is no literal {literal}")
            only = literal
            if outcome == OPEN:
                outcome = self.assign(-literal)
        for i in range(self.count_of()):
            if outcome != OPEN:
                break
            outcome = self.take_hint(step)
        self.take_back(0)
        if outcome == OPEN:
            return self.say(f"step {step}: no contradiction")
        if outcome == DONE and n == 1:
            self.hold(only)
        return outcome == DONE

    # A search without learning

    cdef bint goes_on(self, int64_t step, int64_t kind, int64_t n) except -1:
        """Whether a step of a search without learning is right."""
        cdef int64_t literal, i
        cdef int outcome = OPEN
        if kind == CHOICE or kind == KEPT:
            literals = self.literals(n)
            for literal in literals:
                if not self.is_known(literal):
                    return self.say(f"step {step}: there is no literal {literal}")
            if kind == KEPT:
                return self.is_kept(step, literals)
            if n != 1:
                return self.say(f"step {step}: a choice has one literal")
            self.choices.append((literals[0], self.n_changes))
            self.is_dead = self.is_dead or self.assign(literals[0]) == DONE
            return True
        if n:
            return self.say(f"step {step}: it has no literals")
        for i in range(self.count_of()):
            if self.is_dead:
                break
            outcome = self.take_hint(step)
            if outcome == WRONG:
                return False
            self.is_dead = outcome == DONE
        if kind == FOLLOWED:
            return True
        if not self.choices:
            return self.say(f"step {step}: there is no choice")
        literal, i = self.choices.pop()
        if kind == REFUTED and not self.is_dead:
            return self.say(f"step {step}: no contradiction")
        self.take_back(i)
        self.is_dead = False
        if kind == BACK:
            return True
        if not self.choices:
            self.hold(-literal)
            self.is_dead = not self.masks[self.cell_of(literal)]
        else:
            self.is_dead = self.assign(-literal) == DONE
        return True

    cdef bint is_kept(self, int64_t step, list literals) except -1:
        """Whether a literal, the first, holds with the choices, whose negations the others are."""
        known = {-literal for literal, _ in self.choices}
        if not literals or not known <= set(literals[1:]):
            return self.say(f"step {step}: the choices are others")
        if not self.is_dead and self.value_of(literals[0]) <= 0:
            return self.say(f"step {step}: the choices do not say so")
        return True

    cdef void end_choices(self):
        """Take back all choices."""
        self.take_back(0)
        self.choices.clear()
        self.is_dead = False

    cdef int take_hint(self, int64_t step) except -1:
        """Follow one hint: OPEN, DONE, or WRONG with `wrong`."""
        cdef int64_t hint = self.number(), of = hint >> 2, literal
        if hint & 3 == BY_CLAUSE:
            if not 0 < of < step:
                self.say(f"step {step}: there is no step {of} before it")
                return WRONG
            return self.by_clause(step, of)
        if hint & 3 == BY_SLOT:
            literal = self.number()
            if not 0 <= of < self.n_slots or (literal and not self.is_known(literal)):
                self.say(f"step {step}: there is no slot {of}, or no literal {literal}")
                return WRONG
            return self.by_slot(step, <int>of, literal)
        if hint == BY_TOTAL:
            return self.by_total(step, self.number())
        if hint & 3 == BY_CELL and 0 <= of < self.n_cells:
            return OPEN if self.masks[of] else DONE  # a last letter is known without hints
        self.say(f"step {step}: an unknown hint")
        return WRONG

    cdef int by_clause(self, int64_t step, int64_t of) except -1:
        cdef int64_t at = self.at, n, i, literal, open_one = 0
        cdef int value, n_open = 0
        if self.kind_of(of, &n) not in (CLAUSE, LEMMA, KEPT):
            self.say(f"step {step}: step {of} is no clause")
            return WRONG
        for i in range(n):
            literal = self.number()
            if not self.is_known(literal):
                self.say(f"step {of}: there is no literal {literal}")
                return WRONG
            value = self.value_of(literal)
            if value > 0:
                n_open = -1
                break
            if not value and literal != open_one:
                n_open += 1
                open_one = literal
        self.at = at
        if n_open < 0:
            return OPEN
        if not n_open:
            return DONE
        if n_open > 1:
            self.say(f"step {step}: nothing follows from step {of}")
            return WRONG
        return self.assign(open_one)

    cdef int by_slot(self, int64_t step, int slot, int64_t literal) except -1:
        cdef int n = self.find_left(slot), offset, cell, letter
        if literal:
            cell, letter = self.cell_of(literal), self.letter_of(literal)
            for offset in range(self.slots[slot].length):
                if self.slots[slot].cells[offset] == cell:
                    break
            else:
                self.say(f"step {step}: slot {slot} has no cell of the literal {literal}")
                return WRONG
            n = self.meet(
                self.slots[slot].table, offset, <uint64_t>1 << letter, n, literal < 0
            )
        if n and not self.all_taken(slot, n):
            self.say(f"step {step}: the words of slot {slot} do not say so")
            return WRONG
        return self.assign(literal) if literal else DONE

    cdef int by_total(self, int64_t step, int64_t literal) except -1:
        """With a literal, which says that a slot's last cell lacks a letter: it would be too little.
        """
        cdef int cell = self.cell_of(literal) if self.is_known(literal) else -1
        if literal and (literal > 0 or cell < 0 or not self.is_last_cell(cell)):
            self.say(f"step {step}: the total says nothing of a literal {literal}")
            return WRONG
        if not (self.is_too_little(literal, cell) or self.are_too_little(literal, cell)):
            self.say(f"step {step}: the total can be reached")
            return WRONG
        return self.assign(literal) if literal else DONE

    cdef bint is_last_cell(self, int cell) except -1:
        """Whether a cell is the last one of a slot that counts."""
        cdef int slot
        for slot, _ in self.valued:
            if self.slots[slot].cells[self.slots[slot].length - 1] == cell:
                return True
        return False

    cdef bint is_too_little(self, int64_t literal, int cell) except -1:
        """Whether the last letters of slots say so, one of them that of a literal."""
        cdef int i, slot, last
        cdef int64_t total = 0, best
        cdef uint64_t bits
        for i, (slot, _) in enumerate(self.valued):
            last = self.slots[slot].cells[self.slots[slot].length - 1]
            bits = self.masks[last] & (
                <uint64_t>1 << self.letter_of(literal) if last == cell else ~<uint64_t>0
            )
            if not bits:
                return True
            best = INT64_MIN
            while bits:
                best = max(best, self.values[i * self.n_letters + lowest(bits)])
                bits &= bits - 1
            total += best
        return total < self.target

    cdef bint are_too_little(self, int64_t literal, int cell) except -1:
        """Whether the words that are left to slots say so."""
        cdef int i, slot, n, last
        cdef int64_t total = 0, best
        cdef uint64_t bits
        cdef const int64_t[::1] worth
        for slot, worth in self.valued:
            n = self.find_left(slot)
            last = self.slots[slot].length - 1
            if self.slots[slot].cells[last] == cell:
                bits = <uint64_t>1 << self.letter_of(literal)
                n = self.meet(self.slots[slot].table, last, bits, n, True)
            if not n:
                return True
            best = INT64_MIN
            for i in range(n):
                bits = self.left[i]
                while bits:
                    best = max(best, worth[64 * self.left_at[i] + lowest(bits)])
                    bits &= bits - 1
            total += best
        return total < self.target

    cdef bint all_taken(self, int slot, int n) noexcept nogil:
        """Whether each word in `left` is that of another slot of the group."""
        cdef int i, row
        cdef uint64_t bits
        for i in range(n):
            bits = self.left[i]
            while bits:
                row = 64 * self.left_at[i] + lowest(bits)
                bits &= bits - 1
                if not self.is_taken(slot, row):
                    return False
        return True

    cdef bint is_taken(self, int slot, int row) noexcept nogil:
        cdef Slot *here = &self.slots[slot]
        cdef const int32_t *word = here.table.codes + <int64_t>row * here.length
        cdef int other, k
        if here.group < 0:
            return False
        for other in range(self.n_slots):
            if not self.are_rivals(slot, other):
                continue
            for k in range(here.length):
                if self.masks[self.slots[other].cells[k]] != <uint64_t>1 << word[k]:
                    break
            else:
                return True
        return False

    # Literals: cell * n_letters + letter + 1, negative where the cell lacks the letter; then those
    # of variables that were defined, each the first letter of a further cell

    cdef inline bint is_known(self, int64_t literal) noexcept nogil:
        cdef int64_t most = <int64_t>self.n_cells * self.n_letters + self.n_defined
        return literal != 0 and -most <= literal <= most

    cdef inline bint is_last(self, int64_t literal) noexcept nogil:
        """Whether it is of the variable that was defined last."""
        cdef int64_t most = <int64_t>self.n_cells * self.n_letters + self.n_defined
        return literal == most or literal == -most

    cdef inline int cell_of(self, int64_t literal) noexcept nogil:
        cdef int64_t at = (literal if literal > 0 else -literal) - 1
        cdef int64_t beyond = at - <int64_t>self.n_cells * self.n_letters
        return <int>(self.n_cells + beyond if beyond >= 0 else at // self.n_letters)

    cdef inline int letter_of(self, int64_t literal) noexcept nogil:
        cdef int64_t at = (literal if literal > 0 else -literal) - 1
        return <int>(0 if at >= <int64_t>self.n_cells * self.n_letters else at % self.n_letters)

    cdef inline int value_of(self, int64_t literal) noexcept nogil:
        """1 for true, -1 for false, 0 for open."""
        cdef uint64_t mask = self.masks[self.cell_of(literal)]
        cdef uint64_t bit = <uint64_t>1 << self.letter_of(literal)
        cdef int value = 1 if mask == bit else 0 if mask & bit else -1
        return value if literal > 0 else -value

    cdef int assign(self, int64_t literal) except -1:
        """Make a literal true for this step: DONE where it is false."""
        cdef int cell = self.cell_of(literal)
        cdef uint64_t bit = <uint64_t>1 << self.letter_of(literal)
        cdef uint64_t mask = self.masks[cell] & (bit if literal > 0 else ~bit)
        cdef Change *more
        if mask == self.masks[cell]:
            return OPEN
        if self.n_changes == self.max_changes:
            self.max_changes = 2 * self.max_changes + 64
            more = <Change *>realloc(self.changes, self.max_changes * sizeof(Change))
            if more == NULL:
                raise MemoryError
            self.changes = more
        self.changes[self.n_changes].cell = cell
        self.changes[self.n_changes].letters = self.masks[cell]
        self.n_changes += 1
        self.masks[cell] = mask
        return OPEN if mask else DONE

    cdef void take_back(self, int64_t to) noexcept nogil:
        """Undo changes; what holds for good by now stays."""
        cdef int cell
        while self.n_changes > to:
            self.n_changes -= 1
            cell = self.changes[self.n_changes].cell
            self.masks[cell] = self.changes[self.n_changes].letters & self.root[cell]

    cdef void hold(self, int64_t literal) noexcept nogil:
        """Make a literal true for good."""
        cdef int cell = self.cell_of(literal), i, k, slot, offset
        cdef uint64_t bit = <uint64_t>1 << self.letter_of(literal)
        cdef const uint64_t *support
        self.masks[cell] &= bit if literal > 0 else ~bit
        self.root[cell] &= bit if literal > 0 else ~bit
        self.is_refuted = self.is_refuted or not self.root[cell]
        if cell >= self.n_cells:
            return
        for i in range(self.first_link[cell], self.first_link[cell + 1]):
            slot = self.links[i]
            for offset in range(self.slots[slot].length):
                if self.slots[slot].cells[offset] != cell:
                    continue
                support = self.support(self.slots[slot].table, offset, self.letter_of(literal))
                for k in range(self.slots[slot].table.n_blocks):
                    self.slots[slot].words[k] &= support[k] if literal > 0 else ~support[k]

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_tables):
            free(self.tables[i].support)
        if self.slots != NULL:
            for i in range(self.n_slots):
                free(self.slots[i].words)
        free(self.tables)
        free(self.slots)
        free(self.links)
        free(self.first_link)
        free(self.masks)
        free(self.values)
        free(self.root)
        free(self.changes)
        free(self.left)
        free(self.left_at)
        free(self.starts)
        free(self.needed)


cdef inline bint has_literal(int64_t hint) noexcept nogil:
    return hint & 3 == BY_SLOT or hint & 3 == BY_TOTAL


cdef inline int count(uint64_t bits) noexcept nogil:
    cdef int n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
