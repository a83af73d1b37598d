package runbench.pas2p.interop;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/**
 * Paraver's text format ("Paraver: trace generation", BSC): .prv with calls, messages and phases, .pcf with their names,
 * .row with the ranks' names. Records are sorted by time, hence held in memory.
 */
public final class ParaverExport implements SweepSink {
    private static final int MOST_EVENTS = 20_000_000;

    private record Line(long nanos, String text) {
    }

    private final MpiTrace trace;
    private final long origin;
    private final List<Line> lines = new ArrayList<>();
    private final Map<Integer, Integer> commNumber = new HashMap<>();

    private ParaverExport(MpiTrace trace, long origin) {
        this.trace = trace;
        this.origin = origin;
    }

    /** @return records written */
    public static long write(MpiTrace trace, PhaseAnalysis analysis, Path file, Progress progress) throws IOException {
        if (trace.events() > MOST_EVENTS) {
            throw RunbenchException.badInput(String.format("%,d events are too many for a Paraver file made in memory (%,d)",
                    trace.events(), MOST_EVENTS)).remedy("export to perfetto, which streams");
        }
        long origin = IntStream.range(0, trace.ranks()).filter(trace::present).mapToLong(trace::initEndNanos).min().orElse(0);
        ParaverExport export = new ParaverExport(trace, origin);
        LogicalSweep.run(trace, analysis.options().rule(), export, progress);
        export.phases(analysis);
        export.lines.sort(Comparator.comparingLong(Line::nanos));
        long end = Math.max(analysis.runEndNanos() - origin, export.lines.isEmpty() ? 0
                : export.lines.get(export.lines.size() - 1).nanos);
        try (Writer out = Files.newBufferedWriter(file)) {
            String tasks = IntStream.range(0, trace.ranks()).mapToObj(r -> "1:1").collect(Collectors.joining(","));
            out.write(String.format(Locale.ROOT, "#Paraver (%s):%d_ns:1(%d):1:%d(%s),%d%n",
                    DateTimeFormatter.ofPattern("dd/MM/yy 'at' HH:mm").format(LocalDateTime.of(2000, 1, 1, 0, 0)), end,
                    trace.ranks(), trace.ranks(), tasks, 0));
            for (Line line : export.lines) {
                out.write(line.text);
                out.write('\n');
            }
        }
        writeNames(trace, analysis, file);
        return export.lines.size();
    }

    private static Path beside(Path file, String extension) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.prv$", "") + extension);
    }

    private static void writeNames(MpiTrace trace, PhaseAnalysis analysis, Path file) throws IOException {
        StringBuilder pcf = new StringBuilder("DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n\n");
        pcf.append("EVENT_TYPE\n9   ").append(ParaverCodes.POINT_TO_POINT).append("    MPI Point-to-point\n9   ")
                .append(ParaverCodes.COLLECTIVE).append("    MPI Collective Comm\nVALUES\n0   Outside MPI\n");
        Arrays.stream(MpiOp.values()).filter(op -> op != MpiOp.NONE).forEach(op ->
                pcf.append(ParaverCodes.value(op)).append("   ").append(op.mpiName()).append('\n'));
        pcf.append("\nEVENT_TYPE\n0   ").append(ParaverCodes.SENT_BYTES).append("    Volume of the collective (bytes)\n")
                .append("0   ").append(ParaverCodes.ROOT).append("    Root of the collective (task, 0 none)\n")
                .append("0   ").append(ParaverCodes.COMMUNICATOR).append("    Communicator of the collective\n");
        pcf.append("\nEVENT_TYPE\n9   ").append(ParaverCodes.PHASE).append("    Phase (PAS2P)\nVALUES\n0   none\n");
        for (Phase p : analysis.phases()) {
            pcf.append(p.id() + 1).append("   P").append(p.id() + 1).append(' ').append(p.name()).append('\n');
        }
        Files.writeString(beside(file, ".pcf"), pcf);
        StringBuilder row = new StringBuilder("LEVEL THREAD SIZE " + trace.ranks() + "\n");
        for (int r = 0; r < trace.ranks(); r++) {
            row.append("rank ").append(r).append('\n');
        }
        Files.writeString(beside(file, ".row"), row);
    }

    private void phases(PhaseAnalysis analysis) {
        PhaseOccurrences all = analysis.occurrences();
        for (int i = 0; i < all.size(); i++) {
            for (int r = 0; r < trace.ranks(); r++) {
                add(all.startNanos(i), r, ParaverCodes.PHASE + ":" + (all.phase(i) + 1));
            }
        }
    }

    private void add(long nanos, int rank, String pairs) {
        long t = nanos - origin;
        lines.add(new Line(t, "2:" + (rank + 1) + ":1:" + (rank + 1) + ":1:" + t + ":" + pairs));
    }

    @Override
    public void event(int rank, int tick, EventCursor e) {
        boolean collective = EventType.isCollective(EventType.of(e, trace.communicators()));
        int type = collective ? ParaverCodes.COLLECTIVE : ParaverCodes.POINT_TO_POINT;
        MpiOp op = MpiOp.of(e.op());
        String more = collective ? ":" + ParaverCodes.SENT_BYTES + ":" + e.bytes() + ":" + ParaverCodes.ROOT + ":"
                + (e.peer() + 1) + ":" + ParaverCodes.COMMUNICATOR + ":" + number(e.comm()) : "";
        add(trace.clocks().toReference(rank, e.startNanos()), rank, type + ":" + ParaverCodes.value(op) + more);
        add(trace.clocks().toReference(rank, e.endNanos()), rank, type + ":0");
    }

    private int number(int comm) {
        return commNumber.computeIfAbsent(comm, c -> commNumber.size() + 1);
    }

    @Override
    public void receive(int rank, int tick, EventCursor e, long sentNanos) {
        if (sentNanos == Long.MIN_VALUE) {
            return;
        }
        long sent = trace.clocks().toReference(e.peer(), sentNanos) - origin;
        long start = trace.clocks().toReference(rank, e.startNanos()) - origin;
        long end = trace.clocks().toReference(rank, e.endNanos()) - origin;
        lines.add(new Line(sent, String.format(Locale.ROOT, "3:%d:1:%d:1:%d:%d:%d:1:%d:1:%d:%d:%d:%d", e.peer() + 1,
                e.peer() + 1, sent, sent, rank + 1, rank + 1, start, end, e.bytes(), e.tag())));
    }

    @Override
    public void endTick(int tick) {
        // Sorted by time afterwards.
    }
}
