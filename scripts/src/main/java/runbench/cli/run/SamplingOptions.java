package runbench.cli.run;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.parser.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.sampler.events.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Machine;
import runbench.sampler.events.ModeSplit;
import runbench.sampler.events.SystemFiles;
import runbench.sampler.run.Period;
import runbench.sampler.run.SamplingMode;
import runbench.sampler.run.SamplingRequest;

/** Options of every command that samples. */
final class SamplingOptions {
    @Option(names = "--period", paramLabel = "TIME", defaultValue = "1ms", order = 10,
            description = "Time between two samples, 50us to 1h (default: ${DEFAULT-VALUE}).")
    private String period;

    @Option(names = "--mode", paramLabel = "MODE", defaultValue = "auto", order = 11,
            description = "kernel: the kernel samples, in the program's running time; poll: a helper reads the "
                    + "counters, in wall time; auto: kernel up to 10 ms, poll above (default).")
    private String mode;

    @Option(names = {"-e", "--events"}, paramLabel = "LIST", defaultValue = EventResolver.AUTO, order = 12,
            description = "Events with commas between them: perf's names, raw codes (r530143, 0x530143), L1D_ALL_REF. "
                    + "auto: memory references and L1D misses, or software events where there is no PMU (default).")
    private String events;

    @Option(names = "--metrics", paramLabel = "LIST", order = 12,
            description = "Count what these metrics need too, and compute them: ipc,l1d_miss_ratio ('runbench metrics' lists them).")
    private String metrics;

    @Option(names = "--groups", order = 12, description = "Where the processor has too few counters for all events, count "
            + "groups of them in turns. Counts are then estimates, marked with the share of time measured.")
    private boolean groups;

    @Option(names = "--exact", order = 12, description = "Never count in turns: run the program once per group of events "
            + "that fit the counters, and merge the runs by running time.")
    private boolean exact;

    @Option(names = "--split", order = 12, description = "Count user and kernel mode apart, as EVENT:u and EVENT:k.")
    private boolean split;

    @Option(names = "--switches", order = 13, description = "Record context switches: the chart shows when each task was "
            + "on a CPU, the summary for how long.")
    private boolean switches;

    @Option(names = "--no-inherit", order = 14, description = "Count the first task only, not its threads and children; with -p only the "
            + "threads that are there.")
    private boolean noInherit;

    @Option(names = "--max-cost", paramLabel = "SHARE", defaultValue = "0.25", order = 15,
            description = "Refuse a period of which one sample would cost more than this share (default: ${DEFAULT-VALUE}).")
    private double maxCost;

    @Option(names = "--force", order = 16, description = "Take a period that costs more all the same.")
    private boolean force;

    @Option(names = "--timeout", paramLabel = "TIME", order = 17,
            description = "End the program after this wall time, for example 90s or 10min.")
    private String timeout;

    boolean exact() {
        return exact;
    }

    /** Whether an option was given that makes no sense where nothing but a program's instructions is counted. */
    boolean countsOnHardware() {
        return groups || exact || split || switches;
    }

    String events() {
        return events;
    }

    List<Metric> metrics() {
        return metrics == null ? List.of() : Metrics.table().select(metrics);
    }

    /** What was asked for, on this machine. */
    EventSelection select() {
        if (groups && exact) {
            throw RunbenchException.badInput("--groups counts in turns, --exact never does: they exclude one another");
        }
        if (split && metrics != null) {
            throw RunbenchException.badInput("--split counts user and kernel mode apart, metrics need them together")
                    .remedy("leave one of the two out, or write the modes down: -e instructions:u,instructions:k");
        }
        EventSelection selected = Events.select(events, metrics());
        return split ? ModeSplit.of(selected, Machine.read(SystemFiles.THIS_MACHINE).rights()) : selected;
    }

    Period period() {
        return Period.parse(period);
    }

    /** @param usual the timeout where none was asked for; null for none */
    SamplingRequest.Builder apply(SamplingRequest.Builder request, Duration usual) {
        return request.period(period()).mode(SamplingMode.parse(mode)).switches(switches).inherit(!noInherit)
                .maxCost(maxCost).force(force).splitGroups(groups)
                .timeout(timeout == null ? usual : Duration.ofNanos(Period.parse(timeout).nanos()));
    }
}
