package runbench.parser.symbols;

/**
 * How much of the samples a library has, and how well its functions are known.
 *
 * @param path as the kernel names what was mapped
 * @param source where the names of its functions came from, or why there are none
 * @param samples in it
 * @param unnamed of these, in functions without a name
 */
public record LibraryShare(String library, String path, SymbolSource source, int samples, int unnamed) {}
