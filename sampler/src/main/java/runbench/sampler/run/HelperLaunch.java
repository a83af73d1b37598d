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
import java.util.function.Consumer;
import java.util.function.Function;
import runbench.sampler.run.SamplingListener.Calibration;
import runbench.base.home.ProjectHome;

/** Starts a helper with the protocol of runbench-sampler: the sampler or the emulator. */
public final class HelperLaunch {
    private HelperLaunch() {
    }

    /**
     * Writes the metadata file next to the recording and starts the helper.
     *
     * @param argv builds the helper's command line from the path of the metadata file (for {@code --meta})
     * @param environment complete environment of the helper and the benchmark
     * @param recording path of the recording
     * @param notes the recording's metadata under "run"
     * @param stdin input file of the program; {@link ProgramBuilder#OWN_INPUT} for this process's standard input
     * @param listener receives the helper's progress
     * @param calibrated receives the calibration
     * @return the run in progress
     * @throws RunbenchException exit code 3: the helper cannot be started, or the recording's folder is not writable
     */
    public static Sampling start(Function<Path, List<String>> argv, Map<String, String> environment, Path recording,
            Map<String, Object> notes, Optional<Path> stdin, SamplingListener listener,
            Consumer<Calibration> calibrated) {
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
                    Objects.requireNonNull(listener), calibrated);
        } catch (IOException e) {
            file.toFile().delete();
            throw cannotStart(command.get(0), e);
        }
    }

    /** Returns the user's environment, in which programs run. */
    public static Map<String, String> ownEnvironment() {
        Map<String, String> own = new HashMap<>(System.getenv());
        restoreLocale(own);
        return own;
    }

    /** Restores the user's LC_ALL, which the launcher may have changed to set an encoding for Java. */
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
                : "check that its folder is not mounted noexec; else: " + ProjectHome.rebuildRemedy();
        return RunbenchException.machine("cannot start the sampling helper " + helper + ": " + why)
                .remedy(remedy)
                .causedBy(e);
    }
}
