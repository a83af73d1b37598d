/**
 * Quantities on their way to a person: {@link runbench.base.quantity.Units} writes numbers, bytes, shares and times for
 * terminals, {@link runbench.base.quantity.Durations} times in tables.
 */
package runbench.base.quantity;
