package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.Helper;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingMode;
import runbench.sampler.run.SamplingRequest;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Runs a program under callgrind with its cache simulation: an independent count of the same quantities, totals only.
 * The sampling helper is its parent, so that it ends with us, keeps its time limit and gives exit status and resources;
 * the recording holds only what the helper itself can count of valgrind (task-clock).
 */
public final class Callgrind {
    /** Stands in every output beside what was counted. */
    public static final String LABEL = "emulated (callgrind), not measured";

    /** Said explicitly: valgrind takes a virtual machine's last level for 512 MiB. It has no influence on L1 counts. */
    private static final String LAST_LEVEL = "8388608,16,64";
    private final Path home;

    /** @param home the project's folder */
    public Callgrind(Path home) {
        this.home = home;
    }

    /** Whether valgrind is installed. */
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

    /** A run under way; {@link #totals} once {@code sampling().await()} has returned. */
    public record Run(Sampling sampling, Path folder) {
        /** @throws RunbenchException exit code 1: callgrind left no counts, because the program was ended */
        public CallgrindTotals totals() {
            return CallgrindTotals.sum(folder);
        }
    }

    /**
     * Starts the benchmark and returns at once. Its caches get the shapes of the modelled ones, its last level that of
     * the level 2 cache; where no instruction cache is modelled, it gets the data cache's.
     *
     * @param r its {@code instructions} and {@code cpu} mean nothing here; without a cache the
     *     {@linkplain CacheModel#FALLBACK usual one} is modelled
     * @throws RunbenchException exit code 3: no valgrind, or no folder can be made beside the recording
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
