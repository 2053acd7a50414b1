# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=False
"""Sets of words as bits, where numpy would have to be imported first: see `satcross.words.bits`."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy


cdef int check(bint holds) except -1:
    if not holds:
        raise ValueError("the sizes of the arguments do not fit together")
    return 0


def pack(const uint8_t[::1] codes not None, Py_ssize_t length, Py_ssize_t n_letters,
         uint8_t[::1] out not None):
    """Set the bit of each word in the row of each of its letters.

    Args:
        codes: (n * length,), each less than `n_letters`: the letters, word after word.
        out: (length * n_letters * n_bytes,), all 0: by offset, by letter, the bits of the words.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """
    check(length > 0 and n_letters > 0 and codes.shape[0] % length == 0)
    cdef Py_ssize_t n = codes.shape[0] // length
    cdef Py_ssize_t n_bytes = out.shape[0] // (length * n_letters)
    cdef Py_ssize_t word, offset
    cdef const uint8_t *code
    cdef uint8_t *row
    check(n <= 8 * n_bytes)
    if not n:
        return
    code = &codes[0]
    with nogil:
        for word in range(n):
            row = &out[0] + (word >> 3)
            for offset in range(length):
                if code[offset] >= n_letters:
                    with gil:
                        check(False)
                row[code[offset] * n_bytes] |= 1 << (word & 7)
                row += n_letters * n_bytes
            code += length


def take(const uint8_t[::1] codes not None, Py_ssize_t width, const uint8_t[::1] bits not None,
         int32_t[::1] rows not None, uint8_t[::1] out not None):
    """Copy the words of a set.

    Args:
        codes: (n * width,): the bytes of all words.
        width: of a word, in bytes.
        bits: (n_bytes,): the set, the lowest bit of a byte first.
        rows: (m,): receives the indices of the m words in it.
        out: (m * width,): receives their bytes.

    Raises: ValueError: arguments with which C would read or write outside of them.
    """
    check(width > 0 and codes.shape[0] % width == 0 and out.shape[0] == width * rows.shape[0])
    cdef Py_ssize_t n = codes.shape[0] // width
    cdef Py_ssize_t word, m = 0
    check(n <= 8 * bits.shape[0])
    for word in range(n):
        if bits[word >> 3] >> (word & 7) & 1:
            check(m < rows.shape[0])
            rows[m] = <int32_t>word
            memcpy(&out[m * width], &codes[word * width], width)
            m += 1
    check(m == rows.shape[0])
