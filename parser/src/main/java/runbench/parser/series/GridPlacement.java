package runbench.parser.series;

import java.util.function.LongToDoubleFunction;

/**
 * Where a recording stands on a {@link BucketGrid} that is not its own: that of a clock which several recordings share.
 *
 * @param at position, ns, of a wall time since the start of the run, ns; it only grows
 * @param from where the recording begins
 * @param to where it ends
 */
public record GridPlacement(LongToDoubleFunction at, double from, double to) {}
