package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;
import runbench.sampler.run.ProgramBuilder;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One program to run under emulation. Files of the benchmark that are not given are {@code /dev/null}.
 *
 * @param command program and arguments; machine code, no script
 * @param environment the benchmark's whole environment; see {@link #fixedEnvironment}
 * @param recording where the samples go; written anew
 * @param instructions between two samples of a thread
 * @param l1d the cache to model; empty: only references are counted, which is several times faster
 * @param models what else to model
 * @param cpu QEMU's CPU model ({@code qemu-x86_64 -cpu help}); empty: its default, all that it can emulate
 * @param vectors folder, to be made, for vectors of blocks (native/emulate/bbv.h); empty: none are written
 * @param interval instructions of an interval of those; 0: such that a thread has a few thousand at most
 * @param timeout wall time after which the benchmark is ended
 * @param meta facts for the recording's metadata: maps, lists, text, numbers, booleans
 */
public record EmulationRequest(List<String> command, Map<String, String> environment, Optional<Path> directory,
        Optional<Path> stdin, Optional<Path> stdout, Optional<Path> stderr, Path recording, long instructions,
        Optional<CacheModel> l1d, EmulatedModels models, Optional<String> cpu, Optional<Path> vectors, long interval,
        Optional<Duration> timeout, Map<String, Object> meta) {
    /** A millisecond of a processor that does 10⁹ instructions a second. */
    public static final long DEFAULT_INSTRUCTIONS = 1_000_000;
    private static final long FEWEST_INSTRUCTIONS = 1000;
    private static final long MOST_INSTRUCTIONS = 1_000_000_000_000L;
    private static final long SHORTEST_INTERVAL = 10_000;
    private static final long LONGEST_INTERVAL = 4_000_000_000L;

    public EmulationRequest {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        meta = new LinkedHashMap<>(meta);
        Objects.requireNonNull(recording);
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw RunbenchException.badInput("there is no command to run")
                    .remedy("write it behind --, e.g. runbench sample --emulate -- ls -l");
        }
        if (instructions < FEWEST_INSTRUCTIONS || instructions > MOST_INSTRUCTIONS) {
            throw RunbenchException.badInput("a period of " + instructions + " instructions is out of range")
                    .remedy("periods go from " + FEWEST_INSTRUCTIONS
                            + " to 10^12 instructions; 1000000 is about a millisecond's worth");
        }
        if (interval != 0 && (interval < SHORTEST_INTERVAL || interval > LONGEST_INTERVAL)) {
            throw RunbenchException.badInput("an interval of " + interval + " instructions is out of range")
                    .remedy("intervals go from " + SHORTEST_INTERVAL + " to " + LONGEST_INTERVAL
                            + " instructions; without a number --bbv chooses");
        }
    }

    /**
     * The environment in which counts repeat: PATH, a neutral locale, nothing of the caller's that would shift the
     * stack or change what the program does.
     *
     * @param additions what the benchmark needs besides
     */
    public static Map<String, String> fixedEnvironment(Map<String, String> additions) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        environment.put("LC_ALL", "C");
        // Where QEMU looks for the libraries of a program for another processor.
        Optional.ofNullable(System.getenv("QEMU_LD_PREFIX"))
                .ifPresent(folder -> environment.put("QEMU_LD_PREFIX", folder));
        environment.putAll(additions);
        return environment;
    }

    public static Builder of(List<String> command, Path recording) {
        return new Builder(command, recording);
    }

    /**
     * Starts from: {@link #fixedEnvironment}, this process's directory, {@link #DEFAULT_INSTRUCTIONS}, no cache, no
     * other model.
     */
    public static final class Builder extends ProgramBuilder<Builder> {
        private long instructions = DEFAULT_INSTRUCTIONS;
        private CacheModel l1d;
        private EmulatedModels models = EmulatedModels.NONE;
        private String cpu;
        private Path vectors;
        private long interval;

        private Builder(List<String> command, Path recording) {
            super(command, recording, fixedEnvironment(Map.of()));
        }

        @Override
        protected Builder self() {
            return this;
        }

        public Builder instructions(long value) {
            instructions = value;
            return this;
        }

        /** @param value null: references only */
        public Builder l1d(CacheModel value) {
            l1d = value;
            return this;
        }

        public Builder models(EmulatedModels value) {
            models = value;
            return this;
        }

        /** @param model null: QEMU's default */
        public Builder cpu(String model) {
            cpu = model;
            return this;
        }

        /** @param folder null: none @param instructions of an interval; 0: chosen by the length of the run */
        public Builder vectors(Path folder, long instructions) {
            vectors = folder;
            interval = instructions;
            return this;
        }

        public EmulationRequest build() {
            return new EmulationRequest(command, environment, Optional.ofNullable(directory),
                    Optional.ofNullable(stdin), Optional.ofNullable(stdout), Optional.ofNullable(stderr), recording,
                    instructions, Optional.ofNullable(l1d), models, Optional.ofNullable(cpu),
                    Optional.ofNullable(vectors), interval, Optional.ofNullable(timeout), meta);
        }
    }
}
