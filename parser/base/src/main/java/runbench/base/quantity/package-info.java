/**
 * Quantities on their way to a person, and lengths of time as people type them. {@link runbench.base.quantity.Units} writes
 * numbers, bytes, shares and times for terminals and logs (ASCII); {@link runbench.base.quantity.Numbers} the same for
 * charts (thin spaces, a true minus, µ); {@link runbench.base.quantity.Durations} times in the columns of tables. No other
 * package has prefixes or units of its own.
 */
package runbench.base.quantity;
