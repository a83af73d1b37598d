package runbench.pas2p.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiTrace;

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
        return analysis.phases().stream().map(p -> p.name().substring(9) + " " + p.weight() + " " + p.ticks()).toList();
    }

    @Test
    void perfettoHoldsEveryCallMessageAndOccurrence() throws IOException {
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
    void paraverThereAndBackHasTheSamePhases() throws IOException {
        Path file = directory.resolve("trace.prv");
        ParaverExport.write(trace, analysis, file, Progress.NONE);
        assertThat(Files.readAllLines(directory.resolve("trace.row"))).hasSize(6).first().isEqualTo("LEVEL THREAD SIZE 5");
        assertThat(Files.readString(directory.resolve("trace.pcf"))).contains("MPI_Allreduce").contains("Phase (PAS2P)");
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
        Assertions.assertThatThrownBy(() -> ParaverImport.run(file, directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("line 7");
        Files.writeString(file, "not Paraver");
        Assertions.assertThatThrownBy(() -> ParaverImport.run(file, directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("line 1");
    }
}
