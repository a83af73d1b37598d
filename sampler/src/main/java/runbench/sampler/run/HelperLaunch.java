package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.json.Json;
import runbench.base.process.IoReason;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Starts a helper that speaks the protocol of runbench-sampler: the sampler itself, or the one that emulates. */
public final class HelperLaunch {
    private HelperLaunch() {
    }

    /**
     * Writes the notes beside the recording and starts the helper.
     *
     * @param argv the helper's whole command line, given the file of the notes (for {@code --meta})
     * @param environment the helper's and the benchmark's whole environment
     * @param notes what the recording's metadata keep under "run"
     * @param stdin of the program; {@link ProgramBuilder#OWN_INPUT}: the helper gets this process's
     * @throws RunbenchException exit code 3: the helper cannot be started or the folder of the recording not written to
     */
    public static Sampling start(Function<Path, List<String>> argv, Map<String, String> environment, Path recording,
            Map<String, Object> notes, Optional<Path> stdin, SamplingListener listener) {
        Path file = recording.resolveSibling(recording.getFileName() + ".run.json");
        try {
            Json.write(file, notes);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot write " + file + ": " + IoReason.of(e))
                    .remedy("check the folder's permissions and free space, or choose another with -o")
                    .causedBy(e);
        }
        List<String> command = argv.apply(file);
        Map<String, String> own = new HashMap<>(environment);
        restoreLocale(own);
        try {
            return new Sampling(command, own, stdin.equals(Optional.of(ProgramBuilder.OWN_INPUT)), file,
                    Objects.requireNonNull(listener));
        } catch (IOException e) {
            file.toFile().delete();
            throw cannotStart(command.get(0), e);
        }
    }

    /** This process's environment as a person had it: what programs are to run in. */
    public static Map<String, String> ownEnvironment() {
        Map<String, String> own = new HashMap<>(System.getenv());
        restoreLocale(own);
        return own;
    }

    /** The launcher may have named an encoding for Java's sake: the program is to run as the person had it. */
    private static void restoreLocale(Map<String, String> environment) {
        String original = System.getProperty("runbench.lc_all");
        if (original == null || !environment.getOrDefault("LC_ALL", "").equals(System.getenv("LC_ALL"))) {
            return;
        }
        if (original.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", original);
        }
    }

    private static RunbenchException cannotStart(String helper, IOException e) {
        String why = IoReason.of(e);
        String remedy = IoReason.errno(e) == IoReason.ARGUMENTS_TOO_LONG
                ? "shorten the benchmark's arguments or environment (getconf ARG_MAX)"
                : "build it with make -C native, and check that its folder is not mounted noexec";
        return RunbenchException.machine("cannot start the sampling helper " + helper + ": " + why)
                .remedy(remedy)
                .causedBy(e);
    }
}
