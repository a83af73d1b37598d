package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.RankHeader.NodeMachine;

/** Files that an earlier Runbench wrote or an editor changed. */
class SignatureFilesTest {
    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("app.sig.json");
        SignatureFiles.write(
                PlannedSignature.of(new Signature.Program(List.of("./app"), "", "", null, List.of(), List.of(), null),
                        "", List.of(new long[]{1}, new long[]{2}, new long[]{3})),
                file);
    }

    private void without(String text) throws IOException {
        String before = Files.readString(file);
        String after = before.replaceFirst(text, "");
        assertThat(after).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    private void refused(String field) {
        assertThatThrownBy(() -> SignatureFiles.signature(file)).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.remedy()).hasValue("make it again: runbench pas2p signature build run1 -o " + file);
        })
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining("a runbench signature of this Runbench has a field \"" + field + "\"")
                .hasMessageNotContainingAny("FAIL_ON", "creator", "null");
    }

    @Test
    void mappingIsKeptAndOlderMeasurementsHaveNone() throws IOException {
        Signature s = SteadySignature.of(4, 1, new SteadySignature.Part("a", 1000, 0.02));
        MeasuredSignature older = SteadySignature.measured(s, 1, 0.01, false, List.of("there"));
        Path place = folder.resolve("measured");
        NodeMachine machine = new NodeMachine("EPYC", 2, 8L << 30, "Linux 6.1");
        List<MeasuredSignature.MeasuredHost> hosts = IntStream.of(4, 2, 4, 4)
                .mapToObj(n -> new MeasuredSignature.MeasuredHost("n" + n, n, "Open MPI v4", machine))
                .toList();
        SignatureFiles.write(older.on(hosts), place);
        assertThat(SignatureFiles.measured(place).machines()).isEqualTo(hosts);
        assertThat(SignatureFiles.measured(place).mapping()).isEqualTo("3 x 4, 1 x 2");
        assertThat(older.mapping()).isNull();
    }

    @Test
    void missingNumberIsNamedWithAdvice() throws IOException {
        without("\"mpi_share\" : [0-9.]+,");
        refused("measure[0].mpi_share");
    }

    @Test
    void wordInPlaceOfANumberIsNamed() throws IOException {
        Files.writeString(file, Files.readString(file).replaceFirst("\"ranks\" : 1", "\"ranks\" : \"one\""));
        refused("ranks");
    }

    @Test
    void missingListIsNamed() throws IOException {
        without("\"measure\" : \\[[^}]+\\}[^}]+\\} *\\],");
        refused("measure");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"\"start\" : \\[ 2 ]|\"start\" : []|measure[1]",
                    "\"start\" : \\[ 2 ]|\"start\" : [ 9 ]|measure[1]", "\"stop\" : \\[ 3 ]|\"stop\" : [ 3, 3 ]|stop",
                    "\"rank\" : 0|\"rank\" : 1|locations[0]", "\"ranks\" : 1|\"ranks\" : 0|ranks",
                    "\"landmarks\" : null|\"landmarks\" : [ \"\", \"\" ]|landmarks",
                    "\"phase\" : 0|\"phase\" : -1|measure[0]", "\"confidence\" : 0.95|\"confidence\" : 7|confidence"})
    void inconsistentFieldIsNamed(String is, String edited, String field) throws IOException {
        String before = Files.readString(file);
        Files.writeString(file, before.replaceFirst(is, edited));
        assertThat(Files.readString(file)).isNotEqualTo(before);
        refused(field);
    }

    @Test
    void adviceForAFolderNamesItsContents() throws IOException {
        Path measured = Files.createDirectories(folder.resolve("there"));
        Files.createFile(measured.resolve(MeasuredSignature.FILE));
        assertThatThrownBy(() -> SignatureFiles.signature(measured))
                .hasMessage(measured + ": cannot be read: Is a directory")
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.remedy()).get().asString().endsWith("runbench pas2p predict " + measured));
    }

    @Test
    void unknownFieldsAreIgnored() throws IOException {
        Files.writeString(file, Files.readString(file).replaceFirst("\\{", "{ \"colour\" : 1,"));
        assertThat(SignatureFiles.signature(file).measure()).hasSize(2);
    }
}
