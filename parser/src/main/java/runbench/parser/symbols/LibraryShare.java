package runbench.parser.symbols;

/**
 * The share of the samples in a library, with the coverage of its function names.
 *
 * @param library name of the library
 * @param path path of the mapping as the kernel names it
 * @param source source of the function names, or the reason why there are none
 * @param samples number of samples in the library
 * @param unnamed number of these samples in functions without a name
 */
public record LibraryShare(String library, String path, SymbolSource source, int samples, int unnamed) {}
