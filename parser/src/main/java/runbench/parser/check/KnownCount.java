package runbench.parser.check;

import runbench.base.stats.Interval;

/**
 * What a kernel did of one quantity.
 *
 * @param quantity in the kernels' own words: instructions, l1d_misses
 * @param bounds what is right, where the processor decides; its two ends are the same where the instructions alone do
 * @param expected the likeliest, within the bounds
 * @param why what the bounds rest on
 */
public record KnownCount(String quantity, Interval bounds, double expected, String why) {
    /** @param factor above 0 */
    KnownCount times(double factor) {
        return new KnownCount(quantity, new Interval(bounds.low() * factor, bounds.high() * factor), expected * factor,
                why);
    }
}
