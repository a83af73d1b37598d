/**
 * Event logs as {@code native/eventlog} writes them. Entrances: {@link runbench.sync.eventlog.LogFolder} for all files
 * of a run or a rank, {@link runbench.sync.eventlog.LogSpans} for regions and states, and
 * {@link runbench.sync.eventlog.LogMerge} for the events of many clocks in one order.
 */
package runbench.sync.eventlog;
