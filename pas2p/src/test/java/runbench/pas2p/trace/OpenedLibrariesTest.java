package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.session.SourceLines;
import runbench.pas2p.trace.CallSites.CallSite;

/** Call sites in libraries that the program opens and closes, and in stripped files. */
@Tag("beside")
class OpenedLibrariesTest extends InterposedProgram {
    private static String plugin(String name, String mpi) {
        return HOME.resolve("native/build/mpitrace/test/plugin-" + name + "-" + mpi + ".so").toString();
    }

    private static List<String> names(MpiTrace trace, Path directory) {
        SourceLines.name(trace, directory);
        CallSites sites = trace.callSites();
        assertThat(sites.counted()).isTrue();
        return sites.all()
                .stream()
                .filter(s -> s.op() == MpiOp.ALLREDUCE)
                .map(s -> sites.text(s.id()) + " x " + s.calls())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openmpi", "mpich"})
    void callsOfClosedLibrariesHaveTheirFunctionsAndLines(String mpi) throws Exception {
        MpiTrace trace = trace(mpi, 2, MpiPrograms.program("plugins", mpi).toString(), plugin("first", mpi),
                plugin("second", mpi), plugin("first", mpi));
        assertThat(output()).contains("plugins: ok");
        // Both libraries have the same layout, and the second usually takes the address of the first.
        assertThat(names(trace, directory)).containsExactlyInAnyOrder("hidden_first (plugin.c:13) x 16",
                "exported_first (plugin.c:22) x 16", "hidden_second (plugin.c:13) x 8",
                "exported_second (plugin.c:22) x 8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openmpi", "mpich"})
    void strippedFilesHaveOnlyTheFunctionsTheyExport(String mpi) throws Exception {
        Path program = directory.resolve("plugins");
        assertThat(new ProcessBuilder("strip", "-o", program.toString(), MpiPrograms.program("plugins", mpi).toString())
                .inheritIO()
                .start()
                .waitFor()).isZero();
        MpiTrace trace = trace(mpi, 2, program.toString(), plugin("stripped", mpi));
        assertThat(names(trace, directory)).hasSize(2)
                .contains("exported_stripped x 8")
                .anySatisfy(n -> assertThat(n).matches("plugin-stripped-" + mpi + "\\.so\\+0x[0-9a-f]+ x 8"));
        CallSites sites = trace.callSites();
        Files.writeString(directory.resolve(SourceLines.FILE), "{\"sites\":[]}");
        SourceLines.name(trace, directory);
        assertThat(sites.all().stream().map(s -> sites.text(s.id()))).as("the file is read once")
                .contains("exported_stripped");
        assertThat(sites.all().stream().filter(s -> s.op() == MpiOp.BARRIER).map(CallSite::id).map(sites::text))
                .singleElement()
                .asString()
                .matches("plugins\\+0x[0-9a-f]+");
    }

    @Test
    void packedTraceHasTheSameSites() throws Exception {
        String mpi = "openmpi";
        MpiTrace trace = trace(mpi, 2, MpiPrograms.program("plugins", mpi).toString(), plugin("first", mpi),
                plugin("second", mpi));
        List<CallSite> before = trace.callSites().all();
        TracePacking.pack(directory, Progress.NONE);
        assertThat(MpiTrace.open(directory).callSites().all()).isEqualTo(before);
    }
}
