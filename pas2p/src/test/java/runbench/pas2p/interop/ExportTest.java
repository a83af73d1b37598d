package runbench.pas2p.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.pas2p.Recorded;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

@Tag("scenario")
@Tag("beside")
class ExportTest {
    @TempDir
    Path directory;
    private MpiTrace trace;
    private PhaseAnalysis analysis;

    @BeforeEach
    void plant() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(5, 4_000, 4, 9), directory.resolve("trace"));
        trace = MpiTrace.open(directory.resolve("trace"));
        analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
    }

    private static List<String> phases(PhaseAnalysis analysis) {
        return analysis.phases()
                .stream()
                .map(p -> p.name() + " " + p.weight() + " " + p.ticks() + " " + p.frontierNanos() + " " + p.mpiNanos()
                        + " " + p.rankNanos() + " " + p.description())
                .toList();
    }

    /** Returns a trace in which rank 0 communicates before rank 1 has left MPI_Init. */
    private static MpiTrace late(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 2, Map.of("source", "test", "host",
                    "node" + rank, "realtime_minus_clock_ns", 1_600_000_000_000_000_000L))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, Communicators.groupOf(new int[]{0, 1}));
                writer.init(0, 1_000 + rank * 1_000_000);
                if (rank == 0) {
                    writer.send(MpiOp.ISEND, 1, 0, TraceWriter.WORLD, 8, 5_000, 6_000);
                } else {
                    writer.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, 1_100_000, 1_200_000);
                }
                writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, 1_300_000, 1_400_000);
                writer.finalizeAt(1_500_000);
                writer.end(Map.of());
            }
        }
        return MpiTrace.open(directory);
    }

    @Test
    void noTimeOfPerfettoIsNegative() throws IOException {
        MpiTrace late = late(directory.resolve("late"));
        Path file = directory.resolve("late.json");
        PerfettoExport.write(late, PhaseAnalysis.of(late, PhaseOptions.DEFAULT, Progress.NONE), file, Progress.NONE);
        int times = 0;
        for (JsonNode e : new ObjectMapper().readTree(file.toFile()).get("traceEvents")) {
            if (e.has("ts")) {
                assertThat(e.get("ts").asDouble()).as("%s", e).isNotNegative();
                times++;
            }
        }
        assertThat(times).isGreaterThan(6);
    }

    /** Checks nested slices of one thread, which viewers stack: an iteration above its parts. */
    @Test
    void perfettoHasSequencesAroundTheirPhases() throws IOException {
        Path recorded = Files.createDirectories(directory.resolve("recorded"));
        MpiTrace multigrid = Recorded.multigrid(recorded);
        Path file = directory.resolve("multigrid.json");
        PerfettoExport.write(multigrid, PhaseAnalysis.of(multigrid, PhaseOptions.DEFAULT, Progress.NONE), file,
                Progress.NONE);
        List<double[]> open = new ArrayList<>();
        int iterations = 0;
        int deepest = 0;
        for (JsonNode e : new ObjectMapper().readTree(file.toFile()).get("traceEvents")) {
            if (!e.path("cat").asText().equals("sequence")) {
                continue;
            }
            double from = e.get("ts").asDouble();
            double to = from + e.get("dur").asDouble();
            while (!open.isEmpty() && open.get(open.size() - 1)[1] <= from + 0.0005) {
                open.remove(open.size() - 1);
            }
            for (double[] outer : open) {
                assertThat(to).as("%s", e).isLessThanOrEqualTo(outer[1] + 0.0015);
            }
            open.add(new double[]{from, to});
            iterations += e.get("name").asText().startsWith("H1 ") ? 1 : 0;
            deepest = Math.max(deepest, open.size());
            assertThat(e.at("/args/level").asInt()).isEqualTo(open.size());
        }
        assertThat(iterations).isEqualTo(5);
        assertThat(deepest).isGreaterThan(1);
    }

    @Test
    void paraverContainsDateNodesCommunicatorsAndGaplessStates() throws IOException {
        MpiTrace late = late(directory.resolve("late"));
        Path file = directory.resolve("late.prv");
        ParaverExport.write(late, PhaseAnalysis.of(late, PhaseOptions.DEFAULT, Progress.NONE), file, Progress.NONE);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0))
                .matches("#Paraver \\(1[234]/09/2020 at \\d\\d:\\d\\d\\):1499000_ns:2\\(1,1\\):1:2\\(1:1,1:2\\),1");
        assertThat(lines.get(1)).isEqualTo("c:1:1:2:1:2");
        long previous = 0;
        long[] end = new long[2];
        for (String line : lines.subList(2, lines.size())) {
            String[] f = line.split(":");
            assertThat(Long.parseLong(f[5])).as("sorted by time: %s", line).isGreaterThanOrEqualTo(previous);
            previous = Long.parseLong(f[5]);
            if (f[0].equals("1")) {
                int rank = Integer.parseInt(f[3]) - 1;
                assertThat(Long.parseLong(f[5])).as("states tile: %s", line).isEqualTo(end[rank]);
                end[rank] = Long.parseLong(f[6]);
            }
        }
        assertThat(end).containsExactly(1_499_000, 1_499_000);
        assertThat(Files.readString(directory.resolve("late.pcf"))).contains("STATES").contains("Barrier on world");
    }

    @Test
    void paraverRoundTripOfARealSolverKeepsPhases() throws IOException {
        MpiTrace solver = Recorded.multigrid(Files.createDirectory(directory.resolve("solver")));
        PhaseAnalysis first = PhaseAnalysis.of(solver, PhaseOptions.DEFAULT, Progress.NONE);
        Path file = directory.resolve("solver.prv");
        ParaverExport.write(solver, first, file, Progress.NONE);
        Path back = Files.createDirectory(directory.resolve("back"));
        ParaverImport.run(file, back);
        PhaseAnalysis second = PhaseAnalysis.of(MpiTrace.open(back), PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(second.phases()).extracting(Phase::name, Phase::weight, Phase::frontierNanos, Phase::description)
                .containsExactlyElementsOf(first.phases()
                        .stream()
                        .map(p -> tuple(p.name(), p.weight(), p.frontierNanos(), p.description()))
                        .toList());
        assertThat(second.runNanos()).isEqualTo(first.runNanos());
        assertThat(second.coverage()).isEqualTo(first.coverage());
    }

    @Test
    void perfettoContainsEveryCallMessageAndOccurrence() throws IOException {
        Path file = directory.resolve("trace.json");
        long written = PerfettoExport.write(trace, analysis, file, Progress.NONE);
        JsonNode events = new ObjectMapper().readTree(file.toFile()).get("traceEvents");
        assertThat(events.size()).isEqualTo(written);
        long calls = 0;
        long starts = 0;
        long ends = 0;
        long phases = 0;
        for (JsonNode e : events) {
            calls += e.path("cat").asText().equals("mpi") ? 1 : 0;
            phases += e.path("cat").asText().equals("phase") ? 1 : 0;
            starts += e.path("ph").asText().equals("s") ? 1 : 0;
            ends += e.path("ph").asText().equals("f") ? 1 : 0;
            assertThat(e.path("dur").asDouble()).isNotNegative();
        }
        assertThat(calls).isEqualTo(trace.events());
        assertThat(starts).isEqualTo(trace.receives());
        assertThat(ends).isEqualTo(trace.receives());
        assertThat(phases).isEqualTo(analysis.occurrences().size());
    }

    @Test
    void paraverRoundTripKeepsPhases() throws IOException {
        Path file = directory.resolve("trace.prv");
        ParaverExport.write(trace, analysis, file, Progress.NONE);
        assertThat(Files.readAllLines(directory.resolve("trace.row"))).hasSize(6)
                .first()
                .isEqualTo("LEVEL THREAD SIZE 5");
        assertThat(Files.readString(directory.resolve("trace.pcf"))).contains("MPI_Allreduce")
                .contains("Phase (PAS2P)");
        Path back = Files.createDirectory(directory.resolve("back"));
        ParaverImport.run(file, back);
        MpiTrace again = MpiTrace.open(back);
        assertThat(again.events()).isEqualTo(trace.events());
        PhaseAnalysis second = PhaseAnalysis.of(again, PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(second.sweep().unmatched()).isZero();
        assertThat(phases(second)).isEqualTo(phases(analysis));
    }

    @Test
    void aDamagedParaverFileIsRefusedWithItsLine() throws IOException {
        Path file = directory.resolve("trace.prv");
        ParaverExport.write(trace, analysis, file, Progress.NONE);
        List<String> lines = new java.util.ArrayList<>(Files.readAllLines(file));
        lines.set(6, "3:1:1:x");
        Files.write(file, lines);
        Assertions.assertThatThrownBy(() -> ParaverImport.run(file, directory))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("line 7");
        Files.writeString(file, "not Paraver");
        Assertions.assertThatThrownBy(() -> ParaverImport.run(file, directory))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("line 1");
    }
}
