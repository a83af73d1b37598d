package runbench.parser.symbols;

/**
 * A sampled place in code.
 *
 * @param in kind of memory of the address
 * @param file index among the mapped files; -1 if no file is mapped
 * @param pid process that owns the memory; -1 if the place is the same for all processes
 * @param address offset in the file, or an address in memory
 */
record CodePlace(Memory in, int file, int pid, long address) {
    /** Kinds of memory that contain code. */
    enum Memory {
        /** A mapped file. */
        FILE,
        /** Memory without a file that remains readable: the vdso, output of a JIT compiler. */
        ANONYMOUS, KERNEL,
        /** Memory without a known mapping. */
        UNKNOWN
    }
}
