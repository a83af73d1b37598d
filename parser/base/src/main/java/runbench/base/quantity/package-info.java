/**
 * Quantities on their way to a person, and lengths of time as people type them. Entrances:
 * {@link runbench.base.quantity.Units} writes numbers, bytes, shares and times for terminals and logs;
 * {@link runbench.base.quantity.Numbers} the same for charts; {@link runbench.base.quantity.Durations} reads lengths of
 * time and writes them into the columns of tables. All three round by {@link runbench.base.quantity.Decimals}, and what
 * tells terminals from charts is a {@link runbench.base.quantity.QuantityStyle}. No other package has prefixes or units
 * of its own.
 */
package runbench.base.quantity;
