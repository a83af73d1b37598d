package runbench.livelog;

import java.util.Map;
import java.util.Set;
import runbench.base.error.ExitCode;
import runbench.sync.live.LiveOrder.OrderCounts;

/**
 * How a live log ended.
 *
 * @param ends of the servers, by node; those who are not in it did not answer any more
 * @param events that were emitted, also before a receiver was killed
 * @param order what came of ordering while events came
 * @param exitCode 0 only if all servers ended well, no event was dropped, late or out of order, and no clock stepped
 * @param stepped nodes whose clocks stepped while the servers ran
 * @param refused pieces that were damaged on their way, and were sent again
 */
public record LogOutcome(LogStore store, ExitCode exitCode, Map<String, ServerEnd> ends, long events, OrderCounts order,
        Set<String> stepped, long refused) {
    /** Events that found no room on their nodes. */
    public Dropped dropped() {
        return Dropped.of(ends);
    }
}
