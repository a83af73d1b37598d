package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.block.ParallelBlocks;
import runbench.pas2p.block.ParallelBlocks.BlockChains;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.phase.PhaseContent.PhaseNames;
import runbench.pas2p.phase.TickRow.RankTimes;
import runbench.pas2p.phase.TimeBalance.EarlyArrivals;
import runbench.pas2p.trace.MpiTrace;

/**
 * Phases by similarity between parallel basic blocks (thesis, section 3.4.2). A block owns its first row; the last row
 * of the trace belongs to the last phase.
 */
final class BlockPhases {
    private BlockPhases() {
    }

    static PhaseAnalysis analyse(MpiTrace trace, LogicalTrace logical, LogicalRows rows, PhaseOptions options) {
        ParallelBlocks blocks = ParallelBlocks.of(logical, rows, options.blocks());
        List<BlockChains.Chain> chains = BlockChains.of(blocks.string());
        Map<Integer, Integer> chainOfHead = new HashMap<>();
        for (int c = 0; c < chains.size(); c++) {
            chainOfHead.put(chains.get(c).blocks().get(0), c);
        }
        RowSource source = new RowSource(trace, logical, rows);
        Builder builder = new Builder(trace, source);
        int[] string = blocks.string();
        for (int i = 0; i < string.length;) {
            int chain = chainOfHead.get(string[i]);
            int length = chains.get(chain).blocks().size();
            int to = i + length == string.length ? rows.count() : i + length;
            builder.occurrence(chain, i, to);
            i += length;
        }
        if (string.length == 0 && rows.count() > 0) {
            builder.occurrence(0, 0, rows.count());
        }
        return new PhaseAnalysis(trace, options, logical.report(), builder.named(trace), builder.occurrences, 0, 0,
                early(logical), null);
    }

    private static EarlyArrivals early(LogicalTrace logical) {
        EarlyArrivals early = new EarlyArrivals();
        for (int i = 0; i < logical.size(); i++) {
            if (logical.sentNanos(i) != Long.MIN_VALUE) {
                early.message(logical.sentNanos(i), logical.endNanos(i));
            }
        }
        return early;
    }

    private static final long[][] NOT_COUNTED = new long[0][];

    /** Conversion of rows of the logical trace into the rows of an {@link OpenPhase}. */
    private static final class RowSource {
        private final LogicalTrace logical;
        private final LogicalRows rows;
        private final TickRow row;
        private final long[] compute;
        private final long[] mpi;
        private final long[] wall;

        RowSource(MpiTrace trace, LogicalTrace logical, LogicalRows rows) {
            this.logical = logical;
            this.rows = rows;
            row = new TickRow(trace.locations());
            compute = new long[logical.size()];
            mpi = new long[logical.size()];
            wall = new long[logical.size()];
            times(trace);
        }

        /** Fills in the times in program order; rows contain receives in the order of their sources. */
        private void times(MpiTrace trace) {
            RankTimes times = new RankTimes(trace, 0);
            long begin = trace.runStartNanos();
            for (int e : rows.count() == 0 ? new int[0] : rows.row(0)) {
                begin = Math.max(begin, logical.startNanos(e));
            }
            times.begin(begin);
            TickRow one = new TickRow(1);
            for (int e = 0; e < logical.size(); e++) {
                one.rank[0] = logical.rank(e);
                one.startNanos[0] = logical.startNanos(e);
                one.endNanos[0] = logical.endNanos(e);
                times.put(one, 0, logical.computeNanos(e), logical.mpiNanos(e),
                        logical.endNanos(e) - logical.startNanos(e), NOT_COUNTED);
                compute[e] = one.computeNanos[0];
                mpi[e] = one.mpiNanos[0];
                wall[e] = one.wallNanos[0];
            }
        }

        TickRow at(int index) {
            int[] events = rows.row(index);
            row.tick = index;
            row.size = events.length;
            for (int i = 0; i < events.length; i++) {
                int e = events[i];
                int r = logical.rank(e);
                row.rank[i] = r;
                row.type[i] = logical.type(e);
                row.bytes[i] = logical.bytes(e);
                row.startNanos[i] = logical.startNanos(e);
                row.endNanos[i] = logical.endNanos(e);
                row.computeNanos[i] = compute[e];
                row.mpiNanos[i] = mpi[e];
                row.wallNanos[i] = wall[e];
            }
            row.computeHashes();
            return row;
        }
    }

    private static final class Builder {
        private final RowSource source;
        private final OpenPhase open = new OpenPhase(0);
        private final Map<Integer, Phase> byChain = new HashMap<>();
        private final List<Phase> phases = new ArrayList<>();
        private final PhaseOccurrences occurrences = new PhaseOccurrences();
        private final ProcessTimes processes;
        private final int[] counts;
        private long frontier;

        Builder(MpiTrace trace, RowSource source) {
            this.source = source;
            counts = new int[trace.locations()];
            processes = new ProcessTimes(trace.locations());
            frontier = trace.runStartNanos();
        }

        void occurrence(int chain, int fromRow, int toRow) {
            open.clear();
            for (int i = fromRow; i < toRow; i++) {
                TickRow row = source.at(i);
                if (i == 0) {
                    frontier = row.latestStart(frontier);
                    occurrences.begin(frontier);
                }
                open.append(row);
            }
            long start = frontier;
            frontier = Math.max(frontier, open.latestEnd(0, open.rows));
            Phase phase = byChain.computeIfAbsent(chain, c -> {
                Phase made = new Phase(phases.size(), new PhaseContent(open, 0, open.rows));
                phases.add(made);
                return made;
            });
            phase.occurrence(open, 0, open.rows, frontier - start);
            processes.add(open, 0, open.rows, occurrences.size());
            occurrences.add(phase.id(), fromRow, frontier);
            phase.cut(counts, open, 0, open.rows, true);
        }

        List<Phase> named(MpiTrace trace) {
            processes.finish(occurrences, phases);
            return PhaseNames.name(phases, trace.communicators(), trace.ranksOfLocations(), trace.callSites());
        }
    }
}
