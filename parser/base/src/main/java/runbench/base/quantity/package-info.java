/**
 * Formatting of quantities for people, and parsing of durations. Entry points: {@link runbench.base.quantity.Units}
 * writes numbers, bytes, shares and times for terminals and logs. {@link runbench.base.quantity.Numbers} writes the
 * same for charts. {@link runbench.base.quantity.Durations} parses durations and writes them into the columns of
 * tables. All three use the rounding of {@link runbench.base.quantity.Decimals}. A
 * {@link runbench.base.quantity.QuantityStyle} contains the differences between terminals and charts. No other package
 * defines prefixes or units.
 */
package runbench.base.quantity;
