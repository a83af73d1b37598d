package runbench.sync.eventlog;

import runbench.base.timeline.Timeline;

/**
 * A file of a log and the timeline of its stamps.
 *
 * @param file the file
 * @param timeline conversion from its host's CLOCK_MONOTONIC to the reference
 * @param clock name shared by files that one clock stamped; the order of their stamps is exact
 * @param node name of the node or rank, for display
 */
public record LogSource(LogFile file, Timeline timeline, String clock, String node) {}
