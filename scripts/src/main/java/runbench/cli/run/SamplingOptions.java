package runbench.cli.run;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.parser.metrics.Metric;
import runbench.sampler.events.EventResolver;
import runbench.sampler.events.EventSelection;
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

    @Option(names = "--switches", order = 13, description = "Record context switches too.")
    private boolean switches;

    @Option(names = "--no-inherit", order = 14, description = "Count the first task only, not its threads and children.")
    private boolean noInherit;

    @Option(names = "--max-cost", paramLabel = "SHARE", defaultValue = "0.25", order = 15,
            description = "Refuse a period of which one sample would cost more than this share (default: ${DEFAULT-VALUE}).")
    private double maxCost;

    @Option(names = "--force", order = 16, description = "Take a period that costs more all the same.")
    private boolean force;

    @Option(names = "--timeout", paramLabel = "TIME", order = 17,
            description = "End the program after this wall time, for example 90s or 10min.")
    private String timeout;

    String events() {
        return events;
    }

    List<Metric> metrics() {
        return metrics == null ? List.of() : Metrics.table().select(metrics);
    }

    /** What was asked for, on this machine. */
    EventSelection select() {
        return Events.select(events, metrics());
    }

    Period period() {
        return Period.parse(period);
    }

    /** @param usual the timeout where none was asked for; null for none */
    SamplingRequest.Builder apply(SamplingRequest.Builder request, Duration usual) {
        return request.period(period()).mode(SamplingMode.parse(mode)).switches(switches).inherit(!noInherit)
                .maxCost(maxCost).force(force)
                .timeout(timeout == null ? usual : Duration.ofNanos(Period.parse(timeout).nanos()));
    }
}
