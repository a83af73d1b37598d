/**
 * What ran when samples were taken: from instruction pointers to functions and libraries. Entrances:
 * {@link runbench.parser.symbols.SampledCode#collector} gathers the pointers while a recording is read,
 * {@link runbench.parser.symbols.SymbolResolver} names them from the files that were mapped,
 * {@link runbench.parser.symbols.KeptSymbols} keeps the names with the run, and
 * {@link runbench.parser.symbols.FunctionProfile#of} says how much of the samples each function has.
 */
package runbench.parser.symbols;
