/* What the kernel needs of the C library and the compiler: bits, a clock, memory.

A test build (SX_TEST_BUILD, see setup.py) counts allocations, can let them fail, and starts the
kernel's stamps near their end. Its counters are symbols of the shared library, for ctypes; an
ordinary build has none of this. */

#ifndef SX_PLATFORM_H
#define SX_PLATFORM_H

#include <stdint.h>
#include <stdlib.h>

#if defined(_MSC_VER)
#include <intrin.h>
#define SX_POPCOUNT(x) ((int)__popcnt64(x))
static __inline int SX_LOWEST(unsigned long long x) {
    unsigned long at;
    _BitScanForward64(&at, x);
    return (int)at;
}
#else
#define SX_POPCOUNT(x) __builtin_popcountll(x)
#define SX_LOWEST(x) __builtin_ctzll(x)
#endif

/* Seconds on a clock that is never set back. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
static double sx_now(void) { return (double)GetTickCount64() / 1e3; }
#else
#include <time.h>
static double sx_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
#endif

#if !defined(SX_TEST_BUILD)

#define SX_FIRST_STAMP 0
#define sx_calloc calloc
#define sx_realloc realloc
#define sx_free free

#else

#define SX_FIRST_STAMP (INT32_MAX - 50)

#define SX_EXPORT __attribute__((visibility("default")))
SX_EXPORT long long sx_n_live = 0;   /* allocations that were not given back */
SX_EXPORT long long sx_n_calls = 0;  /* of calloc and realloc so far */
SX_EXPORT long long sx_fail_at = -1; /* this call and all after it fail; none if negative */

static int sx_fails(void) {
    long long call = __atomic_fetch_add(&sx_n_calls, 1, __ATOMIC_RELAXED);
    return sx_fail_at >= 0 && call >= sx_fail_at;
}

static void *sx_calloc(size_t n, size_t size) {
    void *made = sx_fails() ? NULL : calloc(n, size);
    if (made) __atomic_fetch_add(&sx_n_live, 1, __ATOMIC_RELAXED);
    return made;
}

static void *sx_realloc(void *old, size_t size) {
    void *made = sx_fails() ? NULL : realloc(old, size);
    if (made && !old) __atomic_fetch_add(&sx_n_live, 1, __ATOMIC_RELAXED);
    return made;
}

static void sx_free(void *old) {
    if (old) __atomic_fetch_sub(&sx_n_live, 1, __ATOMIC_RELAXED);
    free(old);
}

/* Do something wrong, to see that it is found: read beyond an array of 8, leak, or overflow. */
SX_EXPORT int sx_do_wrong(int kind) {
    volatile char *array = malloc(8);
    volatile int most = INT32_MAX;
    int result = kind == 0 ? array[8] & 1 : 0;
    if (kind == 2) result = most + 1;
    if (kind != 1) free((void *)array);
    return result;
}

#endif
#endif
