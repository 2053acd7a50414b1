# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""The lines of an LRAT proof, checked one by one: what each names must lead to a contradiction.

It shares no code with what writes them. A clause is known by its number: those of the formula have
theirs in order, from 1. `tests/oracles/lrat.py` is the same in Python.

Source: LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017). Lines with RAT hints,
which are negative, are rejected.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, realloc

cdef enum:
    DELETED = -1
    MAX_CLAUSE = 1 << 30   # number of a clause
    ADDED = 1
    DELETED_SOME = 2


cdef int grow(void **array, int64_t *size, int64_t needed, size_t item) except -1:
    cdef int64_t wanted = max(needed + needed // 2, 1024)
    cdef void *moved
    if needed <= size[0]:
        return 0
    moved = realloc(array[0], <size_t>wanted * item)
    if moved == NULL:
        raise MemoryError
    array[0], size[0] = moved, wanted
    return 0


cdef class Hints:
    """Clauses by number, and what follows from them when they are named in an order.

    Args: formula: the clauses to begin with, `Clauses`.

    Fields:
        conflict: whether the empty clause is among them.
        wrong: what is wrong, after `follow` has said so.
    """

    cdef int32_t n_vars
    cdef int32_t *arena       # the literals of clauses, each closed by a 0
    cdef int64_t n_arena, room
    cdef int64_t *starts      # by number, in `arena`; DELETED
    cdef int64_t n_starts, room_of_starts
    cdef int64_t *seen        # by literal (2 v, 2 v + 1 for -v): the last line in which it is false
    cdef int64_t stamp
    cdef int64_t *numbers     # of the line
    cdef int64_t n_numbers, room_of_numbers
    cdef readonly bint conflict
    cdef readonly str wrong

    def __init__(self, formula):
        cdef const int32_t[::1] flat = formula.flat
        cdef int64_t i, begin = 0
        if self.seen != NULL or not 0 <= formula.n_vars < INT32_MAX // 2 - 2:
            raise ValueError("the formula is too large")
        self.n_vars = formula.n_vars
        self.seen = <int64_t *>calloc(2 * <size_t>self.n_vars + 2, sizeof(int64_t))
        if self.seen == NULL:
            raise MemoryError
        grow(<void **>&self.starts, &self.room_of_starts, 1, sizeof(int64_t))
        self.starts[0], self.n_starts = DELETED, 1
        grow(<void **>&self.arena, &self.room, flat.shape[0], sizeof(int32_t))
        for i in range(flat.shape[0]):
            self.arena[i] = flat[i]
            if not -self.n_vars <= flat[i] <= self.n_vars:
                raise ValueError("the formula has other variables")
            if not flat[i]:
                grow(
                    <void **>&self.starts, &self.room_of_starts, self.n_starts + 1, sizeof(int64_t)
                )
                self.starts[self.n_starts] = begin
                self.n_starts += 1
                self.conflict = self.conflict or i == begin
                begin = i + 1
        self.n_arena = flat.shape[0]

    def __dealloc__(self):
        free(self.arena)
        free(self.starts)
        free(self.seen)
        free(self.numbers)

    def follow(self, const uint8_t[::1] line not None):
        """Follow a line: a number, then literals, 0, numbers of clauses, 0; or `d`, numbers, 0.

        Returns: ADDED or DELETED_SOME; 0 where it is wrong, and `wrong` says why.

        Raises: ValueError: it is no such line.
        """
        cdef int64_t i, first
        cdef bint deletes = self.read(line)
        if deletes:
            for i in range(1, self.n_numbers - 1):
                if not self.is_there(self.numbers[i]):
                    return self.say(f"there is no clause {self.numbers[i]} to delete")
                self.starts[self.numbers[i]] = DELETED
            return DELETED_SOME
        first = 1
        while self.numbers[first]:
            first += 1
        return ADDED if self.add(first) else 0

    cdef bint read(self, const uint8_t[::1] line) except -1:
        """Put the numbers of a line in `numbers`; whether it deletes."""
        cdef int64_t at = 0, n = line.shape[0], value, n_zeros = 0
        cdef bint deletes = False, negative
        self.n_numbers = 0
        while at < n:
            if line[at] == 32 or 9 <= line[at] <= 13:
                at += 1
                continue
            if line[at] == 100 and self.n_numbers == 1 and not deletes:  # d
                deletes = True
                at += 1
                continue
            negative = line[at] == 45
            at += negative
            value = 0
            if at == n or not 48 <= line[at] <= 57:
                raise ValueError("not a number")
            while at < n and 48 <= line[at] <= 57:
                value = 10 * value + line[at] - 48
                at += 1
                if value > MAX_CLAUSE:
                    raise ValueError("a number that is too large")
            grow(
                <void **>&self.numbers, &self.room_of_numbers, self.n_numbers + 1, sizeof(int64_t)
            )
            self.numbers[self.n_numbers] = -value if negative else value
            self.n_numbers += 1
            n_zeros += not value
        if self.n_numbers < 2 or self.numbers[self.n_numbers - 1] or not self.numbers[0]:
            raise ValueError("it does not end with a 0")
        if n_zeros != 2 - deletes:
            raise ValueError("it has too few or too many 0")
        return deletes

    cdef bint say(self, str wrong):
        self.wrong = wrong
        return False

    cdef bint add(self, int64_t end) except -1:
        """Add the clause of `numbers`, whose 0 is at `end`, if it follows from the hints."""
        cdef int64_t i, number = self.numbers[0], literal
        if number < self.n_starts:
            return self.say(f"the number {number} is not higher than those before it")
        self.stamp += 1
        for i in range(1, end):
            literal = self.numbers[i]
            if not -self.n_vars <= literal <= self.n_vars:
                return self.say(f"there is no variable {abs(literal)}")
            self.seen[self.place(<int32_t>literal)] = self.stamp
        if not self.leads_on(end + 1):
            return False
        grow(<void **>&self.starts, &self.room_of_starts, number + 1, sizeof(int64_t))
        while self.n_starts < number:
            self.starts[self.n_starts] = DELETED
            self.n_starts += 1
        self.starts[number] = self.n_arena
        self.n_starts = number + 1
        grow(<void **>&self.arena, &self.room, self.n_arena + end, sizeof(int32_t))
        for i in range(1, end + 1):
            self.arena[self.n_arena + i - 1] = <int32_t>self.numbers[i]
        self.n_arena += end
        self.conflict = self.conflict or end == 1
        return True

    cdef inline bint is_there(self, int64_t number) noexcept:
        return 0 < number < self.n_starts and self.starts[number] != DELETED

    cdef inline int64_t place(self, int32_t literal) noexcept:
        return 2 * <int64_t>literal if literal > 0 else 1 - 2 * <int64_t>literal

    cdef bint leads_on(self, int64_t first) except -1:
        """Whether the clauses that are named lead to a contradiction, each of them one step on."""
        cdef int64_t i, at, number
        cdef int32_t open_one
        for i in range(first, self.n_numbers - 1):
            number = self.numbers[i]
            if not self.is_there(number):
                return self.say(f"there is no clause {number}")
            at, open_one = self.starts[number], 0
            while self.arena[at]:
                if self.seen[self.place(self.arena[at])] != self.stamp:
                    if open_one and open_one != self.arena[at]:
                        return self.say(f"nothing follows from clause {number}")
                    open_one = self.arena[at]
                at += 1
            if not open_one:
                return True
            self.seen[self.place(-open_one)] = self.stamp
        return self.say("its hints lead to no contradiction")

    def clause(self):
        """The literals of the line that was followed last."""
        cdef int64_t i = 1
        found = []
        while i < self.n_numbers and self.numbers[i]:
            found.append(self.numbers[i])
            i += 1
        return found
