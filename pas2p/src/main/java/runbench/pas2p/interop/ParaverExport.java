package runbench.pas2p.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.pas2p.interop.ParaverExport.ParaverNames.ParaverNodes;
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
 * Export in Paraver's text format ("Paraver: trace generation", BSC): .prv with states, calls, messages, communicators
 * and phases; names in .pcf and .row. Records are sorted by time in memory. Times count from the first exit from
 * MPI_Init.
 */
public final class ParaverExport implements SweepSink {
    private static final int MAX_EVENTS = 5_000_000;

    private record Line(long nanos, String text) {}

    /** One call of one rank; {@code more} contains further events at its start. */
    private record Call(long start, long end, MpiOp op, int type, String more) {}

    private final MpiTrace trace;
    private final long origin;
    private final ParaverNodes nodes;
    private final List<Line> lines = new ArrayList<>();
    private final List<List<Call>> calls = new ArrayList<>();
    private final Map<Integer, Integer> commNumber = new HashMap<>();

    private ParaverExport(MpiTrace trace) {
        this.trace = trace;
        this.origin = trace.firstInitEndNanos();
        this.nodes = new ParaverNodes(trace);
        for (int l = 0; l < trace.locations(); l++) {
            calls.add(new ArrayList<>());
        }
    }

    /**
     * Writes the files.
     *
     * @return number of records
     */
    public static long write(MpiTrace trace, PhaseAnalysis analysis, Path file, Progress progress) throws IOException {
        if (trace.events() > MAX_EVENTS) {
            throw RunbenchException
                    .badInput(String.format("%,d events are too many for a Paraver file made in memory (%,d)",
                            trace.events(), MAX_EVENTS))
                    .remedy("export to perfetto, which streams");
        }
        ParaverExport export = new ParaverExport(trace);
        Map<Integer, int[]> members = trace.members();
        members.keySet().forEach(id -> export.commNumber.put(id, export.commNumber.size() + 1));
        LogicalSweep.run(trace, analysis.options().rule(), export, progress);
        for (int l = 0; l < trace.locations(); l++) {
            if (trace.present(l)) {
                export.location(l);
            }
        }
        export.phases(analysis);
        export.lines.sort(Comparator.comparingLong(Line::nanos));
        export.write(file, analysis.runEndNanos() - export.origin, members);
        ParaverNames.write(trace, analysis, file);
        return export.lines.size();
    }

    private void write(Path file, long runEnd, Map<Integer, int[]> members) throws IOException {
        long end = Math.max(runEnd, lines.isEmpty() ? 0 : lines.get(lines.size() - 1).nanos);
        OutputFile.writeText(file, out -> {
            out.write(String.format(Locale.ROOT, "#Paraver (%s):%d_ns:%s:1:%d(%s),%d\n", date(), end, nodes.header(),
                    trace.ranks(), nodes.tasks(), members.size()));
            for (Map.Entry<Integer, int[]> c : members.entrySet()) {
                out.write("c:1:" + commNumber.get(c.getKey()) + ":" + c.getValue().length
                        + Arrays.stream(c.getValue()).mapToObj(m -> ":" + (m + 1)).collect(Collectors.joining())
                        + "\n");
            }
            for (Line line : lines) {
                out.write(line.text);
                out.write('\n');
            }
        });
    }

    /** Returns the start of the run in this machine's time zone; if the trace does not contain it, the current time. */
    private String date() {
        Instant began = IntStream.range(0, trace.ranks())
                .filter(trace::present)
                .boxed()
                .map(r -> trace.header(r).realtimeMinusClockNanos())
                .filter(n -> n > 0)
                .findFirst()
                .map(n -> Instant.ofEpochSecond(0, n + origin))
                .orElseGet(Instant::now);
        return DateTimeFormatter.ofPattern("dd/MM/yyyy 'at' HH:mm", Locale.ROOT)
                .withZone(ZoneId.systemDefault())
                .format(began);
    }

    /** Writes the calls of a rank's thread one after the other, and its states: running outside calls. */
    private void location(int r) {
        // Receives completed by one call have records of equal times.
        List<Call> sorted = calls.get(r);
        sorted.sort(Comparator.comparingLong(Call::end).thenComparingLong(Call::start));
        long at = trace.initEndNanos(r) - origin;
        boolean initialised = r < trace.ranks();
        if (initialised) {
            add(0, r, ParaverCodes.OTHER + ":" + ParaverCodes.value(MpiOp.INIT));
            add(at, r, ParaverCodes.OTHER + ":0");
            state(r, 0, at, ParaverCodes.OTHERS);
        }
        Call previous = null;
        for (Call c : sorted) {
            if (previous != null && previous.start == c.start && previous.end == c.end) {
                continue;
            }
            previous = c;
            add(c.start, r, c.type + ":" + ParaverCodes.value(c.op) + c.more);
            add(c.end, r, c.type + ":0");
            long from = Math.max(at, c.start);
            state(r, at, from, ParaverCodes.RUNNING);
            state(r, from, c.end, ParaverCodes.state(c.op));
            at = Math.max(at, c.end);
        }
        long end = Math.max(at, trace.endNanos(r) - origin);
        state(r, at, end, ParaverCodes.RUNNING);
        if (initialised) {
            add(end, r, ParaverCodes.OTHER + ":" + ParaverCodes.value(MpiOp.FINALIZE));
            add(end, r, ParaverCodes.OTHER + ":0");
        }
    }

    private void state(int r, long from, long to, int state) {
        if (to > from) {
            lines.add(new Line(from, "1:" + place(r) + ":" + from + ":" + to + ":" + state));
        }
    }

    private void phases(PhaseAnalysis analysis) {
        PhaseOccurrences all = analysis.occurrences();
        for (int i = 0; i < all.size(); i++) {
            for (int r = 0; r < trace.ranks(); r++) {
                add(all.startNanos(i) - origin, r, ParaverCodes.PHASE + ":" + (all.phase(i) + 1));
            }
        }
        for (int r = 0; r < trace.ranks() && all.size() > 0; r++) {
            add(all.endNanos(all.size() - 1) - origin, r, ParaverCodes.PHASE + ":0");
        }
    }

    /** Returns the CPU, application, task and thread of a location. */
    private String place(int location) {
        int rank = trace.rankOf(location);
        return nodes.cpu(rank) + ":1:" + (rank + 1) + ":" + (trace.threadOf(location) + 1);
    }

    private void add(long nanos, int rank, String pairs) {
        lines.add(new Line(nanos, "2:" + place(rank) + ":" + nanos + ":" + pairs));
    }

    private long time(int rank, long nanos) {
        return trace.clocks().toReference(rank, nanos) - origin;
    }

    @Override
    public void event(int rank, int tick, EventCursor e) {
        boolean collective = EventType.isCollective(EventType.of(e, trace.communicators()));
        String more = collective
                ? ":" + ParaverCodes.SENT_BYTES + ":" + e.bytes() + ":" + ParaverCodes.ROOT + ":" + (e.peer() + 1) + ":"
                        + ParaverCodes.COMMUNICATOR + ":"
                        + commNumber.computeIfAbsent(e.comm(), c -> commNumber.size() + 1)
                : "";
        calls.get(rank)
                .add(new Call(time(rank, e.startNanos()), time(rank, e.endNanos()), MpiOp.of(e.op()),
                        collective ? ParaverCodes.COLLECTIVE : ParaverCodes.POINT_TO_POINT, more));
    }

    @Override
    public void receive(int rank, int tick, EventCursor e, long sentNanos) {
        long start = time(rank, e.startNanos());
        long end = time(rank, e.endNanos());
        calls.get(rank).add(new Call(start, end, MpiOp.of(e.op()), ParaverCodes.POINT_TO_POINT, ""));
        if (sentNanos != Long.MIN_VALUE) {
            long sent = time(e.peer(), sentNanos);
            lines.add(new Line(sent, "3:" + place(e.peer()) + ":" + sent + ":" + sent + ":" + place(rank) + ":" + start
                    + ":" + end + ":" + e.bytes() + ":" + e.tag()));
        }
    }

    @Override
    public void endTick(int tick) {
        // The file is sorted by time afterwards.
    }

    /** The files next to a .prv file: .pcf with the names of states, events and values, .row with those of ranks. */
    static final class ParaverNames {
        private static final String STATES = """
                DEFAULT_OPTIONS

                LEVEL               THREAD
                UNITS               NANOSEC

                STATES
                0    Idle
                1    Running
                3    Waiting a message
                4    Blocking Send
                8    Wait/WaitAll
                10    Immediate Send
                13    Group Communication
                15    Others
                16    Send Receive

                STATES_COLOR
                0    {117,195,255}
                1    {0,0,255}
                3    {255,0,0}
                4    {255,0,174}
                8    {235,0,0}
                10    {255,0,255}
                13    {255,144,26}
                15    {192,224,0}
                16    {66,66,66}

                """;

        private ParaverNames() {
        }

        static void write(MpiTrace trace, PhaseAnalysis analysis, Path file) throws IOException {
            StringBuilder pcf = new StringBuilder(STATES);
            pcf.append("EVENT_TYPE\n9   ")
                    .append(ParaverCodes.POINT_TO_POINT)
                    .append("    MPI Point-to-point\n9   ")
                    .append(ParaverCodes.COLLECTIVE)
                    .append("    MPI Collective Comm\n9   ")
                    .append(ParaverCodes.OTHER)
                    .append("    MPI Other\nVALUES\n0   Outside MPI\n");
            Arrays.stream(MpiOp.values())
                    .filter(op -> op != MpiOp.NONE)
                    .forEach(op -> pcf.append(ParaverCodes.value(op)).append("   ").append(op.mpiName()).append('\n'));
            pcf.append("\nEVENT_TYPE\n0   ")
                    .append(ParaverCodes.SENT_BYTES)
                    .append("    Volume of the collective (bytes)\n")
                    .append("0   ")
                    .append(ParaverCodes.ROOT)
                    .append("    Root of the collective (task, 0 none)\n")
                    .append("0   ")
                    .append(ParaverCodes.COMMUNICATOR)
                    .append("    Communicator of the collective\n");
            pcf.append("\nEVENT_TYPE\n9   ").append(ParaverCodes.PHASE).append("    Phase (PAS2P)\nVALUES\n0   none\n");
            for (Phase p : analysis.phases()) {
                pcf.append(p.id() + 1)
                        .append("   ")
                        .append(p.label())
                        .append(' ')
                        .append(p.description())
                        .append(" (")
                        .append(p.name())
                        .append(")\n");
            }
            OutputFile.write(sibling(file, ".pcf"), pcf.toString());
            StringBuilder row = new StringBuilder("LEVEL THREAD SIZE " + trace.locations() + "\n");
            IntStream.range(0, trace.locations())
                    .boxed()
                    .sorted(Comparator.comparingInt(trace::rankOf).thenComparingInt(trace::threadOf))
                    .forEach(l -> row.append("rank ")
                            .append(trace.rankOf(l))
                            .append(trace.threadOf(l) == 0 ? "" : " thread " + trace.threadOf(l))
                            .append('\n'));
            OutputFile.write(sibling(file, ".row"), row.toString());
        }

        private static Path sibling(Path file, String extension) {
            return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.prv$", "") + extension);
        }

        /**
         * The placement of ranks in Paraver's numbering: nodes from 1, one CPU per rank, counted node by node; threads
         * share the CPU of their rank.
         */
        static final class ParaverNodes {
            private final Map<String, Integer> ranksOn = new LinkedHashMap<>();
            private final int[] node;
            private final int[] cpu;
            private final int[] threads;

            ParaverNodes(MpiTrace trace) {
                int ranks = trace.ranks();
                node = new int[ranks];
                cpu = new int[ranks];
                threads = new int[ranks];
                for (int l = 0; l < trace.locations(); l++) {
                    threads[trace.rankOf(l)]++;
                }
                int[] place = new int[ranks];
                Map<String, Integer> number = new LinkedHashMap<>();
                for (int r = 0; r < ranks; r++) {
                    String host = trace.present(r) ? trace.header(r).host() : "";
                    node[r] = number.computeIfAbsent(host, h -> number.size() + 1);
                    place[r] = ranksOn.merge(host, 1, Integer::sum);
                }
                for (int r = 0; r < ranks; r++) {
                    cpu[r] = ranksOn.values().stream().limit(node[r] - 1L).mapToInt(Integer::intValue).sum() + place[r];
                }
            }

            /** Returns the nodes and their CPUs: "2(4,4)". */
            String header() {
                return ranksOn.size()
                        + ranksOn.values().stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
            }

            /** Returns the threads and the node of each rank: "1:1,1:2". */
            String tasks() {
                return IntStream.range(0, node.length)
                        .mapToObj(r -> threads[r] + ":" + node[r])
                        .collect(Collectors.joining(","));
            }

            int cpu(int rank) {
                return cpu[rank];
            }
        }
    }
}
