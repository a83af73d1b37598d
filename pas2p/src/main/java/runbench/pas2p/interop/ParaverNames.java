package runbench.pas2p.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.file.OutputFile;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/** The files next to a .prv file: .pcf with the names of states, events and values, .row with those of ranks. */
final class ParaverNames {
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
        OutputFile.write(beside(file, ".pcf"), pcf.toString());
        StringBuilder row = new StringBuilder("LEVEL THREAD SIZE " + trace.locations() + "\n");
        IntStream.range(0, trace.locations())
                .boxed()
                .sorted(Comparator.comparingInt(trace::rankOf).thenComparingInt(trace::threadOf))
                .forEach(l -> row.append("rank ")
                        .append(trace.rankOf(l))
                        .append(trace.threadOf(l) == 0 ? "" : " thread " + trace.threadOf(l))
                        .append('\n'));
        OutputFile.write(beside(file, ".row"), row.toString());
    }

    private static Path beside(Path file, String extension) {
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
