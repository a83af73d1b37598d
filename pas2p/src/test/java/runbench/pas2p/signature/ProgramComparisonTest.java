package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.container.ContainerHeader;
import runbench.base.digest.Digests;
import runbench.pas2p.trace.RankHeader;

class ProgramComparisonTest {
    @TempDir
    Path folder;

    private Path program;
    private Path input;
    private ProgramComparison comparison;

    @BeforeEach
    void make() throws IOException {
        program = Files.writeString(folder.resolve("app"), "program");
        input = Files.writeString(folder.resolve("in.txt"), "input");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        comparison = new ProgramComparison(
                PlannedSignature.of(PlannedSignature.program(List.of("./app", "in.txt", "5"), program, List.of(input)),
                        "Open MPI v4.1.4", List.of(new long[]{1, 1}, new long[]{2, 2})));
    }

    private RankHeader header(int ranks, String mpi, String... words) throws IOException {
        return new RankHeader(
                new ContainerHeader(null, null, 0, 0, null,
                        new ObjectMapper().valueToTree(Map.of("executable", program.toString(), "directory",
                                folder.toString(), "mpi", mpi, "program", List.of(words), "libraries", List.of()))),
                0, ranks);
    }

    private ProgramComparison.Found found(String... words) throws IOException {
        return comparison.compare(List.of(header(2, "Open MPI v4.1.4", words)));
    }

    @Test
    void sameProgramIsRecognised() throws IOException {
        ProgramComparison.Found found = found("/elsewhere/app", "in.txt", "5");
        assertThat(found.differences()).isEmpty();
        assertThat(found.same()).isEqualTo(new MeasuredSignature.Same(true, null, true, true, true));
        assertThat(comparison.commandDifferences(List.of("mpirun", program.toString(), input.toString(), "5")))
                .isEmpty();
    }

    @Test
    void differentBinaryIsDetectedBeforeItRuns() throws IOException {
        Files.writeString(program, "changed");
        assertThat(
                comparison.commandDifferences(List.of("mpirun", "-np", "2", program.toString(), input.toString(), "5")))
                .singleElement()
                .asString()
                .startsWith("another program: ");
        // A script in front of the program hides it: the ranks report it.
        assertThat(comparison.commandDifferences(List.of("mpirun", "-np", "2", "./script"))).isEmpty();
        assertThat(found("app", "in.txt", "5").same().program()).isFalse();
    }

    @Test
    void differentInputIsDetectedByArgumentAndContents() throws IOException {
        assertThat(found("app", "in.txt", "6").differences()).singleElement().asString().contains("\"in.txt 6\"");
        Path moved = Files.writeString(Files.createDirectory(folder.resolve("b")).resolve("in.txt"), "input");
        assertThat(found("app", moved.toString(), "5").differences()).isEmpty();
        Files.writeString(input, "other");
        ProgramComparison.Found found = new ProgramComparison(signatureOf("input"))
                .compare(List.of(header(2, "", "app", "in.txt", "5")));
        assertThat(found.differences()).singleElement().asString().startsWith("another input: ");
        assertThat(found.same().inputs()).isFalse();
        assertThat(found.same().mpi()).isNull();
    }

    private Signature signatureOf(String inputText) throws IOException {
        Path before = Files.writeString(Files.createDirectory(folder.resolve("before")).resolve("in.txt"), inputText);
        return PlannedSignature.of(PlannedSignature.program(List.of("./app", "in.txt", "5"), program, List.of(before)),
                "", List.of(new long[]{1, 1}, new long[]{2, 2}));
    }

    @Test
    void differentRanksAndMpiAreNamed() throws IOException {
        assertThat(comparison.compare(List.of(header(3, "MPICH 4.0.2", "app", "in.txt", "5"))).differences())
                .containsExactly("3 ranks instead of 2", "MPICH 4.0.2 instead of Open MPI v4.1.4");
    }

    @Test
    void commonLibrariesAreCompared() throws IOException {
        Path library = Files.writeString(folder.resolve("libx.so.1"), "one");
        Signature.Program made = new Signature.Program(List.of("app"), "", program.toString(), Digests.of(program),
                List.of(new Signature.Digested("/far/libx.so.1", 3, Digests.of(library)),
                        new Signature.Digested("/far/liby.so", 3, "00")),
                List.of(), null);
        Signature signature = PlannedSignature.of(made, "", List.of(new long[]{1}, new long[]{2}));
        RankHeader header = new RankHeader(new ContainerHeader(null, null, 0, 0, null,
                new ObjectMapper().valueToTree(Map.of("executable", program.toString(), "program", List.of("app"),
                        "libraries", List.of(library.toString(), "/only/here.so")))),
                0, 1);
        assertThat(new ProgramComparison(signature).compare(List.of(header)).same().libraries()).isTrue();
        Files.writeString(library, "two");
        assertThat(new ProgramComparison(signature).compare(List.of(header)).differences()).singleElement()
                .asString()
                .startsWith("another library: " + library);
    }
}
