package runbench.parser.symbols;

/**
 * A function and where it lies.
 *
 * @param start offset in its file, or address in memory
 * @param size bytes; of a function without a size, as far as it was seen
 */
public record NamedRange(long start, long size, String name) {
    boolean holds(long at) {
        return Long.compareUnsigned(at - start, size) < 0;
    }
}
