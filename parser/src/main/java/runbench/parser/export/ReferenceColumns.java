package runbench.parser.export;

import java.util.function.Consumer;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;

/**
 * Table columns with the end of each period in the time of another clock: NAME_ns, err_stat_ns, NAME_lo_ns, NAME_hi_ns
 * and how.
 *
 * @param timeline conversion from CLOCK_MONOTONIC of the machine that recorded, ns
 * @param name name of the other time, for the columns: ref, utc
 * @param each consumer of the converted time of each period
 */
public record ReferenceColumns(Timeline timeline, String name, Consumer<PlacedStamp> each) {}
