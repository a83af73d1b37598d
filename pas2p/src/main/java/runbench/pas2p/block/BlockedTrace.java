package runbench.pas2p.block;

import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.MpiTrace;

/**
 * A trace in logical order, divided into parallel basic blocks; in memory.
 *
 * @param logical events with their logical times
 * @param rows the same events in rows of at most one event per rank
 * @param blocks block i is between rows i and i + 1
 */
public record BlockedTrace(LogicalTrace logical, LogicalRows rows, ParallelBlocks blocks) {
    /**
     * Divides a trace into blocks.
     *
     * @param progress receives the number of ordered events
     * @throws RunbenchException (machine) the trace does not fit into memory
     */
    public static BlockedTrace of(MpiTrace trace, OrderRule rule, BlockOptions options, Progress progress) {
        LogicalTrace logical = LogicalTrace.of(trace, rule, progress);
        LogicalRows rows = LogicalRows.of(logical, false);
        return new BlockedTrace(logical, rows, ParallelBlocks.of(logical, rows, options));
    }
}
