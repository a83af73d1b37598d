package runbench.sampler.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.sampler.environment.Placement;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.CounterScope.ScopeRequest;

/**
 * One program to run under counters.
 *
 * @param command program and arguments; the program is looked up in PATH if it has no slash
 * @param environment the benchmark's complete environment
 * @param directory working directory; empty for this process's
 * @param stdin input file; empty for {@code /dev/null}
 * @param stdout output file; empty for {@code /dev/null}
 * @param stderr error output file; empty for {@code /dev/null}
 * @param recording file for the samples; an existing file is replaced
 * @param period nominal time between two samples
 * @param mode the mechanism that takes the samples
 * @param events events to count
 * @param maxCost maximum overhead of one sample as a share of the period, above 0; a shorter period is refused
 * @param force true to accept a period with more overhead
 * @param switches the context switches to record
 * @param inherit true to follow threads and children
 * @param timeout wall time after which the benchmark is terminated, or an attachment is detached
 * @param meta facts for the recording's metadata: maps, lists, text, numbers, booleans
 * @param attachment targets to observe instead of starting a command; CPUs can be observed while a command runs
 * @param splitGroups true to multiplex events that do not fit the counters with the others of their group
 * @param code code locations of each sample in kernel mode
 * @param scope scope of the command's counters
 * @param delay wall time from the start of the program, or of the observation, to that of counting; empty: none
 * @param control way in which other programs enable and disable the counters; empty: they are always enabled
 * @param interval wall time between reports of the counts so far, at least {@link #MIN_INTERVAL}; empty: none
 * @param placement CPUs and NUMA nodes to which the command is bound
 */
public record SamplingRequest(List<String> command, Map<String, String> environment, Optional<Path> directory,
        Optional<Path> stdin, Optional<Path> stdout, Optional<Path> stderr, Path recording, SamplingPeriod period,
        SamplingMode mode, EventSelection events, double maxCost, boolean force, SwitchRecords switches,
        boolean inherit, Optional<Duration> timeout, Map<String, Object> meta, Optional<Attachment> attachment,
        boolean splitGroups, CodeRecords code, ScopeRequest scope, Optional<Duration> delay,
        Optional<CountingControl> control, Optional<Duration> interval, Placement placement) {
    public static final double DEFAULT_MAX_COST = 0.25;
    /** The minimum interval of the helper: reading all counters takes up to some milliseconds. */
    public static final Duration MIN_INTERVAL = Duration.ofMillis(10);

    public SamplingRequest {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        meta = new LinkedHashMap<>(meta);
        Objects.requireNonNull(recording);
        Objects.requireNonNull(scope);
        Objects.requireNonNull(placement);
        boolean starts = !command.isEmpty() && !command.get(0).isEmpty();
        if (starts && attachment.isPresent() && !attachment.get().allowsCommand()) {
            throw RunbenchException
                    .badInput("a command and a running " + attachment.get().words() + " cannot both be observed");
        }
        if (!starts && attachment.isEmpty()) {
            throw RunbenchException.badInput("there is no command to run")
                    .remedy("write it behind --, e.g. runbench sample -- ls -l");
        }
        if (!starts && placement.isBound()) {
            throw RunbenchException.badInput("--cpu-list and --mem-node bind a program, and none is started")
                    .remedy("leave them out, or write a command behind --");
        }
        if (!(maxCost > 0)) {
            throw RunbenchException.badInput("the largest cost, " + maxCost + ", is not a share above 0")
                    .remedy("use e.g. --max-cost 0.25");
        }
        if (command.stream().anyMatch(a -> a.indexOf('\0') >= 0)) {
            throw RunbenchException.badInput("an argument of '" + command.get(0) + "' holds a NUL byte");
        }
    }

    /** Returns the helper's options for events and period, for helpers that another program starts. */
    public List<String> countingOptions() {
        return HelperCommand.counting(this);
    }

    public static Builder of(List<String> command, Path recording, EventSelection events) {
        return new Builder(command, recording, events);
    }

    /**
     * Builds a request. Defaults: this process's environment and directory, {@link SamplingPeriod#DEFAULT}, automatic
     * mode, children followed.
     */
    public static final class Builder extends ProgramBuilder<Builder> {
        private final EventSelection events;
        private SamplingPeriod period = SamplingPeriod.DEFAULT;
        private SamplingMode mode = SamplingMode.AUTO;
        private double maxCost = DEFAULT_MAX_COST;
        private boolean force;
        private SwitchRecords switches = SwitchRecords.NONE;
        private boolean inherit = true;
        private Attachment attachment;
        private boolean splitGroups;
        private ScopeRequest scope = ScopeRequest.TASKS;
        private CodeRecords code = CodeRecords.POINTERS;
        private Duration delay;
        private CountingControl control;
        private Duration interval;
        private Placement placement = Placement.NONE;

        private Builder(List<String> command, Path recording, EventSelection events) {
            super(command, recording, System.getenv());
            this.events = events;
        }

        @Override
        protected Builder self() {
            return this;
        }

        public Builder period(SamplingPeriod value) {
            period = value;
            return this;
        }

        public Builder mode(SamplingMode value) {
            mode = value;
            return this;
        }

        public Builder maxCost(double share) {
            maxCost = share;
            return this;
        }

        public Builder force(boolean value) {
            force = value;
            return this;
        }

        public Builder switches(SwitchRecords value) {
            switches = value;
            return this;
        }

        public Builder inherit(boolean value) {
            inherit = value;
            return this;
        }

        /**
         * Sets the targets to observe.
         *
         * @param value the targets, or null to start the command
         */
        public Builder attachment(Attachment value) {
            attachment = value;
            return this;
        }

        public Builder splitGroups(boolean value) {
            splitGroups = value;
            return this;
        }

        public Builder code(CodeRecords value) {
            code = value;
            return this;
        }

        public Builder scope(ScopeRequest value) {
            scope = value;
            return this;
        }

        /**
         * Sets the time before counting.
         *
         * @param value the time, or null to count from the start
         */
        public Builder delay(Duration value) {
            delay = value;
            return this;
        }

        /**
         * Sets the way in which other programs enable and disable the counters.
         *
         * @param value the way, or null if the counters are always enabled
         */
        public Builder control(CountingControl value) {
            control = value;
            return this;
        }

        /**
         * Sets the wall time between reports of the counts.
         *
         * @param value the interval, or null for no reports
         */
        public Builder interval(Duration value) {
            interval = value;
            return this;
        }

        public Builder placement(Placement value) {
            placement = value;
            return this;
        }

        public SamplingRequest build() {
            return new SamplingRequest(command, environment, Optional.ofNullable(directory), Optional.ofNullable(stdin),
                    Optional.ofNullable(stdout), Optional.ofNullable(stderr), recording, period, mode, events, maxCost,
                    force, switches, inherit, Optional.ofNullable(timeout), meta, Optional.ofNullable(attachment),
                    splitGroups, code, scope, Optional.ofNullable(delay), Optional.ofNullable(control),
                    Optional.ofNullable(interval), placement);
        }
    }

    /**
     * The code locations that samples contain.
     *
     * @param pointers whether samples contain the instruction pointer
     * @param callGraph the helper's mode of call stacks; empty: no call stacks
     */
    public record CodeRecords(boolean pointers, Optional<String> callGraph) {
        public static final CodeRecords NONE = new CodeRecords(false, Optional.empty());
        public static final CodeRecords POINTERS = new CodeRecords(true, Optional.empty());
        /** With the call stack, by frame pointers. */
        public static final CodeRecords FRAME_POINTERS = new CodeRecords(true, Optional.of("fp"));

        /**
         * Returns records with call stacks that are unwound by call frame information.
         *
         * @param stackBytes size of the copied part of the stack in a sample, bytes
         */
        public static CodeRecords callFrameInformation(int stackBytes) {
            return new CodeRecords(true, Optional.of("dwarf," + stackBytes));
        }
    }

    /** The context switches that are recorded. */
    public enum SwitchRecords {
        NONE,
        /** All switches if the counters follow tasks; if they become too frequent, no more are recorded. */
        AUTO,
        /** All switches; a request without tasks is refused. */
        ALL
    }

    /** The mechanism that takes the samples. */
    public enum SamplingMode {
        /** {@link #KERNEL} up to 10 ms, {@link #POLL} above. */
        AUTO,
        /** The kernel takes a sample after each period of the program's running time. */
        KERNEL,
        /** A helper process polls the counters at absolute wall-clock deadlines. */
        POLL;

        private static final long MAX_KERNEL_PERIOD_NANOS = 10_000_000;

        /**
         * Parses a mode, ignoring case.
         *
         * @throws RunbenchException exit code 2: the text is not a mode
         */
        public static SamplingMode parse(String text) {
            try {
                return valueOf(text.strip().toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw RunbenchException.badInput("mode '" + text + "' is not known").remedy("use auto, kernel or poll");
            }
        }

        /** Returns the mode for a period; never {@link #AUTO}. */
        public SamplingMode forPeriod(SamplingPeriod period) {
            return this != AUTO ? this : period.nanos() <= MAX_KERNEL_PERIOD_NANOS ? KERNEL : POLL;
        }

        /** Returns the helper's word for the mode. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
