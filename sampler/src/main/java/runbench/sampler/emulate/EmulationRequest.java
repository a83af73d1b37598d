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
 * One program to run under emulation.
 *
 * @param command program and arguments; the program is machine code, not a script
 * @param environment the benchmark's complete environment; see {@link #fixedEnvironment}
 * @param directory working directory; empty for this process's
 * @param stdin input file; empty for {@code /dev/null}
 * @param stdout output file; empty for {@code /dev/null}
 * @param stderr error output file; empty for {@code /dev/null}
 * @param recording file for the samples; an existing file is replaced
 * @param instructions instructions between two samples of a thread
 * @param l1d the cache to model; empty to count references only, which is several times faster
 * @param models the other models
 * @param cpu QEMU's CPU model ({@code qemu-x86_64 -cpu help}); empty for its default, which has all features
 * @param vectors folder to create for basic block vectors (native/emulate/bbv.h); empty to write none
 * @param interval instructions per basic block vector; 0 for an automatic choice of at most a few thousand vectors per
 *     thread
 * @param timeout wall time after which the benchmark is terminated
 * @param meta facts for the recording's metadata: maps, lists, text, numbers, booleans
 */
public record EmulationRequest(List<String> command, Map<String, String> environment, Optional<Path> directory,
        Optional<Path> stdin, Optional<Path> stdout, Optional<Path> stderr, Path recording, long instructions,
        Optional<CacheModel> l1d, EmulatedModels models, Optional<String> cpu, Optional<Path> vectors, long interval,
        Optional<Duration> timeout, Map<String, Object> meta) {
    /** The default sampling period in instructions: one millisecond at 10⁹ instructions per second. */
    public static final long DEFAULT_INSTRUCTIONS = 1_000_000;
    private static final long MIN_INSTRUCTIONS = 1000;
    private static final long MAX_INSTRUCTIONS = 1_000_000_000_000L;
    private static final long MIN_INTERVAL = 10_000;
    private static final long MAX_INTERVAL = 4_000_000_000L;

    public EmulationRequest {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        meta = new LinkedHashMap<>(meta);
        Objects.requireNonNull(recording);
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw RunbenchException.badInput("there is no command to run")
                    .remedy("write it behind --, e.g. runbench sample --emulate -- ls -l");
        }
        if (instructions < MIN_INSTRUCTIONS || instructions > MAX_INSTRUCTIONS) {
            throw RunbenchException.badInput("a period of " + instructions + " instructions is out of range")
                    .remedy("periods go from " + MIN_INSTRUCTIONS
                            + " to 10^12 instructions; 1000000 is about a millisecond's worth");
        }
        if (interval != 0 && (interval < MIN_INTERVAL || interval > MAX_INTERVAL)) {
            throw RunbenchException.badInput("an interval of " + interval + " instructions is out of range")
                    .remedy("intervals go from " + MIN_INTERVAL + " to " + MAX_INTERVAL
                            + " instructions; without a number --bbv chooses");
        }
    }

    /**
     * Returns an environment in which counts are reproducible: PATH and a neutral locale. It contains no variable of
     * the caller that would shift the stack or change the program's behaviour.
     *
     * @param additions further variables that the benchmark needs
     * @return the environment, sorted by name
     */
    public static Map<String, String> fixedEnvironment(Map<String, String> additions) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        environment.put("LC_ALL", "C");
        // QEMU's search path for the libraries of a program for another processor.
        Optional.ofNullable(System.getenv("QEMU_LD_PREFIX"))
                .ifPresent(folder -> environment.put("QEMU_LD_PREFIX", folder));
        environment.putAll(additions);
        return environment;
    }

    public static Builder of(List<String> command, Path recording) {
        return new Builder(command, recording);
    }

    /**
     * Builds a request. Defaults: {@link #fixedEnvironment}, this process's directory, {@link #DEFAULT_INSTRUCTIONS},
     * no cache, no other model.
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

        /**
         * Sets the modelled L1 data cache.
         *
         * @param value the cache, or null to count references only
         */
        public Builder l1d(CacheModel value) {
            l1d = value;
            return this;
        }

        public Builder models(EmulatedModels value) {
            models = value;
            return this;
        }

        /**
         * Sets QEMU's CPU model.
         *
         * @param model the model, or null for QEMU's default
         */
        public Builder cpu(String model) {
            cpu = model;
            return this;
        }

        /**
         * Requests basic block vectors.
         *
         * @param folder folder for the vectors, or null for none
         * @param instructions instructions per vector; 0 for a choice by the length of the run
         */
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
