package runbench.parser.symbols;

/**
 * One place in code that was sampled.
 *
 * @param in what the address means
 * @param file index among the mapped files; -1 outside of these
 * @param pid process whose memory it is; -1 where the place is the same for all processes
 * @param address offset in the file, or an address in memory
 */
record CodePlace(Memory in, int file, int pid, long address) {
    /** Kinds of memory that code runs from. */
    enum Memory {
        /** A file that was mapped. */
        FILE,
        /** Memory without a file that can be read again: the vdso, what a JIT compiler wrote. */
        ANONYMOUS, KERNEL,
        /** Nothing was known to be mapped there. */
        UNKNOWN
    }
}
