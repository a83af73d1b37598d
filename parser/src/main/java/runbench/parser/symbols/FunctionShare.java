package runbench.parser.symbols;

/**
 * The share of the samples in one function.
 *
 * @param function name of the function; text in brackets is not a function name: "[no symbol]", "[plt]", "[vdso]"
 * @param library file, kernel or process that contains the function
 * @param named whether the function's name was found
 * @param samples number of samples
 * @param share share of the samples, 0..1; it equals the share of the running time, because each sample represents one
 *     period
 * @param low lower end of the share's 95 % interval (binomial, Wilson)
 * @param high upper end of the share's 95 % interval
 */
public record FunctionShare(String function, String library, boolean named, int samples, double share, double low,
        double high) {}
