# The search, compiled: what `tests/oracles/lazy/search.py` does, step by step. Included by _kernel.pyx.

ctypedef struct Watch:
    int ref
    int blocker

ctypedef struct Watches:
    Watch *items
    int n
    int size

cdef enum:
    # Before the literals of a clause: how many, the LBD (0 for a clause that was given), whether it
    # was used since the last clearing, and its number in the log.
    HEAD = 4
    NOGOOD_LBD = 2  # as in search.py
    CLOCK_EVERY = 8  # conflicts and decisions between two looks at the clock
    # In the log: what a step is, and what it follows from; see docs/internals/certificates.md.
    LOG_CLAUSE = 0
    LOG_LEMMA = 1
    LOG_CHOICE = 2
    LOG_FOLLOWED = 3
    LOG_REFUTED = 4
    LOG_KEPT = 5
    LOG_BACK = 6
    LOG_DEFINED = 7
    FROM_CLAUSE = 0
    FROM_SLOT = 1
    FROM_CELL = 2
    FROM_TOTAL = 3


cdef class Search(Kernel):
    """Clause learning over a kernel: `tests/oracles/lazy/search.py` says what is done and why.

    `run` searches without the interpreter lock: no function that it calls touches a Python object,
    but to raise an exception.

    Args: as `Kernel`; then `begin` is to be called once.

    Fields:
        core: after NONE, assumptions that cannot all hold.
        order: who chooses letters.
        deepest: the most cells that were set at a conflict, or at an answer.
        n_reasons: reasons that were asked of slots so far.
        n_conflicts, n_decisions, n_restarts: how many there were so far.
    """

    cdef int32_t *arena       # the clauses, one after the other, from 1
    cdef int n_arena, max_arena
    cdef Watches *watches     # by literal: 2 v, or 2 v + 1 for -v
    cdef int32_t *ref_of      # by variable: the clause that set it
    cdef uint8_t *seen        # by variable
    cdef uint8_t *mark        # by variable
    cdef int32_t *own_owner   # `owner`, with room for more variables
    cdef int32_t *learnt
    cdef int n_learnt, max_learnt
    cdef int n_kept           # learnt clauses in the arena
    cdef int next_clause      # trail literals before it have been looked up in the clauses
    cdef int32_t *level_mark
    cdef int level_stamp, max_level_mark
    cdef int32_t *assumed
    cdef int n_assumed, max_assumed
    cdef int32_t *blamed      # assumptions that cannot all hold
    cdef int n_blamed, max_blamed
    cdef unsigned int n_steps  # for the clock
    cdef double *weight
    cdef double *noise
    cdef double bump, ageing, share, rescale
    cdef double *first_weight
    cdef bint consistent
    cdef bint found           # there was a fill
    cdef bint is_chronological  # a chronological phase is under way
    cdef int64_t chrono_conflicts
    cdef double chrono_cells
    cdef int64_t n_learnings, n_cells_learnt  # since a restart or `assume`: clauses, their cells
    cdef int32_t *cell_mark
    cdef int restart_unit, reduce_from
    cdef int64_t next_restart, next_reduce
    cdef int64_t *activity     # by slot: reasons used, wipe-outs among them
    cdef bint is_listing      # fill after fill, without a clause for each
    cdef int floor            # then: no level up to this one is taken back but by `flip`
    cdef uint8_t *rows        # what receives the fills, one after the other; NULL where it is wide
    cdef uint16_t *wide_rows
    cdef const int32_t *row_cells  # by column, its cell
    cdef int n_columns, n_rows, max_rows
    cdef int32_t *units       # letters that follow without choices, for good
    cdef int n_units, max_units
    cdef int n_valued         # cells whose letters have values; 0 without an objective
    cdef int32_t *valued      # those cells
    cdef int64_t *values      # by such cell and letter
    cdef int64_t target       # the least total of values
    cdef int32_t *found_letters  # for reasons: false literals of a cell
    cdef int32_t *parts       # places in `valued`, and what they bring a literal
    cdef double *part_worth
    cdef int64_t *part_drop
    cdef bint is_logging
    cdef uint8_t *log         # steps that were not taken yet
    cdef int n_log, max_log
    cdef int n_logged         # clauses and lemmas so far
    cdef int n_rooted         # literals of level 0 that are in the log
    cdef int n_traced         # literals of the trail that are in the log, in a phase that learns none
    cdef int64_t *hints       # of the next lemma: two numbers each
    cdef int n_hints, max_hints
    cdef int64_t hint, hint_literal  # what `clause` follows from
    cdef readonly list core
    cdef readonly object order
    cdef readonly int deepest
    cdef readonly int64_t n_conflicts, n_reasons, n_restarts, n_decisions

    def begin(
        self, order, int64_t[::1] activity not None, double ageing, double share, double rescale,
        int restart_unit, int reduce_from, int64_t chrono_conflicts, double chrono_cells,
    ):
        """Set up.

        Args:
            order: an `Order`; its weights are changed as the search goes on.
            activity: by slot, how many reasons it gave; counted on.
            ageing, share, rescale, restart_unit, reduce_from, chrono_conflicts, chrono_cells:
                constants of `order.py` and `search.py`.
        """
        cdef double[::1] weight = order.weight, noise = order.noise
        self.enter(False)
        try:
            check(
                weight is not None and weight.shape[0] == activity.shape[0] == self.n_slots,
                "weights",
            )
            check(noise is not None and noise.shape[0] == self.n_vars + 1, "noise")
            check(
                0 < restart_unit < MAX_ITEMS and 0 <= reduce_from < MAX_ITEMS
                and 0 < chrono_conflicts < MAX_ITEMS,
                "numbers of conflicts",
            )
            check(not self.n_levels and not self.n_trail, "a search begins at the start")
            self.is_whole = False
            self.order = order
            self._keep += [weight, noise, activity]
            self.weight, self.noise, self.activity = &weight[0], &noise[0], &activity[0]
            self.first_weight = <double *>zeros(self.n_slots, sizeof(double))
            if self.n_slots:
                memcpy(self.first_weight, self.weight, self.n_slots * sizeof(double))
            self.cell_mark = <int32_t *>zeros(self.n_cells, sizeof(int32_t))
            self.chrono_conflicts, self.chrono_cells = chrono_conflicts, chrono_cells
            self.bump, self.ageing, self.share, self.rescale = 1.0, ageing, share, rescale
            self.restart_unit, self.reduce_from = restart_unit, reduce_from
            self.next_restart, self.next_reduce = restart_unit, reduce_from
            self.level_stamp = SX_FIRST_STAMP
            self.consistent = True
            self.core = []
            self.n_arena = 1
            self.make_room(self.n_vars)
            self.has_begun = self.is_whole = True
        finally:
            self.leave()

    cdef int make_room(self, int n) except -1:
        """Room for variables up to n in all that goes by variable."""
        cdef int before = self.room
        cdef int after = max(n, 64) if self.watches == NULL else max(n, 2 * before)
        cdef int32_t *owner = <int32_t *>zeros(after + 1, sizeof(int32_t))
        memcpy(owner, self.owner, (before + 1) * sizeof(int32_t))
        sx_free(self.own_owner)
        self.owner = self.own_owner = owner
        self.level_of = <int32_t *>lengthen(self.level_of, before, after, sizeof(int32_t))
        self.trail = <int32_t *>lengthen(self.trail, 2 * before, 2 * after, sizeof(int32_t))
        self.sign = <int8_t *>lengthen(self.sign, before, after, 1)
        self.ref_of = <int32_t *>lengthen(self.ref_of, before, after, sizeof(int32_t))
        self.seen = <uint8_t *>lengthen(self.seen, before, after, 1)
        self.mark = <uint8_t *>lengthen(self.mark, before, after, 1)
        self.stamp = <int32_t *>lengthen(self.stamp, before, after, sizeof(int32_t))
        self.watches = <Watches *>lengthen(self.watches, 2 * before, 2 * after, sizeof(Watches))
        self.room = after
        return 0

    def new_variable(self):
        """One more variable, which only clauses know."""
        self.enter(True)
        try:
            self.is_whole = False
            if self.n_all == self.room:
                if self.room > MAX_ITEMS // 8:
                    out_of_memory()
                self.make_room(self.n_all + 1)
            self.n_all += 1
            self.is_whole = True
            return self.n_all
        finally:
            self.leave()

    cdef int check_not_listing(self) except -1:
        if self.is_listing:
            raise RuntimeError("a search that lists fills does nothing else")
        return 0

    # Values

    cdef inline int value_of(self, int literal) noexcept nogil:
        """1 for true, -1 for false, 0 for open."""
        cdef int variable = literal if literal > 0 else -literal
        cdef int value, set_to
        if variable > self.n_vars:
            value = self.sign[variable]
        else:
            set_to = self.set_to[self.cell_of[variable]]
            if set_to:
                value = 1 if set_to == variable else -1
            else:
                value = 0 if self.position[self.place(-variable)] == NOT_SET else -1
        return value if literal > 0 else -value

    cdef inline int cause(self, int literal) noexcept nogil:
        """The variable on the trail that makes a literal false."""
        if literal < 0:
            return -literal
        if literal > self.n_vars or self.position[self.place(-literal)] != NOT_SET:
            return literal
        return self.set_to[self.cell_of[literal]]

    cdef void enqueue(self, int literal, int owner, int ref) noexcept nogil:
        """Set an open literal."""
        cdef int variable = literal if literal > 0 else -literal
        if variable > self.n_vars:
            self.sign[variable] = 1 if literal > 0 else -1
            self.trail[self.n_trail] = literal
            self.level_of[variable] = self.n_levels
            self.n_trail += 1
        else:
            if literal > 0:
                self.set_to[self.cell_of[variable]] = literal
            self.put(literal)
        self.owner[variable] = owner
        self.ref_of[variable] = ref

    # Clauses

    cdef inline int watch_index(self, int literal) noexcept nogil:
        return 2 * literal if literal > 0 else -2 * literal + 1

    cdef int watch(self, int literal, int ref, int blocker) except -1 nogil:
        cdef Watches *list_ = &self.watches[self.watch_index(literal)]
        grow(<void **>&list_.items, &list_.size, list_.n + 1, sizeof(Watch))
        list_.items[list_.n].ref = ref
        list_.items[list_.n].blocker = blocker
        list_.n += 1
        return 0

    cdef int attach(self, const int32_t *literals, int n, int lbd, int number) except -1 nogil:
        """Keep a clause of two literals or more; its place in the arena."""
        cdef int ref = self.n_arena
        grow(<void **>&self.arena, &self.max_arena, <int64_t>ref + n + HEAD, sizeof(int32_t))
        self.arena[ref] = n
        self.arena[ref + 1] = lbd
        self.arena[ref + 3] = number
        memcpy(self.arena + ref + HEAD, literals, n * sizeof(int32_t))
        self.n_arena += n + HEAD
        self.watch_clause(ref)
        return ref

    cdef int watch_clause(self, int ref) except -1 nogil:
        """Take a clause of the arena, unused so far, into the watch lists."""
        cdef const int32_t *literals = self.arena + ref + HEAD
        self.watch(literals[0], ref, literals[1])
        self.watch(literals[1], ref, literals[0])
        self.arena[ref + 2] = 0
        self.n_kept += self.arena[ref + 1] > 0
        return 0

    def add_clause(self, clause, bint by_total=False):
        """Add a clause over known variables for good; the search goes back to its beginning.

        Args: by_total: it is to be logged as one that follows from the objective.
        """
        cdef int literal, value, variable, mark, i, n = 0
        cdef bint is_true = False
        self.enter(True)
        try:
            self.check_not_listing()
            self.is_whole = False
            self.end_chronological()
            self.go_back(0)
            self.is_whole = True
            if self.is_logging:
                clause = list(clause)  # which is read twice
            try:
                for literal in clause:
                    self.check_literal(literal)
                    variable = literal if literal > 0 else -literal
                    mark = 1 if literal > 0 else 2
                    value = self.value_of(literal)
                    if value > 0 or self.mark[variable] == 3 - mark:
                        is_true = True
                    elif not value and not self.mark[variable]:
                        grow(<void **>&self.learnt, &self.max_learnt, n + 1, sizeof(int32_t))
                        self.mark[variable] = mark
                        self.learnt[n] = literal
                        n += 1
            finally:
                for i in range(n):
                    literal = self.learnt[i]
                    self.mark[literal if literal > 0 else -literal] = 0
            if is_true:
                return
            self.is_whole = False
            if self.is_logging:
                self.log_clause(clause, by_total)
            if not n:
                self.consistent = False
                self.hint = 4 * <int64_t>self.n_logged + FROM_CLAUSE
                self.log_contradiction()
            elif n == 1:
                if self.is_logging and len(clause) > 1:
                    self.n_hints = 0
                    self.hint = 4 * <int64_t>self.n_logged + FROM_CLAUSE
                    self.log_hint()
                    self.log_lemma(self.learnt, 1)
                self.enqueue(self.learnt[0], CLAUSE, -self.n_logged)
            else:
                self.attach(self.learnt, n, 0, self.n_logged)
            self.is_whole = True
        finally:
            self.leave()

    cdef int visit(self, int literal) except -1 nogil:
        """Go through the clauses that watch a literal which has become false; 1 at a conflict."""
        cdef Watches *list_ = &self.watches[self.watch_index(literal)]
        cdef Watch *items = list_.items
        cdef int i = 0, j = 0, k, ref, first, value
        cdef int32_t *literals
        while i < list_.n:
            if self.value_of(items[i].blocker) > 0:
                items[j] = items[i]
                i += 1
                j += 1
                continue
            ref = items[i].ref
            i += 1
            literals = self.arena + ref + HEAD
            first = literals[0] if literals[1] == literal else literals[1]
            literals[0], literals[1] = first, literal
            value = self.value_of(first)
            items[j].ref, items[j].blocker = ref, first
            j += 1
            if value > 0:
                continue
            for k in range(2, self.arena[ref]):
                if self.value_of(literals[k]) >= 0:
                    literals[1], literals[k] = literals[k], literal
                    self.watch(literals[1], ref, first)
                    j -= 1
                    break
            else:
                if value < 0:
                    while i < list_.n:
                        items[j] = items[i]
                        i += 1
                        j += 1
                    list_.n = j
                    self.take_clause(ref, 0)
                    return 1
                self.enqueue(first, CLAUSE, ref)
        list_.n = j
        return 0

    cdef int take_clause(self, int ref, int but) except -1 nogil:
        """Put a clause in `clause`, without the literal `but`."""
        cdef int i, n = self.arena[ref]
        grow(<void **>&self.clause, &self.max_clause, n, sizeof(int32_t))
        self.arena[ref + 2] = 1
        self.hint = 4 * <int64_t>self.arena[ref + 3] + FROM_CLAUSE
        self.n_clause = 0
        for i in range(n):
            if self.arena[ref + HEAD + i] != but:
                self.clause[self.n_clause] = self.arena[ref + HEAD + i]
                self.n_clause += 1
        return 0

    cdef int take_cell(self, int cell, int but) except -1 nogil:
        """Put in `clause` that a cell has a letter, without the literal `but`."""
        cdef int variable
        grow(<void **>&self.clause, &self.max_clause, self.n_letters, sizeof(int32_t))
        self.n_clause = 0
        self.hint = 4 * <int64_t>cell + FROM_CELL
        for variable in range(self.first_of[cell], self.first_of[cell + 1]):
            if variable != but:
                self.clause[self.n_clause] = variable
                self.n_clause += 1
        return 0

    cdef int forget(self, bint everything) except -1 nogil:
        """Forget learnt clauses: about half of those that were not used, the highest LBD first; or
        all but those of the lowest LBD."""
        cdef int counts[256]
        cdef int32_t *arena = self.arena
        cdef int ref = 1, end = self.n_arena, i, n, limit = 255, n_gone = 0, target = 0
        if self.is_logging:
            self.log_root()  # while the clauses that it follows from are where they were
        memset(counts, 0, sizeof(counts))
        while ref < end:
            if arena[ref + 1] > 2 and not arena[ref + 2]:
                counts[min(arena[ref + 1], 255)] += 1
                target += 1
            ref += arena[ref] + HEAD
        target //= 2
        while limit > 2 and (everything or n_gone < target):
            n_gone += counts[limit]
            limit -= 1
        for i in range(2 * self.room + 2):
            self.watches[i].n = 0
        self.n_arena, self.n_kept = 1, 0
        ref = 1
        while ref < end:
            n = arena[ref] + HEAD
            if min(arena[ref + 1], 255) <= limit or (arena[ref + 2] and not everything):
                memmove(arena + self.n_arena, arena + ref, n * sizeof(int32_t))
                self.watch_clause(self.n_arena)
                self.n_arena += n
            ref += n
        return 0

    # Propagation

    cdef int to_conflict(self) except -1 nogil:
        """Propagate everything; 1 at a conflict, whose clause is then in `clause`."""
        cdef int literal, cell, i, variable, empty
        while True:
            while self.next_clause < self.n_trail:
                literal = self.trail[self.next_clause]
                self.next_clause += 1
                if self.watches[self.watch_index(-literal)].n and self.visit(-literal):
                    return 1
                if 0 < literal <= self.n_vars:
                    cell = self.cell_of[literal]
                    for variable in range(self.first_of[cell], self.first_of[cell + 1]):
                        if variable != literal and self.watches[2 * variable].n:
                            if self.visit(variable):
                                return 1
            self.n_out = 0
            self.empty_cell = NOT_SET
            empty = self.to_fixpoint()
            if empty != NOT_SET:
                self.wiped_out(empty)
                self.hint, self.hint_literal = 4 * <int64_t>empty + FROM_SLOT, 0
                if not self.is_chronological:
                    self.explain_to_clause(0, empty, self.n_trail)
                return 1
            if self.empty_cell != NOT_SET:
                self.take_cell(self.empty_cell, 0)
                return 1
            if self.next_clause < self.n_trail:
                continue
            if not self.n_valued:
                return 0
            i = self.aim()
            if i < 0:
                self.hint, self.hint_literal = FROM_TOTAL, 0
            if i <= 0:
                return -i

    cdef void wiped_out(self, int slot) noexcept nogil:
        """Remember that a slot was left without a word."""
        cdef int i
        self.activity[slot] += 1
        self.weight[slot] += self.bump
        self.bump /= self.ageing
        if self.bump > self.rescale:
            for i in range(self.n_slots):
                self.weight[i] /= self.rescale
            self.bump /= self.rescale

    cdef int reason(self, int literal) except -1 nogil:
        """Put in `clause` the other literals of the reason of a true literal, and count it."""
        cdef int owner = self.owner[literal if literal > 0 else -literal]
        self.follow(literal)
        if owner >= 0 or owner == OBJECTIVE:
            self.n_reasons += 1
        if owner >= 0:
            self.activity[owner] += 1
            self.weight[owner] += self.bump * self.share
        return 0

    cdef int follow(self, int literal) except -1 nogil:
        """Put in `clause` the other literals of the reason of a true literal."""
        cdef int variable = literal if literal > 0 else -literal
        cdef int owner = self.owner[variable], i
        if owner == CLAUSE:
            self.take_clause(self.ref_of[variable], literal)
        elif owner == CELL:
            self.take_cell(self.cell_of[variable], literal)
        elif owner == OBJECTIVE:
            self.explain_total(literal, self.position[self.place(literal)])
            self.hint = FROM_TOTAL
        else:
            self.explain_to_clause(literal, owner, self.position[self.place(literal)])
            self.n_clause -= 1
            for i in range(self.n_clause):
                self.clause[i] = self.clause[i + 1]
            self.hint = 4 * <int64_t>owner + FROM_SLOT
        self.hint_literal = literal
        return 0

    # Conflicts

    cdef int learn(self) except -1 nogil:
        """Learn from `clause`, all of whose literals are false; 0 when they are false for good."""
        cdef int i, literal, variable, level, top = 0, n_open = 0, at, second = 1, n = 1, lbd = 1
        cdef int32_t *level_mark
        for i in range(self.n_clause):
            top = max(top, self.level_of[self.cause(self.clause[i])])
        if top <= self.floor:
            return self.flip()
        if self.is_logging:
            self.n_hints = 0
            self.log_hint()
        self.go_back(top)
        grow(<void **>&self.learnt, &self.max_learnt, self.n_all + 2, sizeof(int32_t))
        at = self.n_trail
        while True:
            for i in range(self.n_clause):
                literal = self.clause[i]
                variable = self.cause(literal)
                level = self.level_of[variable]
                if level == top:
                    if not self.seen[variable]:
                        self.seen[variable] = 1
                        n_open += 1
                elif level:
                    variable = literal if literal > 0 else -literal
                    if not self.mark[variable]:
                        self.mark[variable] = 1
                        self.learnt[n] = literal
                        n += 1
            while True:
                at -= 1
                literal = self.trail[at]
                variable = literal if literal > 0 else -literal
                if self.seen[variable]:
                    break
            self.seen[variable] = 0
            n_open -= 1
            if not n_open:
                break
            self.reason(literal)
            if self.is_logging:
                self.log_hint()
        self.learnt[0] = -literal
        # A letter of a cell that the clause says is set to another letter adds nothing.
        self.mark[variable] = 1
        self.n_learnt = 1
        for i in range(1, n):
            literal = self.learnt[i]
            variable = self.cause(literal)
            if variable != (literal if literal > 0 else -literal) and self.mark[variable] == 1:
                self.mark[literal] = 2
        for i in range(1, n):
            literal = self.learnt[i]
            variable = literal if literal > 0 else -literal
            if self.mark[variable] == 1:
                self.learnt[self.n_learnt] = literal
                self.n_learnt += 1
            self.mark[variable] = 0
        literal = self.learnt[0]
        self.mark[literal if literal > 0 else -literal] = 0

        level = 0
        if self.max_level_mark <= self.n_levels:
            level_mark = <int32_t *>zeros(2 * self.n_levels + 64, sizeof(int32_t))
            sx_free(self.level_mark)
            self.level_mark, self.max_level_mark = level_mark, 2 * self.n_levels + 64
        if self.level_stamp == INT32_MAX:
            memset(self.level_mark, 0, self.max_level_mark * sizeof(int32_t))
            memset(self.cell_mark, 0, self.n_cells * sizeof(int32_t))
            self.level_stamp = 0
        self.level_stamp += 1
        for i in range(1, self.n_learnt):
            at = self.level_of[self.cause(self.learnt[i])]
            if at > level:
                level, second = at, i
            if self.level_mark[at] != self.level_stamp:
                self.level_mark[at] = self.level_stamp
                lbd += 1
        self.n_learnings += 1
        for i in range(self.n_learnt):
            literal = self.learnt[i]
            variable = literal if literal > 0 else -literal
            if variable <= self.n_vars:
                at = self.cell_of[variable]
                if self.cell_mark[at] != self.level_stamp:
                    self.cell_mark[at] = self.level_stamp
                    self.n_cells_learnt += 1
        if self.is_logging:
            self.log_lemma(self.learnt, self.n_learnt)
        self.go_back(max(level, self.floor))
        if self.n_learnt == 1:
            self.enqueue(self.learnt[0], CLAUSE, -self.n_logged)
            if self.floor:
                grow(<void **>&self.units, &self.max_units, self.n_units + 1, sizeof(int32_t))
                self.units[self.n_units] = self.learnt[0]
                self.n_units += 1
            return 1
        self.learnt[1], self.learnt[second] = self.learnt[second], self.learnt[1]
        i = self.attach(self.learnt, self.n_learnt, lbd, self.n_logged)
        self.enqueue(self.learnt[0], CLAUSE, i)
        return 1

    cdef void go_back(self, int level) noexcept nogil:
        """Take back every level above `level`."""
        if level < self.n_levels:
            self.undo(level)
            self.next_clause = self.n_trail

    cdef int blame(self, int literal) except -1 nogil:
        """Put in `blamed` which assumptions make `literal`, itself an assumption, false."""
        cdef int i, at = self.n_trail, other, variable, n_open = 0
        self.n_blamed = self.n_hints = 0
        self.say_blamed(literal)
        variable = self.cause(literal)
        if self.level_of[variable]:
            self.seen[variable] = 1
            n_open = 1
        while n_open:
            at -= 1
            other = self.trail[at]
            variable = other if other > 0 else -other
            if not self.seen[variable]:
                continue
            self.seen[variable] = 0
            n_open -= 1
            if self.owner[variable] == CHOICE:
                self.say_blamed(other)
                continue
            self.reason(other)
            if self.is_logging:
                self.log_hint()
            for i in range(self.n_clause):
                variable = self.cause(self.clause[i])
                if self.level_of[variable] and not self.seen[variable]:
                    self.seen[variable] = 1
                    n_open += 1
        if self.is_logging:
            grow(<void **>&self.learnt, &self.max_learnt, self.n_blamed, sizeof(int32_t))
            for i in range(self.n_blamed):
                self.learnt[i] = -self.blamed[i]
            self.log_lemma(self.learnt, self.n_blamed)
        return 0

    cdef int say_blamed(self, int literal) except -1 nogil:
        grow(<void **>&self.blamed, &self.max_blamed, self.n_blamed + 1, sizeof(int32_t))
        self.blamed[self.n_blamed] = literal
        self.n_blamed += 1
        return 0

    # The objective

    def set_objective(
        self, const int32_t[::1] cells not None, const int64_t[:, ::1] values not None
    ):
        """From now on find only what is worth the target or more.

        Args:
            cells: int32 (n,): cells whose letters have a value, rising; at least one.
            values: int64 (n, n_letters): by such cell, the value of each letter, falling.
        """
        cdef int i, letter, last
        cdef int n = <int>min(cells.shape[0], MAX_ITEMS)
        self.enter(True)
        try:
            self.check_not_listing()
            if self.n_valued or self.n_levels or self.n_logged:
                raise RuntimeError("an objective is set once, at the beginning")
            check(
                1 <= n <= self.n_cells and values.shape[0] == n
                and values.shape[1] == self.n_letters,
                "an objective's shape",
            )
            for i in range(n):
                check(
                    0 <= cells[i] < self.n_cells
                    and self.first_of[cells[i]] < self.first_of[cells[i] + 1],
                    "an objective's cells",
                )
                check(not i or cells[i - 1] < cells[i], "an objective's cells")
                for letter in range(self.n_letters):
                    check(-MAX_ITEMS <= values[i, letter] <= MAX_ITEMS, "a value")
                    check(not letter or values[i, letter] <= values[i, letter - 1], "a value")
            self.is_whole = False
            self.valued = <int32_t *>zeros(n, sizeof(int32_t))
            self.values = <int64_t *>zeros(n * self.n_letters, sizeof(int64_t))
            self.found_letters = <int32_t *>zeros(self.n_letters, sizeof(int32_t))
            self.parts = <int32_t *>zeros(n, sizeof(int32_t))
            self.part_worth = <double *>zeros(n, sizeof(double))
            self.part_drop = <int64_t *>zeros(n, sizeof(int64_t))
            for i in range(n):
                self.valued[i] = cells[i]
                for letter in range(self.n_letters):
                    self.values[i * self.n_letters + letter] = values[i, letter]
            self.n_valued = n
            self.is_whole = True
        finally:
            self.leave()

    def raise_target(self, int64_t target):
        """Want this total, which is not below the last one; the search goes back to its beginning.

        The first target is 0. What was learnt for a lower target is true for a higher one.
        """
        self.enter(True)
        try:
            if not self.n_valued or target < self.target:
                raise ValueError("a target needs an objective, and may only rise")
            self.is_whole = False
            self.end_chronological()
            self.go_back(0)
            self.target = target
            self.is_whole = True
        finally:
            self.leave()

    cdef int aim(self) except -2 nogil:
        """Remove letters of too little value, at a fixpoint.

        Returns: 1 when there were any; 0 when there were none; -1 when the target is out of reach,
            and why is in `clause`.
        """
        cdef int i, k, cell, first, letter, n_before = self.n_trail
        cdef int64_t slack = -self.target, least
        cdef const int64_t *values
        cdef uint64_t bits
        for i in range(self.n_valued):
            slack += self.values[i * self.n_letters + self.first_letter(self.valued[i])]
        if slack < 0:
            if not self.is_chronological:
                self.explain_total(0, self.n_trail)
            return -1
        for i in range(self.n_valued):
            cell = self.valued[i]
            first = self.first_letter(cell)
            values = self.values + i * self.n_letters
            least = values[first] - slack
            for k in range(first >> 6, self.n_masks):
                bits = self.mask[cell * self.n_masks + k]
                while bits:
                    letter = WORD * k + SX_LOWEST(bits)
                    bits &= bits - 1
                    if values[letter] < least:
                        self.enqueue(-self.ids[cell * self.n_letters + letter], OBJECTIVE, 0)
        return self.n_trail > n_before

    cdef int explain_total(self, int literal, int before) except -1 nogil:
        """Put in `clause` why a letter has too little value, without its literal; 0 for why the
        target is out of reach: see `Objective.reason`."""
        cdef int own = self.cell_of[-literal] if literal else NOT_SET
        cdef int32_t *found = self.found_letters
        cdef int i, k, n, at, n_parts = 0
        cdef int64_t spare = self.target - 1, most, bound, rise
        cdef double worth
        cdef const int64_t *values
        grow(
            <void **>&self.clause, &self.max_clause, <int64_t>self.n_valued * self.n_letters + 1,
            sizeof(int32_t),
        )
        self.n_clause = 0
        for i in range(self.n_valued):
            if self.valued[i] == own:
                spare -= self.values[i * self.n_letters + self.letter_of[-literal]]
                continue
            n = self.most_left(i, before, found, &most, &bound)
            spare -= bound
            if n and most > bound:
                worth = <double>(most - bound) / n
                k = n_parts
                while k and self.part_worth[self.parts[k - 1]] > worth:
                    self.parts[k] = self.parts[k - 1]
                    k -= 1
                self.parts[k] = i
                self.part_worth[i], self.part_drop[i] = worth, most - bound
                n_parts += 1
        if spare < 0:
            return no_reason()
        for k in range(n_parts):
            i = self.parts[k]
            if self.part_drop[i] <= spare:
                spare -= self.part_drop[i]
                continue
            n = self.most_left(i, before, found, &most, &bound)
            values = self.values + i * self.n_letters
            # Letters were removed from the best down: do without the lowest of them.
            while found[0] > 0 and spare:
                rise = values[self.letter_of[found[n - 1]]] - bound
                if rise > spare:
                    break
                spare -= rise
                bound += rise
                n -= 1
            for at in range(n):
                self.clause[self.n_clause] = found[at]
                self.n_clause += 1
        return 0

    cdef int most_left(
        self, int i, int before, int32_t *found, int64_t *most, int64_t *bound
    ) noexcept nogil:
        """How many false literals, in `found`, say what a cell's best letter is worth.

        Args: most, bound: receive the value of the best letter at the start, and of the best left.
        """
        cdef int cell = self.valued[i], letter, variable, place, n = 0
        cdef int true = self.set_to[cell]
        cdef const int64_t *values = self.values + i * self.n_letters
        cdef bint is_first = True
        for variable in range(self.first_of[cell], self.first_of[cell + 1]):
            letter = self.letter_of[variable]
            if is_first:
                most[0] = values[letter]
                is_first = False
                if true and self.position[true] < before:
                    bound[0] = values[self.letter_of[true]]
                    found[0] = -true
                    return 1
            place = self.position[self.place(-variable)]
            if not NOT_SET < place < before:
                bound[0] = values[letter]
                return n
            found[n] = variable
            n += 1
        bound[0] = values[self.letter_of[found[n - 1]]]  # an empty cell: be careful
        return n - 1

    # Fill after fill

    cdef int flip(self) except -1 nogil:
        """Take back the levels from `floor` on, and refute the choice of that one; 0 when there is
        none. The next levels that `learn` takes back are above the choices before it."""
        cdef int choice, i
        if not self.floor:
            return 0
        self.floor -= 1
        choice = self.trail[self.levels[self.floor].n_trail]
        self.go_back(self.floor)
        self.enqueue(-choice, REFUTED, 0)
        for i in range(self.n_units):
            if not self.value_of(self.units[i]):
                self.enqueue(self.units[i], CLAUSE, 0)
        return 1

    cdef int keep_fill(self) except -1 nogil:
        """Write the fill to `rows`, and go on to others; 0 when there are none."""
        cdef int i
        cdef size_t start = <size_t>self.n_rows * self.n_columns
        for i in range(self.n_columns):
            if self.wide_rows == NULL:
                self.rows[start + i] = self.value[self.row_cells[i]]
            else:
                self.wide_rows[start + i] = self.value[self.row_cells[i]]
        self.n_rows += 1
        # Other variables than letters were chosen after all letters: they make no other fill.
        self.floor = self.n_levels
        while self.floor and (
            abs_(self.trail[self.levels[self.floor - 1].n_trail]) > self.n_vars
        ):
            self.floor -= 1
        return self.flip()

    def list_fills(
        self, rows, const int32_t[::1] cells not None, int64_t n_decisions, double seconds
    ):
        """Search on for fill after fill, from now on only so: nothing else may be asked.

        After a fill the last choice of a letter is taken back and refuted, as are those before it
        once nothing is left; no clause keeps the fill out. Where it pauses does not influence what
        it finds.

        Args:
            rows: uint8 or, for more than 256 letters, uint16 (fills, columns): receives their
                letters.
            cells: by column, its cell.
            n_decisions, seconds: how much more to search.

        Returns: (the number of rows written, whether that was all).

        Source: enumeration without recording (M. Gebser, B. Kaufmann, A. Neumann, T. Schaub,
            Conflict-driven answer set enumeration, LPNMR 2007).
        """
        cdef const uint8_t *factors
        cdef const uint8_t[::1] preferred
        cdef bint by_score
        cdef int outcome, i
        cdef Py_ssize_t n
        cdef uint8_t[:, ::1] narrow
        cdef uint16_t[:, ::1] wide
        self.enter(True)
        try:
            preferred, by_score = self.order.hints.preferred, self.order.hints.by_score
            factors = self.factors(preferred)
            if getattr(rows, "itemsize", 1) == sizeof(uint16_t):
                wide = rows
                n = wide.shape[0]
                check(n >= 1 and wide.shape[1] == cells.shape[0] >= 1, "the rows' shape")
            else:
                narrow = rows
                n = narrow.shape[0]
                check(n >= 1 and narrow.shape[1] == cells.shape[0] >= 1, "the rows' shape")
                check(self.n_letters <= 256, "the rows' letters")
            for i in range(<int>cells.shape[0]):
                check(0 <= cells[i] < self.n_cells, "a column's cell")
            if not self.is_listing and self.n_levels:
                raise RuntimeError("the search is under way")
            self.is_whole = False
            self.is_listing = True
            if getattr(rows, "itemsize", 1) == sizeof(uint16_t):
                self.wide_rows = &wide[0, 0]
            else:
                self.rows = &narrow[0, 0]
            self.row_cells = &cells[0]
            self.n_columns, self.n_rows = <int>cells.shape[0], 0
            self.max_rows = <int>min(n, MAX_ITEMS)
            with nogil:
                outcome = self.search(
                    INT64_MAX, later(self.n_decisions, n_decisions), sx_now() + seconds, factors,
                    by_score,
                )
            self.is_whole = True
            return self.n_rows, outcome == -1
        finally:
            self.rows = NULL
            self.wide_rows = NULL
            self.row_cells = NULL
            self.leave()

    def choices(self):
        """Where the listing is: by level, its choice (0 at the beginning) and what was refuted."""
        cdef int level, i, at, end, last
        self.enter(True)
        try:
            last = self.n_levels if self.is_chronological else self.floor
            result = []
            for level in range(last + 1):
                i = self.levels[level - 1].n_trail if level else 0
                end = self.levels[level].n_trail if level < self.n_levels else self.n_trail
                result.append([self.trail[i] if level else 0] + [
                    self.trail[at] for at in range(i, end)
                    if self.owner[abs_(self.trail[at])] == REFUTED
                ])
            return result
        finally:
            self.leave()

    def resume(self, list levels not None):
        """Go on where `choices` was made, in a search for the same fills that has not begun.

        Raises: ValueError: it was made elsewhere.
        """
        cdef int literal, value
        cdef bint is_broken
        cdef Py_ssize_t at
        self.enter(True)
        try:
            if self.is_listing or self.n_levels:
                raise RuntimeError("the search is under way")
            for at in range(len(levels)):
                for literal in levels[at][0 if at else 1:]:
                    self.check_literal(literal)
            self.is_whole = False
            self.is_listing = True
            is_broken = False
            for at in range(len(levels)):
                level = levels[at]
                if self.to_conflict():
                    is_broken = True
                elif at:
                    literal = level[0]
                    if self.value_of(literal):
                        self.is_whole = False
                        raise ValueError("the state is not one of this puzzle")
                    self.open_level()
                    self.enqueue(literal, CHOICE, 0)
                    is_broken = self.to_conflict()
                for literal in level[1:]:
                    if is_broken:
                        break
                    value = self.value_of(literal)
                    if not value:
                        self.enqueue(literal, REFUTED, 0)
                        is_broken = self.to_conflict()
                    elif value < 0:
                        is_broken = True
                self.floor = self.n_levels
                if is_broken:
                    if not self.flip():
                        self.consistent = False
                    break
            self.is_whole = True
        finally:
            self.leave()

    # The chronological phase

    cdef int begin_chronological(self) except -1 nogil:
        if self.is_logging:
            self.log_root()
            self.n_traced = self.n_trail
        self.is_chronological = True
        self.next_restart = self.n_conflicts + self.chrono_conflicts
        if not self.found:  # else what was learnt before a fill serves the next one
            self.forget(True)
        if self.n_slots:
            memcpy(self.weight, self.first_weight, self.n_slots * sizeof(double))
        self.bump = 1.0
        return 0

    cdef int refute(self) except -1 nogil:
        """Take back the last choice and set its opposite; 0 when there is none."""
        cdef int choice
        if not self.n_levels:
            return 0
        choice = self.trail[self.levels[self.n_levels - 1].n_trail]
        if self.is_logging:
            self.log_refuted()
        self.go_back(self.n_levels - 1)
        self.enqueue(-choice, REFUTED, 0)
        self.n_traced = self.n_trail
        return 1

    cdef int end_chronological(self) except -1 nogil:
        """Go back to the beginning, and add what a chronological phase, if any, has refuted."""
        cdef int n_levels = self.n_levels, n_trail = self.n_trail
        cdef int level, literal, i, k, end
        if not self.is_chronological:
            return 0
        self.is_chronological = False
        if self.is_listing:  # what was refuted stays so
            self.next_restart = self.n_conflicts + self.restart_unit * luby(self.n_restarts)
            self.floor = self.n_levels
            return 0
        self.next_restart = self.n_conflicts + self.restart_unit * luby(self.n_restarts)
        if self.is_logging:
            self.log_trace()
            self.log_kept()
        self.go_back(0)
        grow(<void **>&self.learnt, &self.max_learnt, self.n_all + 2, sizeof(int32_t))
        # What was taken back is still there to be read.
        for level in range(n_levels):
            end = self.levels[level + 1].n_trail if level + 1 < n_levels else n_trail
            for i in range(self.levels[level].n_trail, end):
                literal = self.trail[i]
                if self.owner[literal if literal > 0 else -literal] == REFUTED:
                    self.learnt[0] = literal
                    for k in range(level + 1):
                        self.learnt[k + 1] = -self.trail[self.levels[level - k].n_trail]
                    self.attach(
                        self.learnt, level + 2, NOGOOD_LBD,
                        -self.ref_of[literal if literal > 0 else -literal],
                    )
        return 0

    # The search

    def assume(self, assumptions):
        """Go back to the beginning; these literals must hold until the next call."""
        cdef int literal
        self.enter(True)
        try:
            self.check_not_listing()
            self.is_whole = False
            self.end_chronological()
            self.go_back(0)
            self.n_learnings = self.n_cells_learnt = 0
            self.is_whole = True
            self.n_assumed = 0
            for literal in assumptions:
                self.check_literal(literal)
                grow(
                    <void **>&self.assumed, &self.max_assumed, self.n_assumed + 1, sizeof(int32_t)
                )
                self.assumed[self.n_assumed] = literal
                self.n_assumed += 1
        except:
            self.n_assumed = 0
            raise
        finally:
            self.leave()

    def run(self, int64_t n_conflicts, int64_t n_decisions, double seconds=INFINITY):
        """Search on. Where it pauses does not influence what it finds.

        Returns: FOUND when every variable is set; NONE when nothing fits the assumptions, of which
            `core` names enough; PAUSED at one of these limits: then call it again.
        """
        cdef const uint8_t *factors
        cdef const uint8_t[::1] preferred
        cdef bint by_score
        cdef int outcome
        self.enter(True)
        try:
            preferred, by_score = self.order.hints.preferred, self.order.hints.by_score
            factors = self.factors(preferred)
            self.is_whole = False
            self.n_blamed = 0
            with nogil:
                outcome = self.search(
                    later(self.n_conflicts, n_conflicts), later(self.n_decisions, n_decisions),
                    sx_now() + seconds, factors, by_score,
                )
            self.core = self._list(self.blamed, self.n_blamed)
            self.is_whole = True
            return outcome
        finally:
            self.leave()

    cdef int search(
        self, int64_t last_conflict, int64_t last_decision, double end, const uint8_t *factors,
        bint by_score,
    ) except -2 nogil:
        """What `run` does, up to a number of conflicts, a number of decisions, or a time."""
        cdef int literal, value
        while self.consistent:
            if self.to_conflict():
                self.n_conflicts += 1
                self.deepest = max(self.deepest, self.n_set)
                if not (self.refute() if self.is_chronological else self.learn()):
                    self.consistent = False
                    self.log_contradiction()
                elif self.n_conflicts >= last_conflict or self.is_late(end):
                    return 0
                continue
            if self.n_conflicts >= self.next_restart:
                self.restart()
                continue
            if self.n_levels < self.n_assumed:
                literal = self.assumed[self.n_levels]
                value = self.value_of(literal)
                if value < 0:
                    self.blame(literal)
                    return -1
                self.open_level()
                if not value:
                    self.enqueue(literal, CHOICE, 0)
                continue
            literal = self.choose(self.weight, self.noise, factors, by_score)
            if not literal:
                literal = self.free_literal()
            if not literal:
                self.deepest = max(self.deepest, self.n_set)
                self.found = True
                if not self.is_listing:
                    return 1
                if not self.keep_fill():
                    self.consistent = False
                elif self.n_rows == self.max_rows:
                    return 1
                continue
            self.n_decisions += 1
            self.open_level()
            self.enqueue(literal, CHOICE, 0)
            if self.n_decisions >= last_decision or self.is_late(end):
                return 0
        return -1

    cdef inline bint is_late(self, double end) noexcept nogil:
        self.n_steps += 1
        return not self.n_steps % CLOCK_EVERY and end < INFINITY and sx_now() >= end

    cdef int restart(self) except -1 nogil:
        """Go back to the beginning; a chronological phase may begin or end."""
        cdef bint over_much
        self.n_restarts += 1
        if self.is_chronological:
            self.end_chronological()
            self.chrono_conflicts *= 2
        else:
            self.go_back(self.floor)
            self.next_restart = self.n_conflicts + self.restart_unit * luby(self.n_restarts)
            over_much = self.n_learnings >= self.restart_unit and self.n_cells_learnt > (
                self.chrono_cells * self.n_learnings * (self.n_cells - self.n_set)
            )
            if over_much and not self.n_assumed:
                self.begin_chronological()
        self.n_learnings = self.n_cells_learnt = 0
        if self.n_conflicts >= self.next_reduce:
            self.forget(False)
            self.next_reduce = self.n_conflicts + self.reduce_from + self.n_kept
        return 0

    cdef int free_literal(self) noexcept nogil:
        """The first letter of a cell in no slot, or the first other variable, false; or 0."""
        cdef int cell, variable
        for cell in range(self.n_cells):
            if not self.set_to[cell]:
                for variable in range(self.first_of[cell], self.first_of[cell + 1]):
                    if self.position[self.place(-variable)] == NOT_SET:
                        return variable
        for variable in range(self.n_vars + 1, self.n_all + 1):
            if not self.sign[variable]:
                return -variable
        return 0

    def true_variables(self):
        """After FOUND, the variables that are true."""
        cdef int cell, variable
        self.enter(True)
        try:
            return [self.set_to[cell] for cell in range(self.n_cells) if self.set_to[cell]] + [
                variable for variable in range(self.n_vars + 1, self.n_all + 1)
                if self.sign[variable] > 0
            ]
        finally:
            self.leave()

    # The log

    def start_log(self):
        """Write from now on what the search learns, and why: for a search that has not begun."""
        self.enter(True)
        try:
            if self.is_listing or self.n_trail or self.n_arena > 1:
                raise RuntimeError("a log begins with the search")
            self.is_logging = True
        finally:
            self.leave()

    def take_log(self):
        """The steps that were written since the last call, as bytes."""
        self.enter(True)
        try:
            steps = (<const char *>self.log)[:self.n_log] if self.n_log else b""
            self.n_log = 0
            return steps
        finally:
            self.leave()

    def log_definition(self, clause):
        """Write what a new variable stands for, whose literal is the first of a clause: that
        literal is true where all others are false, and only there."""
        self.enter(True)
        try:
            clause = list(clause)
            for literal in clause:
                self.check_literal(literal)
            self.log_step(LOG_DEFINED, len(clause))
            for literal in clause:
                self.log_number(self.name_of(literal))
        finally:
            self.leave()

    cdef int log_number(self, int64_t number) except -1 nogil:
        """Write a number: seven bits a byte, the lowest first; negative ones are odd."""
        cdef uint64_t left = (
            2 * <uint64_t>number if number >= 0 else 2 * <uint64_t>(-(number + 1)) + 1
        )
        grow(<void **>&self.log, &self.max_log, <int64_t>self.n_log + 10, 1)
        while left >= 128:
            self.log[self.n_log] = <uint8_t>(left & 127) | 128
            self.n_log += 1
            left >>= 7
        self.log[self.n_log] = <uint8_t>left
        self.n_log += 1
        return 0

    cdef int64_t name_of(self, int literal) noexcept nogil:
        """A literal as the log has it: of a cell and a letter, whatever variables there are."""
        cdef int64_t variable = literal if literal > 0 else -literal
        cdef int64_t name
        if variable <= self.n_vars:
            name = <int64_t>self.cell_of[variable] * self.n_letters + self.letter_of[variable] + 1
        else:
            name = <int64_t>self.n_cells * self.n_letters + variable - self.n_vars
        return name if literal > 0 else -name

    cdef int log_clause(self, clause, bint by_total) except -1:
        """Write a clause that was given, or that follows from the objective."""
        cdef int literal
        self.log_step(LOG_LEMMA if by_total else LOG_CLAUSE, len(clause))
        for literal in clause:
            self.log_number(self.name_of(literal))
        if by_total:
            self.log_number(1)
            self.write_hint(FROM_TOTAL, 0)
        return 0

    cdef int log_hint(self) except -1 nogil:
        """Note what the next lemma follows from: the reason of `clause`."""
        grow(
            <void **>&self.hints, &self.max_hints, 2 * <int64_t>self.n_hints + 2, sizeof(int64_t)
        )
        self.hints[2 * self.n_hints] = self.hint
        self.hints[2 * self.n_hints + 1] = self.hint_literal
        self.n_hints += 1
        return 0

    cdef int log_lemma(self, const int32_t *literals, int n) except -1 nogil:
        """Write a lemma with what it follows from, and before it what has followed for good."""
        cdef int i
        self.log_root()
        self.log_step(LOG_LEMMA, n)
        for i in range(n):
            self.log_number(self.name_of(literals[i]))
        self.log_number(self.n_hints)
        # A checker follows them as the search did.
        for i in range(self.n_hints - 1, -1, -1):
            self.write_hint(self.hints[2 * i], <int>self.hints[2 * i + 1])
        self.n_hints = 0
        return 0

    cdef int write_hint(self, int64_t hint, int literal) except -1 nogil:
        self.log_number(hint)
        if hint & 3 == FROM_SLOT or hint & 3 == FROM_TOTAL:
            self.log_number(self.name_of(literal) if literal else 0)
        return 0

    cdef int log_root(self) except -1 nogil:
        """Write the literals of level 0 that are not in the log, each as a lemma."""
        cdef int end = self.levels[0].n_trail if self.n_levels else self.n_trail
        cdef int literal, owner
        while self.n_rooted < end:
            literal = self.trail[self.n_rooted]
            self.n_rooted += 1
            owner = self.owner[abs_(literal)]
            # Lemmas and clauses of one literal are there.
            if owner == REFUTED or (owner == CLAUSE and self.ref_of[abs_(literal)] <= 0):
                continue
            self.follow(literal)
            self.log_step(LOG_LEMMA, 1)
            self.log_number(self.name_of(literal))
            self.log_number(1)
            self.write_hint(self.hint, literal)
        return 0

    cdef int log_contradiction(self) except -1 nogil:
        """Write the empty lemma, which follows from a conflict without choices."""
        if self.is_logging:
            self.n_hints = 0
            self.log_hint()
            self.log_lemma(NULL, 0)
        return 0

    cdef int log_trace(self) except -1 nogil:
        """Write what a phase without learning has put on the trail since the last call."""
        cdef int literal, owner, i, n
        while self.n_traced < self.n_trail:
            literal = self.trail[self.n_traced]
            if self.owner[abs_(literal)] == CHOICE:
                self.log_step(LOG_CHOICE, 1)
                self.log_number(self.name_of(literal))
                self.log_number(0)
                self.n_traced += 1
                continue
            i, n = self.n_traced, 0
            while self.n_traced < self.n_trail:
                owner = self.owner[abs_(self.trail[self.n_traced])]
                if owner == CHOICE:
                    break
                n += owner >= 0 or owner == CLAUSE or owner == OBJECTIVE
                self.n_traced += 1
            if n:
                self.log_step(LOG_FOLLOWED, 0)
                self.log_number(n)
            for i in range(i, self.n_traced):
                literal = self.trail[i]
                owner = self.owner[abs_(literal)]
                if owner == CLAUSE:
                    self.write_hint(self.hint_of(self.ref_of[abs_(literal)]), literal)
                elif owner >= 0:
                    self.write_hint(4 * <int64_t>owner + FROM_SLOT, literal)
                elif owner == OBJECTIVE:
                    self.write_hint(FROM_TOTAL, literal)
        return 0

    cdef inline int64_t hint_of(self, int ref) noexcept nogil:
        """The hint of a clause in the arena, or of one literal, which is not there."""
        return 4 * <int64_t>(self.arena[ref + 3] if ref > 0 else -ref) + FROM_CLAUSE

    cdef int log_refuted(self) except -1 nogil:
        """Write that the choices so far exclude each other; the last of them is taken back."""
        self.log_trace()
        self.log_step(LOG_REFUTED, 0)
        self.log_number(1)
        self.write_hint(self.hint, 0)
        return 0

    cdef int log_kept(self) except -1 nogil:
        """Write what is kept of a phase without learning, level by level, the highest first."""
        cdef int level, i, k, literal, end = self.n_trail
        for level in range(self.n_levels, 0, -1):
            for i in range(self.levels[level - 1].n_trail, end):
                literal = self.trail[i]
                if self.owner[abs_(literal)] != REFUTED:
                    continue
                self.log_step(LOG_KEPT, level + 1)
                self.log_number(self.name_of(literal))
                for k in range(level):
                    self.log_number(self.name_of(-self.trail[self.levels[k].n_trail]))
                self.log_number(0)
                self.ref_of[abs_(literal)] = -self.n_logged
            self.log_step(LOG_BACK, 0)
            self.log_number(0)
            end = self.levels[level - 1].n_trail
        return 0

    cdef int log_step(self, int kind, int n_literals) except -1 nogil:
        self.log_number(kind)
        self.log_number(n_literals)
        self.n_logged += 1
        return 0

    def __dealloc__(self):
        cdef int i
        if self.watches != NULL:
            for i in range(2 * self.room + 2):
                sx_free(self.watches[i].items)
        sx_free(self.watches)
        sx_free(self.arena)
        sx_free(self.ref_of)
        sx_free(self.seen)
        sx_free(self.mark)
        sx_free(self.own_owner)
        sx_free(self.learnt)
        sx_free(self.cell_mark)
        sx_free(self.first_weight)
        sx_free(self.level_mark)
        sx_free(self.assumed)
        sx_free(self.blamed)
        sx_free(self.units)
        sx_free(self.valued)
        sx_free(self.values)
        sx_free(self.found_letters)
        sx_free(self.parts)
        sx_free(self.part_worth)
        sx_free(self.part_drop)
        sx_free(self.log)
        sx_free(self.hints)


cdef inline int abs_(int literal) noexcept nogil:
    return literal if literal > 0 else -literal


cdef void *lengthen(void *old, int64_t before, int64_t after, size_t item) except NULL:
    """`old`, of before + 2 items (or NULL), with after + 2, the new ones 0."""
    cdef void *made = zeros(after + 2, item)
    if old != NULL:
        memcpy(made, old, (before + 2) * item)
        sx_free(old)
    return made


cdef int64_t later(int64_t now, int64_t n) noexcept nogil:
    """So much later, or the last moment of all."""
    return now + n if n <= INT64_MAX - now else INT64_MAX


cdef int64_t luby(int64_t i) noexcept nogil:
    """1 1 2 1 1 2 4 ..., from i = 0 (Luby, Sinclair, Zuckerman, 1993)."""
    cdef int64_t size = 1, power = 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) // 2
        power -= 1
        i = i % size
    return <int64_t>1 << power
