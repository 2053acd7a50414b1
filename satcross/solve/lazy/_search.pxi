# The search, compiled: what `pure_search.py` does, in C, step by step. Included by _kernel.pyx.

ctypedef struct Watch:
    int ref
    int blocker

ctypedef struct Watches:
    Watch *items
    int n
    int size

cdef enum:
    # Before the literals of a clause: how many, the LBD (0 for a clause that was given), and
    # whether it was used since the last clearing.
    HEAD = 3
    PLAIN_LBD = 2  # as in search.py


cdef class Search(Kernel):
    """Clause learning over a kernel: see `pure_search.PureSearch`, which says what is done and why.

    Args: as `Kernel`; then `begin` is to be called once.
    """

    cdef int32_t *arena       # the clauses, one after the other, from 1
    cdef int n_arena, max_arena
    cdef Watches *watches     # by literal: 2 v, or 2 v + 1 for -v
    cdef int32_t *ref_of      # by variable: the clause that set it
    cdef uint8_t *seen        # by variable
    cdef uint8_t *mark        # by variable
    cdef int32_t *own_owner   # `owner`, with room for more variables
    cdef int room             # for so many variables
    cdef int32_t *learnt
    cdef int n_learnt, max_learnt
    cdef int n_kept           # learnt clauses in the arena
    cdef int next_clause      # trail literals before it have been looked up in the clauses
    cdef int32_t *level_mark
    cdef int level_stamp, max_level_mark
    cdef list assumed
    cdef double *weight
    cdef double *luck
    cdef double bump, ageing, share, rescale
    cdef double *first_weight
    cdef bint consistent
    cdef bint found           # there was a fill
    cdef bint plain           # a plain turn is under way
    cdef long plain_turn
    cdef double plain_cells
    cdef long n_learnings, n_cells_learnt  # since a restart or `assume`: clauses, their cells
    cdef int32_t *cell_mark
    cdef int restart_unit, reduce_from
    cdef long next_restart, next_reduce
    cdef int32_t *asked       # by slot: reasons used, wipe-outs among them
    cdef readonly list core
    cdef readonly int deepest
    cdef readonly long n_conflicts, n_reasons, n_restarts, n_decisions

    def begin(
        self, double[::1] weight, double[::1] luck, int32_t[::1] asked, double ageing,
        double share, double rescale, int restart_unit, int reduce_from, long plain_turn,
        double plain_cells,
    ):
        """Set up.

        Args:
            weight, luck: as in `Order`; weight is changed as the search goes on.
            asked: by slot, how many reasons it gave; counted on.
            ageing, share, rescale, restart_unit, reduce_from, plain_turn, plain_cells: constants
                of `order.py` and `search.py`.
        """
        if self.weight != NULL:
            raise RuntimeError("a search begins once")
        self._keep += [weight, luck, asked]
        if weight.shape[0]:
            self.weight, self.asked = &weight[0], &asked[0]
        self.first_weight = <double *>self._zeros(self.n_slots, sizeof(double))
        memcpy(self.first_weight, self.weight, self.n_slots * sizeof(double))
        self.cell_mark = <int32_t *>self._zeros(self.n_cells, sizeof(int32_t))
        self.plain_turn, self.plain_cells = plain_turn, plain_cells
        self.luck = &luck[0]
        self.bump, self.ageing, self.share, self.rescale = 1.0, ageing, share, rescale
        self.restart_unit, self.reduce_from = restart_unit, reduce_from
        self.next_restart, self.next_reduce = restart_unit, reduce_from
        self.consistent = True
        self.assumed, self.core = [], []
        self.n_arena = 1
        self.make_room(self.n_vars)

    cdef int make_room(self, int n) except -1:
        """Room for variables up to n in all that goes by variable."""
        cdef int before = self.room
        cdef int after = max(n, 2 * before, 64)
        cdef int32_t *owner = <int32_t *>self._zeros(after + 1, sizeof(int32_t))
        memcpy(owner, self.owner, (1 + (before if before else self.n_vars)) * sizeof(int32_t))
        free(self.own_owner)
        self.owner = self.own_owner = owner
        self.level_of = <int32_t *>self.lengthen(
            self.level_of, before if before else self.n_vars, after, sizeof(int32_t)
        )
        self.trail = <int32_t *>self.lengthen(
            self.trail, 2 * (before if before else self.n_vars), 2 * after, sizeof(int32_t)
        )
        self.sign = <int8_t *>self.lengthen(self.sign, before, after, 1)
        self.ref_of = <int32_t *>self.lengthen(self.ref_of, before, after, sizeof(int32_t))
        self.seen = <uint8_t *>self.lengthen(self.seen, before, after, 1)
        self.mark = <uint8_t *>self.lengthen(self.mark, before, after, 1)
        self.stamp = <int32_t *>self.lengthen(
            self.stamp, before if before else self.n_vars, after, sizeof(int32_t)
        )
        self.watches = <Watches *>self.lengthen(
            self.watches, 2 * before, 2 * after, sizeof(Watches)
        )
        self.room = after
        return 0

    cdef void *lengthen(self, void *old, int before, int after, size_t item) except NULL:
        """`old`, of before + 2 items (or NULL), with after + 2, the new ones 0."""
        cdef char *made = <char *>calloc(after + 2, item)
        if made == NULL:
            raise MemoryError
        if old != NULL:
            memcpy(made, old, (before + 2) * item)
            free(old)
        return made

    def new_variable(self):
        """One more variable beside the letters."""
        if self.n_all == self.room:
            self.make_room(self.n_all + 1)
        self.n_all += 1
        return self.n_all

    # Values

    cdef inline int value_of(self, int literal) noexcept:
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

    cdef inline int cause(self, int literal) noexcept:
        """The variable on the trail that makes a literal false."""
        if literal < 0:
            return -literal
        if literal > self.n_vars or self.position[self.place(-literal)] != NOT_SET:
            return literal
        return self.set_to[self.cell_of[literal]]

    cdef void enqueue(self, int literal, int owner, int ref) noexcept:
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

    cdef inline int watch_index(self, int literal) noexcept:
        return 2 * literal if literal > 0 else -2 * literal + 1

    cdef int watch(self, int literal, int ref, int blocker) except -1:
        cdef Watches *list_ = &self.watches[self.watch_index(literal)]
        grow(<void **>&list_.items, &list_.size, list_.n + 1, sizeof(Watch))
        list_.items[list_.n].ref = ref
        list_.items[list_.n].blocker = blocker
        list_.n += 1
        return 0

    cdef int attach(self, const int32_t *literals, int n, int lbd) except -1:
        """Keep a clause of two literals or more; its place in the arena."""
        cdef int ref = self.n_arena
        grow(<void **>&self.arena, &self.max_arena, ref + n + HEAD, sizeof(int32_t))
        self.arena[ref] = n
        self.arena[ref + 1] = lbd
        self.arena[ref + 2] = 0
        memcpy(self.arena + ref + HEAD, literals, n * sizeof(int32_t))
        self.n_arena += n + HEAD
        self.watch(literals[0], ref, literals[1])
        self.watch(literals[1], ref, literals[0])
        self.n_kept += lbd > 0
        return ref

    def add_clause(self, clause):
        """Add a clause for good."""
        cdef int literal, value
        cdef list kept = []
        self.end_plain_turn()
        self.go_back(0)
        for literal in clause:
            value = self.value_of(literal)
            if value > 0 or -literal in kept:
                return
            if not value and literal not in kept:
                kept.append(literal)
        if not kept:
            self.consistent = False
        elif len(kept) == 1:
            self.enqueue(kept[0], CLAUSE, 0)
        else:
            grow(<void **>&self.learnt, &self.max_learnt, <int>len(kept), sizeof(int32_t))
            for i, literal in enumerate(kept):
                self.learnt[i] = literal
            self.attach(self.learnt, <int>len(kept), 0)

    cdef int visit(self, int literal) except -1:
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

    cdef int take_clause(self, int ref, int but) except -1:
        """Put a clause in `clause`, without the literal `but`."""
        cdef int i, n = self.arena[ref]
        grow(<void **>&self.clause, &self.max_clause, n, sizeof(int32_t))
        self.arena[ref + 2] = 1
        self.n_clause = 0
        for i in range(n):
            if self.arena[ref + HEAD + i] != but:
                self.clause[self.n_clause] = self.arena[ref + HEAD + i]
                self.n_clause += 1
        return 0

    cdef int take_cell(self, int cell, int but) except -1:
        """Put in `clause` that a cell has a letter, without the literal `but`."""
        cdef int i, variable
        grow(<void **>&self.clause, &self.max_clause, self.n_letters, sizeof(int32_t))
        self.n_clause = 0
        for i in range(self.n_letters):
            variable = self.ids[cell * self.n_letters + i]
            if variable and variable != but:
                self.clause[self.n_clause] = variable
                self.n_clause += 1
        return 0

    cdef int forget(self, bint everything) except -1:
        """Forget learnt clauses: about half of those that were not used, the highest LBD first; or
        all but those of the lowest LBD."""
        cdef int counts[256]
        cdef int32_t *old = self.arena
        cdef int ref = 1, end = self.n_arena, i, limit = 255, n = 0, target = 0
        memset(counts, 0, sizeof(counts))
        while ref < end:
            if old[ref + 1] > 2 and not old[ref + 2]:
                counts[min(old[ref + 1], 255)] += 1
                target += 1
            ref += old[ref] + HEAD
        target //= 2
        while limit > 2 and (everything or n < target):
            n += counts[limit]
            limit -= 1
        for i in range(2 * self.room + 2):
            self.watches[i].n = 0
        self.arena, self.n_arena, self.max_arena, self.n_kept = NULL, 1, 0, 0
        ref = 1
        try:
            while ref < end:
                if min(old[ref + 1], 255) <= limit or (old[ref + 2] and not everything):
                    self.attach(old + ref + HEAD, old[ref], old[ref + 1])
                ref += old[ref] + HEAD
        finally:
            free(old)
        return 0

    # Propagation

    cdef int to_conflict(self) except -1:
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
                    for i in range(self.n_letters):
                        variable = self.ids[cell * self.n_letters + i]
                        if variable and variable != literal and self.watches[2 * variable].n:
                            if self.visit(variable):
                                return 1
            self.n_out = 0
            self.empty_cell = NOT_SET
            empty = self.to_fixpoint()
            if empty != NOT_SET:
                self.wiped_out(empty)
                if not self.plain:
                    self.explain_to_clause(0, empty, self.n_trail)
                return 1
            if self.empty_cell != NOT_SET:
                self.take_cell(self.empty_cell, 0)
                return 1
            if self.next_clause == self.n_trail:
                return 0

    cdef void wiped_out(self, int slot) noexcept:
        """What `Order.wiped_out` does."""
        cdef int i
        self.asked[slot] += 1
        self.weight[slot] += self.bump
        self.bump /= self.ageing
        if self.bump > self.rescale:
            for i in range(self.n_slots):
                self.weight[i] /= self.rescale
            self.bump /= self.rescale

    cdef int reason(self, int literal) except -1:
        """Put in `clause` the other literals of the reason of a true literal."""
        cdef int variable = literal if literal > 0 else -literal
        cdef int owner = self.owner[variable], i
        if owner == CLAUSE:
            self.take_clause(self.ref_of[variable], literal)
        elif owner == CELL:
            self.take_cell(self.cell_of[variable], literal)
        else:
            self.explain_to_clause(literal, owner, self.position[self.place(literal)])
            self.n_clause -= 1
            for i in range(self.n_clause):
                self.clause[i] = self.clause[i + 1]
            self.n_reasons += 1
            self.asked[owner] += 1
            self.weight[owner] += self.bump * self.share
        return 0

    # Conflicts

    cdef int learn(self) except -1:
        """Learn from `clause`, all of whose literals are false; 0 when they are false for good."""
        cdef int i, literal, variable, level, top = 0, n_open = 0, at, second = 1, n = 1, lbd = 1
        for i in range(self.n_clause):
            top = max(top, self.level_of[self.cause(self.clause[i])])
        if not top:
            return 0
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
        self.level_stamp += 1
        if self.max_level_mark <= self.n_levels:
            free(self.level_mark)
            self.max_level_mark = 2 * self.n_levels + 64
            self.level_mark = <int32_t *>self._zeros(self.max_level_mark, sizeof(int32_t))
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
        self.go_back(level)
        if self.n_learnt == 1:
            self.enqueue(self.learnt[0], CLAUSE, 0)
            return 1
        self.learnt[1], self.learnt[second] = self.learnt[second], self.learnt[1]
        i = self.attach(self.learnt, self.n_learnt, lbd)
        self.enqueue(self.learnt[0], CLAUSE, i)
        return 1

    cdef void go_back(self, int level) noexcept:
        """Take back every level above `level`."""
        if level < self.n_levels:
            self.undo(level)
            self.next_clause = self.n_trail

    cdef int blame(self, int literal) except -1:
        """Put in `core` which assumptions make `literal`, itself an assumption, false."""
        cdef int i, at = self.n_trail, other, variable, n_open = 0
        self.core = [literal]
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
                self.core.append(other)
                continue
            self.reason(other)
            for i in range(self.n_clause):
                variable = self.cause(self.clause[i])
                if self.level_of[variable] and not self.seen[variable]:
                    self.seen[variable] = 1
                    n_open += 1
        return 0

    # Plain turns

    cdef int begin_plain_turn(self) except -1:
        self.plain = True
        self.next_restart = self.n_conflicts + self.plain_turn
        if not self.found:  # else what was learnt before a fill serves the next one
            self.forget(True)
        memcpy(self.weight, self.first_weight, self.n_slots * sizeof(double))
        self.bump = 1.0
        return 0

    cdef int refute(self) except -1:
        """Take back the last choice and set its opposite; 0 when there is none."""
        cdef int choice
        if not self.n_levels:
            return 0
        choice = self.trail[self.levels[self.n_levels - 1].n_trail]
        self.go_back(self.n_levels - 1)
        self.enqueue(-choice, REFUTED, 0)
        return 1

    cdef int end_plain_turn(self) except -1:
        """Go back to the beginning, if a plain turn is under way, and add what it has refuted."""
        cdef int level, literal, variable, i, k, end
        cdef list clauses = [], clause
        if not self.plain:
            return 0
        self.plain = False
        self.next_restart = self.n_conflicts + self.restart_unit * luby(self.n_restarts)
        for level in range(self.n_levels):
            end = self.levels[level + 1].n_trail if level + 1 < self.n_levels else self.n_trail
            for i in range(self.levels[level].n_trail, end):
                literal = self.trail[i]
                variable = literal if literal > 0 else -literal
                if self.owner[variable] == REFUTED:
                    clause = [-self.trail[self.levels[k].n_trail] for k in range(level, -1, -1)]
                    clauses.append([literal] + clause)
        self.go_back(0)
        grow(<void **>&self.learnt, &self.max_learnt, self.n_all + 2, sizeof(int32_t))
        for clause in clauses:
            for i in range(<int>len(clause)):
                self.learnt[i] = clause[i]
            self.attach(self.learnt, <int>len(clause), PLAIN_LBD)
        return 0

    # The search

    def assume(self, assumptions):
        """Begin anew, with literals that shall hold."""
        self.end_plain_turn()
        self.go_back(0)
        self.n_learnings = self.n_cells_learnt = 0
        self.assumed = list(assumptions)

    def run(self, long n_conflicts, long n_decisions, const uint8_t[::1] prefer, bint by_worth):
        """Search on.

        Returns: 1 when every variable is set; -1 when there is no answer under the assumptions,
            of which `core` names enough; 0 after so many conflicts or decisions.
        """
        cdef long last_conflict = self.n_conflicts + n_conflicts
        cdef long last_decision = self.n_decisions + n_decisions
        cdef int literal, value
        cdef const uint8_t *preferred = NULL if prefer is None else &prefer[0]
        self.core = []
        while self.consistent:
            if self.to_conflict():
                self.n_conflicts += 1
                self.deepest = max(self.deepest, self.n_set)
                if not (self.refute() if self.plain else self.learn()):
                    self.consistent = False
                elif self.n_conflicts >= last_conflict:
                    return 0
                continue
            if self.n_conflicts >= self.next_restart:
                self.restart()
                continue
            if self.n_levels < len(self.assumed):
                literal = self.assumed[self.n_levels]
                value = self.value_of(literal)
                if value < 0:
                    self.blame(literal)
                    return -1
                self.open_level()
                if not value:
                    self.enqueue(literal, CHOICE, 0)
                continue
            literal = self.choose(self.weight, self.luck, preferred, by_worth)
            if not literal:
                literal = self.free_literal()
            if not literal:
                self.deepest = max(self.deepest, self.n_set)
                self.found = True
                return 1
            self.n_decisions += 1
            self.open_level()
            self.enqueue(literal, CHOICE, 0)
            if self.n_decisions >= last_decision:
                return 0
        return -1

    cdef int restart(self) except -1:
        """Go back to the beginning; a plain turn may begin or end."""
        cdef bint over_much
        self.n_restarts += 1
        if self.plain:
            self.end_plain_turn()
            self.plain_turn *= 2
        else:
            self.go_back(0)
            self.next_restart = self.n_conflicts + self.restart_unit * luby(self.n_restarts)
            over_much = self.n_learnings >= self.restart_unit and self.n_cells_learnt > (
                self.plain_cells * self.n_learnings * (self.n_cells - self.n_set)
            )
            if over_much and not self.assumed:
                self.begin_plain_turn()
        self.n_learnings = self.n_cells_learnt = 0
        if self.n_conflicts >= self.next_reduce:
            self.forget(False)
            self.next_reduce = self.n_conflicts + self.reduce_from + self.n_kept
        return 0

    cdef int free_literal(self) noexcept:
        """The first letter of a cell in no slot, or the first other variable, false; or 0."""
        cdef int cell, i, variable
        for cell in range(self.n_cells):
            if not self.set_to[cell]:
                for i in range(self.n_letters):
                    variable = self.ids[cell * self.n_letters + i]
                    if variable and self.position[self.place(-variable)] == NOT_SET:
                        return variable
        for variable in range(self.n_vars + 1, self.n_all + 1):
            if not self.sign[variable]:
                return -variable
        return 0

    def true_variables(self):
        """The variables that are true."""
        cdef int cell, variable
        return [self.set_to[cell] for cell in range(self.n_cells) if self.set_to[cell]] + [
            variable for variable in range(self.n_vars + 1, self.n_all + 1)
            if self.sign[variable] > 0
        ]

    def __dealloc__(self):
        cdef int i
        if self.watches != NULL:
            for i in range(2 * self.room + 2):
                free(self.watches[i].items)
        free(self.watches)
        free(self.arena)
        free(self.ref_of)
        free(self.seen)
        free(self.mark)
        free(self.own_owner)
        free(self.learnt)
        free(self.cell_mark)
        free(self.first_weight)
        free(self.level_mark)


cdef long luby(long i) noexcept:
    """1 1 2 1 1 2 4 ..., from i = 0 (Luby, Sinclair, Zuckerman, 1993)."""
    cdef long size = 1, power = 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) // 2
        power -= 1
        i = i % size
    return <long>1 << power
