package runbench.sync.eventlog;

import runbench.base.timeline.Timeline;

/**
 * A file of a log, and where its stamps stand.
 *
 * @param timeline from its host's CLOCK_MONOTONIC to the reference's
 * @param clock the same for files that one clock stamped: between these the order of stamps is exact
 * @param node name of the node or rank, for people
 */
public record LogSource(LogFile file, Timeline timeline, String clock, String node) {}
