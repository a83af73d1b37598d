package runbench.parser.symbols;

/**
 * How much of the samples one function has.
 *
 * @param function what stands in brackets is no function's name: "[no symbol]", "[plt]", "[vdso]"
 * @param library file, kernel or process that it belongs to
 * @param named false where the function's name could not be found
 * @param share of the samples, 0..1; of the running time, because each sample stands for one period
 * @param low lower end of the share's 95 % interval (binomial, Wilson)
 * @param high upper end
 */
public record FunctionShare(String function, String library, boolean named, int samples, double share, double low,
        double high) {}
