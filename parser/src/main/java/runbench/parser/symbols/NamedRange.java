package runbench.parser.symbols;

/**
 * A function and its range.
 *
 * @param start offset in its file, or address in memory
 * @param size size, bytes; for a function without a size, the largest sampled extent
 * @param name name of the function
 */
public record NamedRange(long start, long size, String name) {
    boolean holds(long at) {
        return Long.compareUnsigned(at - start, size) < 0;
    }
}
