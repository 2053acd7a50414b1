# Dives by beliefs, compiled: what `tests/oracles/dive.py` does, step by step. Included by
# _kernel.pyx.

cdef enum:
    MAX_BACK = 3       # letters that are taken back where another one has failed too, at most
    FAILED_HERE = 10   # failures after which the letters around are taken back
    ONE_IN = 20        # of the other letters, those that are taken back with them

cdef double RARE = 1e-6  # the least that a letter counts for; on average letters count for 1


ctypedef struct DiveSlot:
    int length
    int n_words
    int n_left               # the first of `rows`
    int first                # of its places, in `heard` and `told`
    int n_rivals
    const int32_t *cells
    const uint8_t *codes     # [n_words][length]
    const int32_t *words     # rising
    const int32_t *rivals
    int32_t *rows            # a permutation of the words' rows: those that are left first
    int32_t *place           # by row, where it is in `rows`
    double *weights          # by row
    bint is_queued
    bint is_stale            # whether what it tells is no longer what follows from what it hears
    bint is_taken            # whether its only word has been taken from its rivals

ctypedef struct DiveLink:
    int slot
    int offset

ctypedef struct OldMask:
    int cell
    uint64_t mask

ctypedef struct Dived:
    int cell
    int letter
    int n_masks
    int n_slots


cdef class Dive:
    """Sets letter after letter, each where the words that are left agree most on one.

    How often the words of a slot have a letter in a cell is told to the slots that cross it there,
    and they weigh their words by it: belief propagation, begun anew with what changed after each
    letter. Letters without a word are propagated away. Where a cell or slot has nothing left, the
    last letter is forbidden, or some before it are taken back; after every tenth failure it is the
    letters around it.

    Args:
        slots: of each: uint8 (words, length), the codes of its words; int32, their numbers, rising;
            int32, its cells; int32, the slots that may not have the same word.
        masks: uint64 by cell: its letters as bits.
        n_letters: of the alphabet, at most 64.

    Fields:
        is_over: whether the dive has ended.
        is_whole: whether it has with a letter in every cell.
        n_set: how many cells had one letter, at the most; counts those of no slot that have one.
        n_failed: how often a letter failed.
        n_rows: words that were looked at.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """

    cdef bint is_busy
    cdef object _keep
    cdef int n_slots, n_cells, n_letters, n_places
    cdef DiveSlot *slots
    cdef DiveLink *links     # [n_cells][max_links]
    cdef int *link_end       # by cell
    cdef int max_links
    cdef uint64_t *masks
    cdef uint64_t *starts
    cdef double *heard       # [place][letter]
    cdef double *told
    cdef double *sums
    cdef int32_t *queue
    cdef int n_queue
    cdef OldMask *old_masks
    cdef int n_old, max_old
    cdef int32_t *counts     # by decision and slot, how many words were left
    cdef Dived *levels
    cdef int n_levels
    cdef uint64_t random
    cdef uint8_t *near       # by cell
    cdef uint8_t *found
    cdef int each, max_failed
    cdef double tolerance
    cdef readonly bint is_over
    cdef readonly bint is_whole
    cdef readonly int n_set
    cdef readonly int64_t n_failed
    cdef readonly int64_t n_rows

    def __init__(self, list slots not None, const uint64_t[::1] masks not None, int n_letters):
        cdef int i, k, cell, total = 0
        cdef const uint8_t[:, ::1] codes
        cdef const int32_t[::1] words
        cdef const int32_t[::1] cells
        cdef const int32_t[::1] rivals
        cdef DiveSlot *slot
        if self._keep is not None:
            raise RuntimeError("a dive is set up once")
        self._keep = keep = [masks]
        check(0 < n_letters <= WORD, "the alphabet")
        self.n_slots, self.n_cells, self.n_letters = len(slots), masks.shape[0], n_letters
        self.slots = <DiveSlot *>zeros(self.n_slots, sizeof(DiveSlot))
        self.masks = <uint64_t *>zeros(self.n_cells, sizeof(uint64_t))
        self.starts = <uint64_t *>zeros(self.n_cells, sizeof(uint64_t))
        self.link_end = <int *>zeros(self.n_cells, sizeof(int))
        self.found = <uint8_t *>zeros(self.n_cells, 1)
        self.near = <uint8_t *>zeros(self.n_cells, 1)
        for i in range(self.n_cells):
            check(n_letters == WORD or not masks[i] >> n_letters, "a mask")
            self.starts[i] = masks[i]
        for i in range(self.n_slots):
            codes, words, cells, rivals = slots[i]
            keep.append((codes, words, cells, rivals))
            slot = &self.slots[i]
            slot.n_words, slot.length, slot.first = codes.shape[0], codes.shape[1], total
            check(slot.n_words > 0 and 0 < slot.length <= MAX_LENGTH, "a slot's words")
            check(words.shape[0] == slot.n_words and cells.shape[0] == slot.length, "a slot")
            total += slot.length
            slot.codes, slot.words, slot.cells = &codes[0, 0], &words[0], &cells[0]
            slot.n_rivals = rivals.shape[0]
            slot.rivals = &rivals[0] if slot.n_rivals else NULL
            check(highest_of(slot.codes, slot.n_words * slot.length) < n_letters, "a code")
            for k in range(slot.length):
                check(0 <= cells[k] < self.n_cells, "a cell")
                self.link_end[cells[k]] += 1
            for k in range(slot.n_rivals):
                check(0 <= rivals[k] < self.n_slots, "a rival")
            slot.rows = <int32_t *>zeros(slot.n_words, sizeof(int32_t))
            slot.place = <int32_t *>zeros(slot.n_words, sizeof(int32_t))
            slot.weights = <double *>zeros(slot.n_words, sizeof(double))
        for i in range(self.n_cells):
            self.max_links = max(self.max_links, self.link_end[i])
            self.link_end[i] = 0
        self.links = <DiveLink *>zeros(self.n_cells * self.max_links, sizeof(DiveLink))
        for i in range(self.n_slots):
            for k in range(self.slots[i].length):
                cell = self.slots[i].cells[k]
                self.links[cell * self.max_links + self.link_end[cell]] = DiveLink(i, k)
                self.link_end[cell] += 1
        self.n_places = total
        self.heard = <double *>zeros(total * n_letters, sizeof(double))
        self.told = <double *>zeros(total * n_letters, sizeof(double))
        self.sums = <double *>zeros(MAX_LENGTH * n_letters, sizeof(double))
        self.queue = <int32_t *>zeros(self.n_slots, sizeof(int32_t))
        self.counts = <int32_t *>zeros((self.n_cells + 1) * self.n_slots, sizeof(int32_t))
        self.levels = <Dived *>zeros(self.n_cells + 1, sizeof(Dived))
        self.is_over = True  # until it starts

    def __dealloc__(self):
        cdef int i
        if self.slots != NULL:
            for i in range(self.n_slots):
                sx_free(self.slots[i].rows)
                sx_free(self.slots[i].place)
                sx_free(self.slots[i].weights)
        sx_free(self.slots)
        sx_free(self.links)
        sx_free(self.link_end)
        sx_free(self.masks)
        sx_free(self.starts)
        sx_free(self.heard)
        sx_free(self.told)
        sx_free(self.sums)
        sx_free(self.queue)
        sx_free(self.old_masks)
        sx_free(self.counts)
        sx_free(self.levels)
        sx_free(self.found)
        sx_free(self.near)

    def start(
        self, list weights not None, uint64_t seed, int rounds, int each, int max_failed,
        double tolerance,
    ):
        """Begin a dive.

        Args:
            weights: float64 by slot and word; a word counts for so much.
            seed: of how much is taken back after failures.
            rounds, each: of belief propagation before the first letter, and after each, at most.
            max_failed: it is given up after so many failures.
            tolerance: a slot tells anew if what it hears has changed by more than this.
        """
        cdef int i, k
        cdef const double[::1] of_slot
        cdef DiveSlot *slot
        check(len(weights) == self.n_slots, "weights")
        check(seed < (<uint64_t>1 << 63), "the seed")
        self.enter()
        try:
            self.random, self.each, self.max_failed = 2 * seed + 1, each, max_failed
            self.tolerance, self.is_over, self.is_whole = tolerance, True, False
            self.n_failed, self.n_levels, self.n_old, self.n_set = 0, 0, 0, -1
            memcpy(self.masks, self.starts, self.n_cells * sizeof(uint64_t))
            for i in range(self.n_places * self.n_letters):
                self.heard[i] = self.told[i] = 1.0
            for i in range(self.n_slots):
                slot = &self.slots[i]
                of_slot = weights[i]
                check(of_slot.shape[0] == slot.n_words, "weights")
                slot.n_left, slot.is_stale, slot.is_taken = slot.n_words, True, False
                for k in range(slot.n_words):
                    slot.rows[k] = slot.place[k] = k
                    slot.weights[k] = of_slot[k]
                self.push(i)
            with nogil:
                if self.propagate():
                    self.hear(rounds)
                    self.is_over = False
                self.note()
        finally:
            self.is_busy = False

    def run(self, int64_t n_rows, double seconds):
        """Dive on until so many words were looked at, or for so long; whether it is over.

        One letter is always set or taken back.
        """
        cdef double end = sx_now() + seconds
        cdef int64_t last = self.n_rows + n_rows
        self.enter()
        try:
            with nogil:
                while not self.is_over:
                    self.dive()
                    if self.n_rows >= last or sx_now() >= end:
                        break
            return self.is_over
        except MemoryError:
            self.is_over = True  # a letter may be half propagated
            raise
        finally:
            self.is_busy = False

    def best(self, uint8_t[::1] row not None):
        """Write the letters of the moment when most cells had one, 255 for the others."""
        check(row.shape[0] == self.n_cells, "the row's length")
        memcpy(&row[0], self.found, self.n_cells)

    cdef int enter(self) except -1:
        if self.is_busy:
            raise RuntimeError("a dive is used by one thread at a time")
        self.is_busy = True
        return 0

    cdef int dive(self) except -1 nogil:
        """Set a letter, or take some back."""
        cdef int letter = 0, cell = self.choose(&letter)
        cdef uint64_t back
        cdef Dived *level = &self.levels[self.n_levels]
        if cell == NOT_SET:
            self.note()  # the last letters may follow from one that failed
            self.is_over = self.is_whole = True
            return 0
        level.cell, level.letter = cell, letter
        self.open_level()
        if self.keep(cell, <uint64_t>1 << letter) and self.propagate():
            self.hear(self.each)
            self.note()
            return 0
        self.n_failed += 1
        if self.n_failed > self.max_failed:
            self.is_over = True
            return 0
        if not self.n_failed % FAILED_HERE:
            return self.release(cell)
        while True:
            level = &self.levels[self.n_levels - 1]
            self.close_level()
            back = self.masks[level.cell] & ~(<uint64_t>1 << level.letter)
            if self.keep(level.cell, back) and self.propagate():
                self.hear(self.each)
                return 0
            if not self.n_levels:
                self.is_over = True  # there is no fill
                return 0
            back = self.next_random() % MAX_BACK
            while back and self.n_levels > 1:
                self.close_level()
                back -= 1

    cdef int release(self, int cell) except -1 nogil:
        """Take back the letters around a cell, and a few others; the rest is set again."""
        cdef int i, at, letter, n_levels = self.n_levels - 1
        cdef uint64_t letters
        self.mark_near(cell)
        while self.n_levels:
            self.close_level()
        for i in range(n_levels):
            at, letter = self.levels[i].cell, self.levels[i].letter
            letters = self.masks[at]
            if self.near[at] or not self.next_random() % ONE_IN:
                continue
            if letters & (letters - 1) and letters >> letter & 1:
                self.levels[self.n_levels].cell, self.levels[self.n_levels].letter = at, letter
                self.open_level()
                if not (self.keep(at, <uint64_t>1 << letter) and self.propagate()):
                    self.close_level()
        self.hear(self.each)
        return 0

    cdef void mark_near(self, int cell) noexcept nogil:
        """Mark the cells of the slots through a cell, and of those that cross them."""
        cdef int i, j, k, m
        cdef DiveSlot *slot
        cdef DiveSlot *other
        memset(self.near, 0, self.n_cells)
        for k in range(self.link_end[cell]):
            slot = &self.slots[self.links[cell * self.max_links + k].slot]
            for i in range(slot.length):
                for m in range(self.link_end[slot.cells[i]]):
                    other = &self.slots[self.links[slot.cells[i] * self.max_links + m].slot]
                    for j in range(other.length):
                        self.near[other.cells[j]] = 1

    cdef inline uint64_t next_random(self) noexcept nogil:
        self.random ^= self.random << 13
        self.random ^= self.random >> 7
        self.random ^= self.random << 17
        return self.random >> 11

    cdef void note(self) noexcept nogil:
        """Keep the letters if there are more than ever."""
        cdef int i, n = 0
        for i in range(self.n_cells):
            n += self.masks[i] != 0 and not self.masks[i] & (self.masks[i] - 1)
        if n > self.n_set:
            self.n_set = n
            for i in range(self.n_cells):
                self.found[i] = 255
                if self.masks[i] and not self.masks[i] & (self.masks[i] - 1):
                    self.found[i] = <uint8_t>SX_LOWEST(self.masks[i])

    cdef void open_level(self) noexcept nogil:
        cdef int i
        cdef int32_t *counts = &self.counts[self.n_levels * self.n_slots]
        self.levels[self.n_levels].n_masks = self.n_old
        for i in range(self.n_slots):
            counts[i] = self.slots[i].n_left
        self.n_levels += 1

    cdef void close_level(self) noexcept nogil:
        """Take the last letter back, with all that followed."""
        cdef int i
        cdef int32_t *counts
        self.n_levels -= 1
        counts = &self.counts[self.n_levels * self.n_slots]
        for i in range(self.n_slots):
            if self.slots[i].n_left != counts[i]:
                self.slots[i].n_left = counts[i]
                self.slots[i].is_stale = True
                self.slots[i].is_taken = self.slots[i].is_taken and counts[i] == 1
        while self.n_old > self.levels[self.n_levels].n_masks:
            self.n_old -= 1
            self.masks[self.old_masks[self.n_old].cell] = self.old_masks[self.n_old].mask

    cdef inline void push(self, int slot) noexcept nogil:
        if not self.slots[slot].is_queued:
            self.slots[slot].is_queued = True
            self.queue[self.n_queue] = slot
            self.n_queue += 1

    cdef bint keep(self, int cell, uint64_t letters) except -1 nogil:
        """Keep only these letters in a cell; whether there are any."""
        cdef int k
        if letters == self.masks[cell]:
            return letters != 0
        if self.n_old == self.max_old:
            self.old_masks = <OldMask *>more(
                self.old_masks, 2 * self.max_old + WORD, sizeof(OldMask)
            )
            self.max_old = 2 * self.max_old + WORD
        self.old_masks[self.n_old] = OldMask(cell, self.masks[cell])
        self.n_old += 1
        self.masks[cell] = letters
        for k in range(self.link_end[cell]):
            self.push(self.links[cell * self.max_links + k].slot)
        return letters != 0

    cdef inline void drop(self, DiveSlot *slot, int at) noexcept nogil:
        """Leave out the word at a place of `rows`."""
        cdef int32_t row = slot.rows[at], last
        slot.n_left -= 1
        last = slot.rows[slot.n_left]
        slot.rows[at], slot.place[last] = last, at
        slot.rows[slot.n_left], slot.place[row] = row, slot.n_left

    cdef bint propagate(self) except -1 nogil:
        """Leave out words without their letters, and letters without a word; whether all is well."""
        cdef int index
        while self.n_queue:
            self.n_queue -= 1
            index = self.queue[self.n_queue]
            self.slots[index].is_queued = False
            if not self.revise(index):
                while self.n_queue:
                    self.n_queue -= 1
                    self.slots[self.queue[self.n_queue]].is_queued = False
                return False
        return True

    cdef bint revise(self, int index) except -1 nogil:
        cdef DiveSlot *slot = &self.slots[index]
        cdef DiveSlot *rival
        cdef uint64_t has[MAX_LENGTH]
        cdef uint64_t needed[MAX_LENGTH]
        cdef const uint8_t *codes
        cdef int at = 0, i, k, low, high, n_before = slot.n_left, n_needed = 0
        cdef int offsets[MAX_LENGTH]
        cdef bint fits
        for i in range(slot.length):
            has[i] = 0
            needed[i] = self.masks[slot.cells[i]]
        while at < slot.n_left:
            codes = &slot.codes[slot.rows[at] * slot.length]
            fits = True
            for i in range(slot.length):
                if not needed[i] >> codes[i] & 1:
                    fits = False
                    break
            if not fits:
                self.drop(slot, at)
                continue
            for i in range(slot.length):
                has[i] |= <uint64_t>1 << codes[i]
            at += 1
        self.n_rows += n_before
        if not slot.n_left:
            return False
        if slot.n_left != n_before:
            slot.is_stale = True
        for i in range(slot.length):
            if has[i] != needed[i] and not self.keep(slot.cells[i], self.masks[slot.cells[i]] & has[i]):
                return False
        if slot.n_left == 1 and not slot.is_taken:
            slot.is_taken = True
            for k in range(slot.n_rivals):
                rival = &self.slots[slot.rivals[k]]
                low, high = 0, rival.n_words
                while low < high:
                    i = (low + high) // 2
                    if rival.words[i] < slot.words[slot.rows[0]]:
                        low = i + 1
                    else:
                        high = i
                if low < rival.n_words and rival.words[low] == slot.words[slot.rows[0]]:
                    if rival.place[low] < rival.n_left:
                        self.drop(rival, rival.place[low])
                        rival.is_stale = True
                        self.push(slot.rivals[k])
        return True

    cdef void hear(self, int rounds) noexcept nogil:
        """Rounds of belief propagation, until little changes."""
        cdef int index
        for _ in range(rounds):
            for index in range(self.n_slots):
                if self.slots[index].is_stale:
                    self.tell(index)

    cdef void tell(self, int index) noexcept nogil:
        """Tell the slots that cross one how often its words have each letter."""
        cdef DiveSlot *slot = &self.slots[index]
        cdef DiveLink *link
        cdef int n = self.n_letters, length = slot.length, i, k, at, letter
        cdef double *heard = &self.heard[slot.first * n]
        cdef double *told = &self.told[slot.first * n]
        cdef double *theirs
        cdef double before[MAX_LENGTH]
        cdef double product, total, new, change
        cdef const uint8_t *codes
        slot.is_stale = False
        for i in range(length * n):
            self.sums[i] = 0.0
        self.n_rows += slot.n_left
        for at in range(slot.n_left):
            codes = &slot.codes[slot.rows[at] * length]
            product = slot.weights[slot.rows[at]]
            for i in range(length):
                before[i] = product
                product *= heard[i * n + codes[i]]
            product = 1.0
            for i in range(length - 1, -1, -1):
                self.sums[i * n + codes[i]] += before[i] * product
                product *= heard[i * n + codes[i]]
        for i in range(length):
            total = 0.0
            for letter in range(n):
                total += self.sums[i * n + letter]
            if not total > 0.0:
                continue
            change = 0.0
            for letter in range(n):
                told[i * n + letter] = self.sums[i * n + letter] * n / total
            for k in range(self.link_end[slot.cells[i]]):
                link = &self.links[slot.cells[i] * self.max_links + k]
                if link.slot == index:
                    continue
                theirs = &self.heard[(self.slots[link.slot].first + link.offset) * n]
                change = 0.0
                for letter in range(n):
                    new = max(RARE, told[i * n + letter])
                    change = max(change, max(new - theirs[letter], theirs[letter] - new))
                    theirs[letter] = new
                if change > self.tolerance:
                    self.slots[link.slot].is_stale = True

    cdef int choose(self, int *letter) noexcept nogil:
        """The cell whose letter is most certain, and the letter; NOT_SET if all cells have one."""
        cdef int cell, k, i, best = NOT_SET, at
        cdef double worth, total, most, certain = -1.0
        cdef DiveLink *link
        cdef uint64_t bits
        for cell in range(self.n_cells):
            bits = self.masks[cell]
            if not bits & (bits - 1) or not self.link_end[cell]:
                continue
            total, most, at = 0.0, -1.0, 0
            while bits:
                i = SX_LOWEST(bits)
                bits &= bits - 1
                worth = 1.0
                for k in range(self.link_end[cell]):
                    link = &self.links[cell * self.max_links + k]
                    worth *= self.told[(self.slots[link.slot].first + link.offset) * self.n_letters + i]
                total += worth
                if worth > most:
                    most, at = worth, i
            most = most / total if total > 0.0 else 0.0
            if most > certain:
                certain, best, letter[0] = most, cell, at
        return best
