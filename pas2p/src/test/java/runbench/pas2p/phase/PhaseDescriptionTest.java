package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.Scripted;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

class PhaseDescriptionTest {
    @TempDir
    Path directory;

    private static List<String> described(MpiTrace trace) {
        return PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE)
                .phases()
                .stream()
                .map(Phase::description)
                .toList();
    }

    /** Checks one line per process, as in the thesis: K sends to process K, -K receives from it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5000 | 2 -2   ; 1 -1   ; 4 -4   ; 3 -3                          | pairwise exchange, 1 x 5 kB
            5000 | 2 -2   ; 1 -1   ;        ;                               | pairwise exchange among 2 of 4 ranks, 1 x 5 kB
            5000 | 2 4 -2 -4 ; 1 3 -1 -3 ; 2 4 -2 -4 ; 1 3 -1 -3            | halo with 2 neighbours, 2 x 5 kB
            8    | 2 3 4 -2 -3 -4 ; 1 3 4 -1 -3 -4 ; 1 2 4 -1 -2 -4 ; 1 2 3 -1 -2 -3 | exchange of all with all, 3 x 8 B
            1500 | 2 -4   ; 3 -1   ; 4 -2   ; 1 -3                          | shift by +1, 1 x 1.5 kB
            1500 | 4 -2   ; 1 -3   ; 2 -4   ; 3 -1                          | shift by -1, 1 x 1.5 kB
            8    | 2 3 4  ; -1     ; -1     ; -1                            | rank 0 sends to 3 ranks, 3 x 8 B
            8    | -2 -3 -4 ; 1    ; 1      ; 1                             | 3 ranks send to rank 0, 1 x 8 B
            2000000 | 3   ;        ; -1     ;                               | rank 0 sends to rank 2, 1 x 2 MB
            8    | 1 -1   ; 2 -2   ; 3 -3   ; 4 -4                          | each rank sends to itself, 8 B
            8    | 1 -1   ; 3 -3   ; 2 -2   ; 4 -4                          | transpose of 2 x 2 ranks, 1 x 8 B
            8    | 2 3 -2 -3 ; 1 4 -1 -4 ; 1 4 -1 -4 ; 2 3 -2 -3            | halo with 2 neighbours on 2 x 2 ranks, 2 x 8 B
            8    | 2 3    ; -1 4   ; -1 4   ; -2 -3                         | wavefront on 2 x 2 ranks from rank 0, 1-2 x 8 B
            8    | -2 -3  ; -4 1   ; -4 1   ; 2 3                           | wavefront on 2 x 2 ranks from rank 3, 1-2 x 8 B
            """)
    void patternsOfMessagesHaveNames(long bytes, String processes, String expected) {
        String[] lines = Stream.of(processes.split(";", -1)).map(String::strip).toArray(String[]::new);
        assertThat(described(Scripted.trace(directory, bytes, lines))).containsExactly(expected);
    }

    @Test
    void activitiesHaveAtMostAHundredCharacters() {
        String description = "Allreduce 2.07 kB on world, Alltoall 4 B on world, Alltoallv 64.8 kB to 66.7 kB on world";
        assertThat(Phase.activity("rank (is.c:695) and 2 others", description)).hasSizeLessThanOrEqualTo(100)
                .isEqualTo("rank (is.c:695) and 2 others: Allreduce 2.07 kB on world, Alltoall 4 B on world, ...");
        assertThat(Phase.activity("", description)).isEqualTo(description);
        assertThat(Phase.activity("",
                "10 x wavefront on 2 x 2 ranks from rank 0, 200 B, then 10 x wavefront on 2 x 2 "
                        + "ranks from rank 3, 200 B"))
                .isEqualTo("10 x wavefront on 2 x 2 ranks from rank 0, 200 B, ...");
        assertThat(Phase.activity("mg3p (mg.f:300)",
                "V-cycle over 5 levels: halo exchange with 2 neighbours, 4.9 kB "
                        + "to 96 B; 28 x each rank sends to itself, 8 B"))
                .isEqualTo("mg3p (mg.f:300): V-cycle over 5 levels: halo exchange with 2 neighbours, 4.9 kB to 96 B, "
                        + "...");
        assertThat(Phase.activity("f".repeat(200), description)).hasSize(100);
    }

    private interface Calls {
        void write(TraceWriter writer, int rank, long now) throws IOException;
    }

    private String collective(Calls calls) throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, 4, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 4, rank, 1);
                writer.communicator(2 + rank / 2, 2, rank % 2, 100 + rank / 2);
                writer.init(0, 1000);
                calls.write(writer, rank, 2000);
                writer.finalizeAt(9000);
                writer.end(Map.of());
            }
        }
        List<String> all = described(MpiTrace.open(directory));
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void collectivesAreDescribedByOperationVolumeRootAndMembers() throws IOException {
        assertThat(collective((w, r, now) -> w.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, 0, 8, now, now + 10)))
                .isEqualTo("Allreduce 8 B on world");
        assertThat(collective((w, r, now) -> w.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, now, now + 10)))
                .isEqualTo("Barrier on world");
        assertThat(collective((w, r, now) -> w.collective(MpiOp.BCAST, 2, TraceWriter.WORLD, 0, 4096, now, now + 10)))
                .isEqualTo("Bcast 4.1 kB from rank 2 on world");
        assertThat(collective((w, r, now) -> w.collective(MpiOp.REDUCE, 0, TraceWriter.WORLD, 0, 8, now, now + 10)))
                .isEqualTo("Reduce 8 B to rank 0 on world");
        assertThat(collective((w, r, now) -> w.collective(MpiOp.ALLTOALL, -1, 2 + r / 2, 0, 64, now, now + 10)))
                .isEqualTo("Alltoall 64 B on 2 communicators of 2 ranks");
        assertThat(collective((w, r, now) -> {
            if (r < 2) {
                w.collective(MpiOp.ALLREDUCE, -1, 2, 0, 100L * (1 + r), now, now + 10);
            }
        })).isEqualTo("Allreduce 100 B to 200 B on 2 of 4 ranks");
    }

    @Test
    void everyPhaseOfARealSolverIsDescribed() {
        List<String> words = described(Recorded.multigrid(directory));
        assertThat(words).hasSize(28).noneMatch(String::isEmpty);
        assertThat(IntStream.range(0, 28).mapToObj(words::get)).anyMatch(w -> w.startsWith("Allreduce 8 B on world"))
                .anyMatch(w -> w.matches("pairwise exchange, 1 x [0-9.]+ k?B"));
    }
}
