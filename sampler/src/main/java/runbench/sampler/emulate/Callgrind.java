package runbench.sampler.emulate;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingRequest.SamplingMode;

/**
 * Runs a program under callgrind with its cache simulation: an independent count of the same quantities, totals only.
 *
 * <p>The sampling helper is the parent process. It ends the program together with this process, enforces the time
 * limit, and reports exit status and resource usage. The recording contains only the helper's own count, the task-clock
 * of valgrind.
 */
public final class Callgrind {
    /** The label next to each count in every output. */
    public static final String LABEL = "emulated (callgrind), not measured";

    /**
     * The explicit last-level cache. In a virtual machine valgrind detects a last level of 512 MiB. The value has no
     * influence on L1 counts.
     */
    private static final String LAST_LEVEL = "8388608,16,64";
    private final Path home;

    /** @param home the project's folder */
    public Callgrind(Path home) {
        this.home = home;
    }

    /** Returns true if valgrind is installed. */
    public static boolean present() {
        return find().isPresent();
    }

    private static Optional<Path> find() {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Arrays.stream(path.split(":"))
                .filter(d -> d.startsWith("/"))
                .map(d -> Path.of(d, "valgrind"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * A run in progress. Call {@link #totals} after {@code sampling().await()} has returned.
     *
     * @param sampling the running helper
     * @param folder folder of callgrind's output files
     */
    public record Run(Sampling sampling, Path folder) {
        /**
         * Reads the totals of all processes.
         *
         * @return the sum over the run's processes
         * @throws RunbenchException exit code 1: callgrind wrote no counts, because the program was terminated
         */
        public CallgrindTotals totals() {
            return CallgrindTotals.sum(folder);
        }
    }

    /**
     * Starts the benchmark and returns without waiting for it. Callgrind simulates the caches of the request; its last
     * level is the request's level 2 cache. Without a modelled instruction cache, it has the shape of the data cache.
     *
     * @param r the program; {@code instructions} and {@code cpu} are ignored, and without a cache
     *     {@link CacheModel#FALLBACK} is modelled
     * @param listener receives the helper's progress
     * @return the run in progress
     * @throws RunbenchException exit code 3: valgrind is not installed, or the folder next to the recording cannot be
     *     created
     */
    public Run start(EmulationRequest r, SamplingListener listener) {
        if (!present()) {
            throw RunbenchException.machine("valgrind is not installed").remedy("apt-get install valgrind");
        }
        Path folder = r.recording().toAbsolutePath().resolveSibling("callgrind");
        try {
            Files.createDirectories(folder);
            try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "callgrind.out.*")) {
                for (Path file : old) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw RunbenchException.machine("cannot prepare the folder " + folder + ": " + e.getMessage())
                    .remedy("check its permissions, or choose another with -o")
                    .causedBy(e);
        }
        String cache = r.l1d().orElse(CacheModel.FALLBACK).option();
        EmulatedModels models = r.models();
        List<String> command = new ArrayList<>(List.of("setarch", "-R", "valgrind", "--tool=callgrind",
                "--cache-sim=yes", "--I1=" + models.l1i().map(CacheModel::option).orElse(cache), "--D1=" + cache,
                "--LL=" + models.l2().map(CacheModel::option).orElse(LAST_LEVEL),
                "--branch-sim=" + (models.branch() ? "yes" : "no"), "--trace-children=yes",
                "--callgrind-out-file=" + folder.toString().replace("%", "%%") + "/callgrind.out.%p"));
        command.addAll(r.command());
        var clock = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), () -> NameEncoder.NONE)
                .resolve("task-clock");
        SamplingRequest request = SamplingRequest.of(command, r.recording(), clock)
                .environment(r.environment())
                .directory(r.directory().orElse(null))
                .stdin(r.stdin().orElse(null))
                .stdout(r.stdout().orElse(null))
                .stderr(r.stderr().orElse(null))
                .timeout(r.timeout().orElse(null))
                .meta(r.meta())
                .mode(SamplingMode.POLL)
                .period(SamplingPeriod.parse("1s"))
                .build();
        return new Run(new Sampler(Helper.locate(home)).start(request, listener), folder);
    }
}
