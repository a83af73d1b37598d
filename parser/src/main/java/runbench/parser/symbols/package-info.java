/**
 * The functions and libraries in which samples were taken. Entry points:
 * {@link runbench.parser.symbols.SampledCode#collector} collects the instruction pointers while a recording is read.
 * {@link runbench.parser.symbols.SymbolResolver} names them from the mapped files.
 * {@link runbench.parser.symbols.KeptSymbols} stores the names with the run.
 * {@link runbench.parser.symbols.FunctionProfile#of} computes the share of the samples in each function.
 */
package runbench.parser.symbols;
