# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""Unit propagation over clauses that come and go: all that a RUP check does.

It shares no code with the engine. `tests/oracles/propagation.py` is the same in Python. Two watched literals with blockers (Eén, Sörensson, SAT 2003;
Chu, Harwood, Stuckey, JSAT 2009), and in long clauses the place where the last search for a literal
ended (Gent, JAIR 2013). Clauses of the formula with two literals are one array, by what implies.

A literal l of variable v is 2v here, and 2v + 1 where it is negative; 0 is always true.
"""

from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport abs, calloc, free, realloc
from libc.string cimport memmove

cdef enum:
    TRUE = 1
    UNSET = 0
    FALSE = -1
    VOID = 0        # a literal that is true: what a deleted clause of two implies
    # Of a clause: how many literals it has, negative when it is deleted; where the last search
    # ended; and the next clause of the same bucket.
    SIZE = 0
    PLACE = 1
    NEXT = 2
    HEAD = 3
    NO_CLAUSE = -1
    FEW = 1 << 20   # deleted numbers that are not worth a collection
    TICK_EVERY = 100000  # clauses stored between looks at the clock

ctypedef struct Watch:
    int32_t clause
    int32_t blocker  # a literal of the clause: when it is true there is nothing to do

ctypedef struct Watches:
    Watch *items
    int32_t n
    int32_t room


cdef void *resized(void *array, int64_t n, size_t size) noexcept:
    """Room for n items, and the old ones; NULL where there is none."""
    return realloc(array, <size_t>(n if n else 1) * size)


cdef class Propagation:
    """Clauses, and what follows from them by unit propagation alone.

    Args:
        formula: the clauses to begin with, `Clauses`.
        tick: called now and then while they are taken in; an exception in it ends that.

    Fields:
        n_vars: variables of the formula.
        conflict: whether the clauses refute each other by unit propagation.
        n_kept: clauses that are kept one by one: added ones, and those of three and more literals.
        max_kept: how many of them fit into a gigabyte, with a formula.
    """

    cdef readonly bint conflict
    cdef readonly int64_t n_kept
    cdef readonly int64_t max_kept  # 120 bytes each, with some twenty literals
    cdef readonly int32_t n_vars
    cdef int8_t *value          # by literal
    cdef int32_t *mark          # by literal, the clause in which it was seen last
    cdef int32_t stamp
    cdef int32_t *first         # by literal, where what it implies begins
    cdef int32_t *implied
    cdef int32_t *trail         # literals set, in order
    cdef int32_t n_trail
    cdef int32_t n_settled      # of them for good
    cdef int32_t *arena         # the clauses, one after the other
    cdef int64_t n_arena
    cdef int64_t room
    cdef int64_t n_garbage      # numbers of deleted clauses
    cdef int32_t *bucket        # by hash, the first of its clauses
    cdef int64_t n_buckets
    cdef int32_t *watched_by    # by literal, which of `lists` it has; 0 for none
    cdef Watches *lists
    cdef int32_t n_lists
    cdef int32_t room_of_lists
    cdef int32_t *clause        # the literals of one, each once
    cdef int64_t room_of_clause

    def __cinit__(self, formula, tick=None):
        cdef int64_t size, i
        cdef const int32_t[::1] flat = formula.flat
        if not 0 <= formula.n_vars < INT32_MAX // 2 - 2 or flat.shape[0] >= INT32_MAX // 2:
            raise ValueError("the formula is too large")
        self.n_vars = formula.n_vars
        self.max_kept = 4_000_000
        size = 2 * <int64_t>self.n_vars + 2
        self.value = <int8_t *>calloc(size, sizeof(int8_t))
        self.mark = <int32_t *>calloc(size, sizeof(int32_t))
        self.first = <int32_t *>calloc(size + 2, sizeof(int32_t))
        self.trail = <int32_t *>calloc(self.n_vars + 1, sizeof(int32_t))
        self.watched_by = <int32_t *>calloc(size, sizeof(int32_t))
        self.n_buckets = 1024
        self.bucket = <int32_t *>resized(NULL, self.n_buckets, sizeof(int32_t))
        self.lists = <Watches *>calloc(64, sizeof(Watches))
        if (
            self.value == NULL or self.mark == NULL or self.first == NULL or self.trail == NULL
            or self.watched_by == NULL or self.bucket == NULL or self.lists == NULL
        ):
            raise MemoryError
        self.n_lists, self.room_of_lists = 1, 64
        for i in range(self.n_buckets):
            self.bucket[i] = NO_CLAUSE
        self.value[VOID], self.value[VOID ^ 1] = TRUE, FALSE
        self.load(flat, tick)

    def __dealloc__(self):
        cdef int32_t i
        for i in range(self.n_lists):
            free(self.lists[i].items)
        free(self.value)
        free(self.mark)
        free(self.first)
        free(self.implied)
        free(self.trail)
        free(self.arena)
        free(self.bucket)
        free(self.watched_by)
        free(self.lists)
        free(self.clause)

    cdef int32_t inner(self, int64_t literal) except -1:
        if literal == 0 or not -self.n_vars <= literal <= self.n_vars:
            raise ValueError(f"{literal} is not a literal of the formula")
        return <int32_t>(2 * literal if literal > 0 else 1 - 2 * literal)

    cdef int load(self, const int32_t[::1] flat, object tick) except -1:
        cdef int64_t i, begin, n = flat.shape[0]
        cdef int32_t a, b, n_stored = 0
        # Clauses of two literals: first how many there are by literal, then what they imply.
        begin = 0
        for i in range(n):
            if flat[i] == 0:
                if i - begin == 2:
                    a, b = self.inner(flat[begin]), self.inner(flat[begin + 1])
                    if a >> 1 != b >> 1:
                        self.first[(a ^ 1) + 2] += 1
                        self.first[(b ^ 1) + 2] += 1
                begin = i + 1
        for i in range(2, 2 * <int64_t>self.n_vars + 4):
            self.first[i] += self.first[i - 1]
        self.implied = <int32_t *>resized(
            NULL, self.first[2 * <int64_t>self.n_vars + 3], sizeof(int32_t)
        )
        if self.implied == NULL:
            raise MemoryError
        begin = 0
        for i in range(n):
            if flat[i] == 0:
                if i - begin == 2:
                    a, b = self.inner(flat[begin]), self.inner(flat[begin + 1])
                    if a >> 1 != b >> 1:
                        self.implied[self.first[(a ^ 1) + 1]] = b
                        self.first[(a ^ 1) + 1] += 1
                        self.implied[self.first[(b ^ 1) + 1]] = a
                        self.first[(b ^ 1) + 1] += 1
                begin = i + 1
        # Clauses of one literal come before longer ones, of which they make many superfluous.
        for is_unit in (True, False):
            begin = 0
            for i in range(n):
                if flat[i] == 0:
                    a = i - begin == 1 or i - begin == 2 and flat[begin] == flat[begin + 1]
                    if a == is_unit and (a or i - begin != 2):
                        self.take_flat(flat, begin, i)
                        self.store()
                        n_stored += 1
                        if n_stored % TICK_EVERY == 0 and tick is not None:
                            tick()
                    begin = i + 1
            self.settle()
        return 0

    cdef int take_flat(self, const int32_t[::1] flat, int64_t begin, int64_t end) except -1:
        cdef int64_t i
        self.begin_clause(end - begin)
        for i in range(begin, end):
            self.take(self.inner(flat[i]))
        return 0

    cdef int take_all(self, object literals) except -1:
        """Take in a clause; each literal once."""
        self.begin_clause(len(literals))
        for literal in literals:
            self.take(self.inner(literal))
        return 0

    cdef int32_t n_clause

    cdef int begin_clause(self, int64_t n) except -1:
        cdef int32_t *moved
        cdef int64_t i
        if n > INT32_MAX - 1:
            raise MemoryError
        if n > self.room_of_clause:
            moved = <int32_t *>resized(self.clause, 2 * n, sizeof(int32_t))
            if moved == NULL:
                raise MemoryError
            self.clause, self.room_of_clause = moved, 2 * n
        if self.stamp == INT32_MAX:
            self.stamp = 0
            for i in range(2 * <int64_t>self.n_vars + 2):
                self.mark[i] = 0
        self.stamp += 1
        self.n_clause = 0
        return 0

    cdef inline void take(self, int32_t literal) noexcept:
        if self.mark[literal] != self.stamp and self.n_clause < self.room_of_clause:
            self.mark[literal] = self.stamp
            self.clause[self.n_clause] = literal
            self.n_clause += 1

    def add(self, clause):
        """Add a clause and what follows from it."""
        self.take_all(clause)
        self.store()
        self.settle()

    def refutes(self, clause):
        """Whether the negation of `clause` is refuted: it is RUP, and so follows."""
        cdef int32_t i, literal
        if self.conflict:
            return True
        self.take_all(clause)
        for i in range(self.n_clause):
            if self.value[self.clause[i]] == TRUE:
                return True
        for i in range(self.n_clause):
            literal = self.clause[i] ^ 1
            if self.value[literal] == FALSE:  # a tautology
                self.undo(self.n_settled)
                return True
            if self.value[literal] == UNSET:
                self.set(literal)
        try:
            return self.propagate() == 1
        finally:
            self.undo(self.n_settled)

    def remove(self, clause):
        """Delete one copy of a clause; what has followed for good stays.

        Returns: False when there is none. A clause that was a unit, or had a true literal, when
            it was added is not kept, so that it cannot be deleted.
        """
        cdef int32_t ref
        self.take_all(clause)
        ref = self.bucket[self.hash() & (self.n_buckets - 1)]
        while ref != NO_CLAUSE:
            if self.is_taken(ref):
                self.delete(ref)
                return True
            ref = self.arena[ref + NEXT]
        return self.n_clause == 2 and self.remove_pair()

    cdef inline void set(self, int32_t literal) noexcept:
        self.value[literal] = TRUE
        self.value[literal ^ 1] = FALSE
        self.trail[self.n_trail] = literal
        self.n_trail += 1

    cdef void undo(self, int32_t n) noexcept:
        cdef int32_t literal
        while self.n_trail > n:
            self.n_trail -= 1
            literal = self.trail[self.n_trail]
            self.value[literal] = self.value[literal ^ 1] = UNSET

    cdef int settle(self) except -1:
        """Propagate, for good."""
        if not self.conflict:
            self.conflict = self.propagate() == 1
        self.n_settled = self.n_trail
        return 0

    cdef int store(self) except -1:
        """Keep the clause that was taken; a unit is set, and still to be propagated."""
        cdef int32_t i, n_open = 0
        cdef int32_t *clause = self.clause
        for i in range(self.n_clause):
            if self.value[clause[i]] == TRUE or self.mark[clause[i] ^ 1] == self.stamp:
                return 0
        for i in range(self.n_clause):
            if self.value[clause[i]] == UNSET and n_open < 2:
                clause[n_open], clause[i] = clause[i], clause[n_open]
                n_open += 1
        if n_open == 0:
            self.conflict = True
        elif n_open == 1:
            self.set(clause[0])
        else:
            self.keep()
        return 0

    cdef int keep(self) except -1:
        cdef int64_t needed, room
        cdef int32_t i, ref
        cdef void *moved
        if self.n_garbage > FEW and self.n_garbage > self.n_arena // 2:
            self.collect()
        if self.n_kept >= self.n_buckets:
            self.widen()
        needed = self.n_arena + HEAD + self.n_clause
        if needed > INT32_MAX:
            raise MemoryError
        if needed > self.room:
            room = max(needed + needed // 2, 1024)
            moved = resized(self.arena, room, sizeof(int32_t))
            if moved == NULL:
                raise MemoryError
            self.arena, self.room = <int32_t *>moved, room
        ref = <int32_t>self.n_arena
        self.arena[ref + SIZE], self.arena[ref + PLACE] = self.n_clause, 2
        for i in range(self.n_clause):
            self.arena[ref + HEAD + i] = self.clause[i]
        self.n_arena = needed
        self.n_kept += 1
        self.link(ref)
        self.watch(self.clause[0], ref, self.clause[1])
        self.watch(self.clause[1], ref, self.clause[0])
        return 0

    # Clauses by their hash, to delete them

    cdef uint64_t hash(self) noexcept:
        return hash_of(self.clause, self.n_clause)

    cdef bint is_taken(self, int32_t ref) noexcept:
        """Whether a clause has the literals that were taken."""
        cdef int32_t i
        if self.arena[ref + SIZE] != self.n_clause:
            return False
        for i in range(self.n_clause):
            if self.mark[self.arena[ref + HEAD + i]] != self.stamp:
                return False
        return True

    cdef void link(self, int32_t ref) noexcept:
        cdef uint64_t hash = hash_of(self.arena + ref + HEAD, self.arena[ref + SIZE])
        cdef int32_t *bucket = &self.bucket[hash & (self.n_buckets - 1)]
        self.arena[ref + NEXT] = bucket[0]
        bucket[0] = ref

    cdef void unlink(self, int32_t ref) noexcept:
        cdef uint64_t hash = hash_of(self.arena + ref + HEAD, self.arena[ref + SIZE])
        cdef int32_t *at = &self.bucket[hash & (self.n_buckets - 1)]
        while at[0] != ref:
            at = &self.arena[at[0] + NEXT]
        at[0] = self.arena[ref + NEXT]

    cdef int widen(self) except -1:
        """Twice as many buckets."""
        cdef void *moved = resized(self.bucket, 2 * self.n_buckets, sizeof(int32_t))
        if moved == NULL:
            raise MemoryError
        self.bucket = <int32_t *>moved
        self.n_buckets *= 2
        self.link_all()
        return 0

    cdef void link_all(self) noexcept:
        cdef int64_t ref = 0, i
        for i in range(self.n_buckets):
            self.bucket[i] = NO_CLAUSE
        while ref < self.n_arena:
            if self.arena[ref] >= 0:
                self.link(<int32_t>ref)
            ref += HEAD + abs(self.arena[ref])

    cdef void delete(self, int32_t ref) noexcept:
        self.unlink(ref)
        self.n_garbage += HEAD + self.arena[ref + SIZE]
        self.arena[ref + SIZE] = -self.arena[ref + SIZE]  # watches forget it when they come to it
        self.n_kept -= 1

    cdef bint remove_pair(self) noexcept:
        cdef int32_t i, head
        cdef int64_t j
        cdef bint found
        for i in range(2):
            head = self.clause[i] ^ 1
            found = False
            for j in range(self.first[head], self.first[head + 1]):
                if self.implied[j] == self.clause[1 - i]:
                    self.implied[j] = VOID
                    found = True
                    break
            if not found:
                return False
        return True

    cdef void collect(self) noexcept:
        """Give back the memory of deleted clauses."""
        cdef int64_t ref = 0, moved = 0
        cdef int32_t i, j, k, size
        cdef Watches *watches
        while ref < self.n_arena:
            size = self.arena[ref]
            if size >= 0:
                self.arena[ref + NEXT] = <int32_t>moved  # where it goes
                moved += HEAD + size
            ref += HEAD + abs(size)
        for i in range(1, self.n_lists):
            watches = &self.lists[i]
            k = 0
            for j in range(watches.n):
                ref = watches.items[j].clause
                if self.arena[ref] >= 0:
                    watches.items[k].clause = self.arena[ref + NEXT]
                    watches.items[k].blocker = watches.items[j].blocker
                    k += 1
            watches.n = k
        ref = 0
        while ref < self.n_arena:
            size = self.arena[ref]
            if size >= 0:
                memmove(
                    self.arena + self.arena[ref + NEXT],
                    self.arena + ref,
                    <size_t>(HEAD + size) * sizeof(int32_t),
                )
            ref += HEAD + abs(size)
        self.n_arena, self.n_garbage = moved, 0
        self.link_all()

    # Propagation

    cdef int watch(self, int32_t literal, int32_t ref, int32_t blocker) except -1:
        cdef Watches *watches
        cdef void *moved
        cdef int32_t room
        if self.watched_by[literal] == 0:
            if self.n_lists == self.room_of_lists:
                moved = resized(self.lists, 2 * <int64_t>self.n_lists, sizeof(Watches))
                if moved == NULL:
                    raise MemoryError
                self.lists = <Watches *>moved
                self.room_of_lists = 2 * self.n_lists
            self.lists[self.n_lists].items = NULL
            self.lists[self.n_lists].n = self.lists[self.n_lists].room = 0
            self.watched_by[literal] = self.n_lists
            self.n_lists += 1
        watches = &self.lists[self.watched_by[literal]]
        if watches.n == watches.room:
            room = max(4, watches.n + watches.n // 2)
            moved = resized(watches.items, room, sizeof(Watch))
            if moved == NULL:
                raise MemoryError
            watches.items, watches.room = <Watch *>moved, room
        watches.items[watches.n].clause = ref
        watches.items[watches.n].blocker = blocker
        watches.n += 1
        return 0

    cdef int propagate(self) except -1:
        """Work off the literals that were set since they were settled; 1 at a conflict.

        Clauses of two literals come first: they are quickest, and many.
        """
        cdef int32_t literal, other
        cdef int32_t pairs = self.n_settled, watches = self.n_settled
        # Local, or each value that is set might change them, for all that C knows.
        cdef int32_t n_trail = self.n_trail
        cdef int32_t *trail = self.trail
        cdef int8_t *value = self.value
        cdef int32_t *at
        cdef int32_t *end
        while True:
            while pairs < n_trail:
                literal = trail[pairs]
                pairs += 1
                at, end = self.implied + self.first[literal], self.implied + self.first[literal + 1]
                while at < end:
                    other = at[0]
                    at += 1
                    if value[other] == UNSET:
                        value[other], value[other ^ 1] = TRUE, FALSE
                        trail[n_trail] = other
                        n_trail += 1
                    elif value[other] == FALSE:
                        self.n_trail = n_trail
                        return 1
            if watches == n_trail:
                self.n_trail = n_trail
                return 0
            literal = trail[watches] ^ 1
            watches += 1
            if self.watched_by[literal]:
                self.n_trail = n_trail
                if self.visit(literal):
                    return 1
                n_trail = self.n_trail

    cdef int visit(self, int32_t false) except -1:
        """Look at the clauses that watch a literal that became false; 1 at a conflict."""
        cdef int32_t index = self.watched_by[false]
        cdef Watch *items = self.lists[index].items  # stays: no clause begins to watch `false`
        cdef int32_t n = self.lists[index].n, i = 0, k = 0, other, place, size, ref
        cdef int32_t *clause
        cdef int32_t *literals
        cdef int8_t *value = self.value
        cdef int conflict = 0
        while i < n:
            if value[items[i].blocker] == TRUE:
                items[k] = items[i]
                k += 1
                i += 1
                continue
            ref = items[i].clause
            i += 1
            clause = self.arena + ref
            size = clause[SIZE]
            if size < 0:
                continue
            literals = clause + HEAD
            other = literals[0] ^ literals[1] ^ false
            if value[other] != TRUE:
                place = self.open_place(clause, size)
                if place:
                    literals[0], literals[1] = other, literals[place]
                    literals[place] = false
                    self.watch(literals[1], ref, other)
                    continue
            items[k].clause, items[k].blocker = ref, other
            k += 1
            if value[other] == FALSE:
                conflict = 1
                break
            if value[other] == UNSET:
                self.set(other)
        while i < n:
            items[k] = items[i]
            k += 1
            i += 1
        self.lists[index].n = k
        return conflict

    cdef inline int32_t open_place(self, int32_t *clause, int32_t size) noexcept:
        """Where after the watched literals there is one that is not false; 0 if nowhere."""
        cdef int32_t begin = clause[PLACE], i
        cdef int8_t *value = self.value
        for i in range(begin, size):
            if value[clause[HEAD + i]] != FALSE:
                clause[PLACE] = i
                return i
        for i in range(2, begin):
            if value[clause[HEAD + i]] != FALSE:
                clause[PLACE] = i
                return i
        return 0


cdef uint64_t hash_of(const int32_t *literals, int32_t n) noexcept:
    """The same for all orders of the literals."""
    cdef uint64_t total = <uint64_t>n, mixed
    cdef int32_t i
    for i in range(n):
        mixed = <uint64_t>literals[i] * 0x9E3779B97F4A7C15u
        total += mixed ^ (mixed >> 29)
    return total ^ (total >> 32)
