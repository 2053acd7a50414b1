/* A solver with the IPASIR interface for the tests: it tries all assignments of few variables.

   -DCRASHES, -DHANGS, -DWAITS, -DODD, -DPRINTS and -DLACKS make one that misbehaves. */

#include <stdio.h>
#include <stdlib.h>

struct solver {
    int literals[1000], n_literals, assumed[100], n_assumed, failed, n_vars;
    unsigned model;
    void *state;
    int (*terminate)(void *);
};

#ifndef LACKS
void *ipasir_init(void) { return calloc(1, sizeof(struct solver)); }
void ipasir_release(void *given) { free(given); }

static int known(struct solver *solver, int literal) {
    if (abs(literal) > solver->n_vars)
        solver->n_vars = abs(literal);
    return literal;
}

void ipasir_add(void *given, int literal) {
    struct solver *solver = given;
    solver->literals[solver->n_literals++] = known(solver, literal);
}

void ipasir_assume(void *given, int literal) {
    struct solver *solver = given;
    solver->assumed[solver->n_assumed++] = known(solver, literal);
}

static int holds(struct solver *solver, int literal) {
    return (int)(solver->model >> (abs(literal) - 1) & 1) == (literal > 0);
}

static int is_model(struct solver *solver) {
    int found = 0;
    for (int at = 0; at < solver->n_assumed; at++)
        if (!holds(solver, solver->assumed[at]))
            return 0;
    for (int at = 0; at < solver->n_literals; at++) {
        if (solver->literals[at])
            found |= holds(solver, solver->literals[at]);
        else if (!found)
            return 0;
        else
            found = 0;
    }
    return 1;
}

int ipasir_solve(void *given) {
    struct solver *solver = given;
    int answer = 20;
#ifdef CRASHES
    abort();
#endif
#ifdef HANGS
    for (;;)
        ;
#endif
#ifdef WAITS
    if (solver->n_assumed) {
        while (!solver->terminate || !solver->terminate(solver->state))
            ;
        solver->n_assumed = 0;
        return 0;
    }
#endif
#ifdef ODD
    return 7;
#endif
#ifdef PRINTS
    printf("c %070000d\n", 0);
    fflush(stdout);
#endif
    solver->failed = solver->n_assumed > 0;
    for (solver->model = 0; solver->model < 1u << solver->n_vars; solver->model++)
        if (is_model(solver)) {
            answer = 10;
            break;
        }
    solver->n_assumed = 0;
    return answer;
}

int ipasir_val(void *given, int literal) { return holds(given, literal) ? literal : -literal; }

/* That all assumptions failed is true, though not the least that can be said. */
int ipasir_failed(void *given, int literal) {
    (void)literal;
    return ((struct solver *)given)->failed;
}
#endif

void ipasir_set_terminate(void *given, void *state, int (*callback)(void *)) {
    struct solver *solver = given;
    solver->state = state;
    solver->terminate = callback;
}
