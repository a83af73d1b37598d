package runbench.parser.export;

import java.util.function.Consumer;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;

/**
 * Columns of a table that say when each period ended in the time of another clock: NAME_ns, err_stat_ns, NAME_lo_ns,
 * NAME_hi_ns and how.
 *
 * @param timeline takes CLOCK_MONOTONIC of the machine that recorded, ns
 * @param name of that time, for the columns: ref, utc
 * @param each shown where each period was placed
 */
public record ReferenceColumns(Timeline timeline, String name, Consumer<PlacedStamp> each) {}
