package runbench.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.EventRequest;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.SavedSets;
import runbench.parser.metrics.SavedSets.Kind;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.SamplingRequest.CodeRecords;
import runbench.sampler.run.SamplingRequest.SamplingMode;
import runbench.sampler.run.SamplingRequest.SwitchRecords;

/** Options for the selection of events and their scope. */
@OptionSection("Events and scope")
public final class CountOptions {
    /** The part of the stack in each sample, as perf's. */
    private static final int DEFAULT_STACK_BYTES = 8192;
    /** Largest part of the stack in a sample, by the kernel. */
    private static final int MAX_STACK_BYTES = 65528;

    @Option(names = {"-e", "--events"}, paramLabel = "LIST", defaultValue = EventResolver.AUTO, order = 12,
            description = "Events, separated by commas, with the names of perf list ('runbench events' lists this "
                    + "machine's): page-faults, cycles:u, r530143, cpu/event=0x43,umask=1/, sched:sched_switch, {a,b}, "
                    + "L1D_ALL_REF, PAPI_TOT_INS, or a set of your own, @NAME. auto: "
                    + "memory references and L1D misses, or software events on a machine without a " + "PMU (default).")
    private String events;

    @Option(names = "--metrics", paramLabel = "LIST", order = 12,
            description = "Compute these metrics, and count the events that they need: ipc,l1d_miss_ratio, or a group: "
                    + "topdown, cache, tlb, branch, memory, flops, energy, frontend ('runbench metrics' lists "
                    + "them), a group of LIKWID (FLOPS_DP, L3, MEM), or a set of your own, @NAME. If "
                    + "they need all counters, the events of auto are not counted.")
    private String metrics;

    @Option(names = "--groups", order = 12,
            description = "Multiplex groups of events if the processor has too few counters. The counts are then "
                    + "estimates, with an interval and the share of time measured.")
    private boolean groups;

    @Option(names = "--exact", order = 12,
            description = "Never multiplex: run the program once per group of events that fit the counters, and "
                    + "merge the runs by running time.")
    private boolean exact;

    @Option(names = "--split", order = 12,
            description = "Count user and kernel mode separately, as EVENT:u and EVENT:k.")
    private boolean split;

    @Option(names = "--switches", order = 13,
            description = "Record all context switches, also of a program with more than 20,000 per second. By "
                    + "default they are recorded up to that rate: the chart shows when each task was on a CPU, and "
                    + "the summary how long.")
    private boolean switches;

    @Option(names = "--no-switches", order = 13, description = "Do not record context switches.")
    private boolean noSwitches;

    @Option(names = "--no-inherit", order = 14,
            description = "Count only the first task, without its threads and children; with -p only the existing "
                    + "threads.")
    private boolean noInherit;

    @Option(names = "--scope", paramLabel = "SCOPE", defaultValue = "task", order = 14,
            description = "Scope of the counters. task: each task separately, at the cost of CPUs x (1 + events) "
                    + "copies at "
                    + "every fork; cgroup: a control group for the run, with one set of counters per CPU and no "
                    + "cost at "
                    + "a fork; auto: cgroup if it is permitted and task cost more than 5 %% of the time of the "
                    + "last run of the same command (default: ${DEFAULT-VALUE}).")
    private String scope;

    @Option(names = "--no-pointers", order = 14,
            description = "Do not record the code location of each sample; 'runbench functions' then has no data.")
    private boolean noPointers;

    @Option(names = "--call-graph", paramLabel = "MODE", arity = "0..1", order = 14, preprocessor = ModeOrProgram.class,
            description = "Record the call stack of each sample: flame graph on the page, total shares in 'runbench "
                    + "functions', 'runbench export --format collapsed'. fp: by frame pointers (default; functions "
                    + "compiled without -fno-omit-frame-pointer hide their callers). dwarf[,BYTES]: by call frame "
                    + "information, for programs without frame pointers; copies BYTES of the stack into each sample "
                    + "(default 8192).")
    private String callGraph;

    public boolean exact() {
        return exact;
    }

    /** Returns whether an option was given that emulation does not support. */
    boolean countsOnHardware() {
        return groups || exact || split || switches || scope() != CounterScope.TASK;
    }

    /** @throws RunbenchException (bad input) the options exclude one another */
    SwitchRecords switches() {
        if (switches && noSwitches) {
            throw RunbenchException.badInput("--switches and --no-switches exclude one another")
                    .remedy("leave one of the two out");
        }
        return switches ? SwitchRecords.ALL : noSwitches ? SwitchRecords.NONE : SwitchRecords.AUTO;
    }

    /** @throws RunbenchException (bad input) the options exclude one another */
    CounterScope scope() {
        CounterScope asked = CounterScope.parse(scope);
        if (asked != CounterScope.TASK && noInherit) {
            throw RunbenchException
                    .badInput(
                            "--scope " + asked.word() + " counts all that the program starts, --no-inherit none of it")
                    .remedy("leave one of the two out");
        }
        if (asked != CounterScope.TASK && switches) {
            throw RunbenchException.badInput("--switches is of tasks, which --scope " + scope + " may not tell apart")
                    .remedy("leave one of the two out");
        }
        return asked;
    }

    boolean inherit() {
        return !noInherit;
    }

    /**
     * Returns the code locations to record.
     *
     * @param emulated whether the emulator counts
     * @param mode sampling mode for the period
     * @throws RunbenchException (bad input) call stacks cannot be recorded in this way
     */
    CodeRecords code(boolean emulated, SamplingMode mode) {
        if (callGraph == null) {
            return noPointers ? CodeRecords.NONE : CodeRecords.POINTERS;
        }
        CodeRecords stacks = stacks();
        if (emulated || mode == SamplingMode.POLL) {
            throw RunbenchException
                    .badInput("--call-graph needs samples by the kernel; "
                            + (emulated ? "emulation has none" : "these counters are polled"))
                    .remedy(emulated ? "leave one of --call-graph and --emulate out"
                            : "leave --mode out and type a period up to 10 ms: --period 1ms");
        }
        if (noPointers || exact || scope() != CounterScope.TASK) {
            throw RunbenchException.badInput("--call-graph and "
                    + (noPointers ? "--no-pointers" : exact ? "--exact" : "--scope " + scope) + " exclude one another")
                    .remedy("leave one of the two out");
        }
        return stacks;
    }

    private CodeRecords stacks() {
        String[] words = callGraph.split(",", 2);
        if (words[0].equals("dwarf")) {
            int bytes = words.length == 1 ? DEFAULT_STACK_BYTES
                    : words[1].matches("\\d{1,5}") ? Integer.parseInt(words[1]) : 0;
            if (bytes < 8 || bytes > MAX_STACK_BYTES || bytes % 8 != 0) {
                throw RunbenchException.badInput("--call-graph=" + callGraph
                        + ": the part of the stack is no multiple of 8 up to " + MAX_STACK_BYTES + " bytes")
                        .remedy("type --call-graph=dwarf," + DEFAULT_STACK_BYTES);
            }
            return CodeRecords.callFrameInformation(bytes);
        }
        if (callGraph.equals("lbr")) {
            throw RunbenchException.machine("--call-graph=lbr: branch records of the processor are not supported")
                    .remedy("type --call-graph=dwarf, or record with perf record --call-graph lbr");
        }
        if (!callGraph.equals("fp") && !PrintTarget.isStandardOutput(callGraph)) {
            throw RunbenchException.badInput("--call-graph=" + callGraph + ": unknown mode")
                    .remedy("type --call-graph=fp or --call-graph=dwarf");
        }
        return CodeRecords.FRAME_POINTERS;
    }

    /** {@code --call-graph dwarf} names a mode; {@code --call-graph PROGRAM} is the default mode. */
    static final class ModeOrProgram implements IParameterPreprocessor {
        private static final Pattern MODE = Pattern.compile("(fp|dwarf|lbr)(,.*)?");

        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator")) && (args.isEmpty() || !MODE.matcher(args.peek()).matches())) {
                args.push(PrintTarget.STANDARD_OUTPUT);
            }
            return false;
        }
    }

    /**
     * Returns the request for events.
     *
     * @param emulated whether metrics are those of the emulated machine
     * @throws RunbenchException (bad input) the options exclude one another
     */
    public EventRequest request(boolean emulated) {
        if (groups && exact) {
            throw RunbenchException.badInput("--groups multiplexes, --exact never does: they exclude one another")
                    .remedy("leave one of the two out");
        }
        if (split && metrics != null) {
            throw RunbenchException.badInput("--split counts user and kernel mode apart, metrics need them together")
                    .remedy("leave one of the two out, or write the modes down: -e instructions:u,instructions:k");
        }
        MetricTable table = metrics == null ? null
                : emulated ? Metrics.on(Microarchitectures.emulated()) : Metrics.here();
        SavedSets sets = SavedSets.ofUser();
        String names = sets.expand(Kind.METRICS, metrics);
        return new EventRequest(sets.expand(Kind.EVENTS, events), table == null ? List.of() : table.select(names),
                groups, exact, split, emulated, table == null ? List.of() : table.remarks(names));
    }

    /** Returns the options as arguments for another process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (!events.equals(EventResolver.AUTO)) {
            arguments.addAll(List.of("--events", events));
        }
        if (metrics != null) {
            arguments.addAll(List.of("--metrics", metrics));
        }
        flag(arguments, groups, "--groups");
        flag(arguments, exact, "--exact");
        flag(arguments, split, "--split");
        flag(arguments, switches, "--switches");
        flag(arguments, noSwitches, "--no-switches");
        flag(arguments, noInherit, "--no-inherit");
        if (scope() != CounterScope.TASK) {
            arguments.addAll(List.of("--scope", scope));
        }
        flag(arguments, noPointers, "--no-pointers");
        if (callGraph != null) {
            arguments.add(PrintTarget.isStandardOutput(callGraph) ? "--call-graph" : "--call-graph=" + callGraph);
        }
        return arguments;
    }

    private static void flag(List<String> arguments, boolean given, String option) {
        if (given) {
            arguments.add(option);
        }
    }
}
