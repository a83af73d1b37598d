package runbench.cli.option;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.SamplingSettings;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest.SamplingMode;

/** Options of commands that sample. */
@OptionSection("Sampling")
public final class SamplingOptions {
    private static final String DEFAULT_PERIOD = "1ms";
    private static final String DEFAULT_MODE = "auto";
    private static final double DEFAULT_MAX_COST = 0.25;

    @Option(names = "--period", paramLabel = "TIME", order = 10,
            description = "Time between two samples, 50us to 1h (default: " + DEFAULT_PERIOD + ").")
    private String period;

    @Option(names = "--mode", paramLabel = "MODE", order = 11,
            description = "kernel: the kernel samples, in the program's running time; poll: a helper reads the "
                    + "counters, in wall time; auto: kernel up to 10 ms, poll above (default).")
    private String mode;

    @Mixin
    private CountOptions count;

    @Option(names = "--max-cost", paramLabel = "SHARE", order = 15,
            description = "Maximum share of a period that one sample may cost (default: " + DEFAULT_MAX_COST + ").")
    private Double maxCost;

    @Option(names = "--force", order = 16, description = "Accept a period with a higher cost, or a baseline "
            + "that was measured under other conditions.")
    private boolean force;

    @Option(names = "--timeout", paramLabel = "TIME", order = 17,
            description = "End the program after this wall time, for example 90s or 10min.")
    private String timeout;

    boolean isForced() {
        return force;
    }

    public CountOptions count() {
        return count;
    }

    /**
     * Returns the settings.
     *
     * @param emulated whether the emulator counts
     * @throws RunbenchException (bad input) a sampling period is given for emulation
     */
    public SamplingSettings settings(boolean emulated) {
        if (emulated && (period != null || mode != null || maxCost != null)) {
            throw RunbenchException
                    .badInput("--period, --mode and --max-cost are for samples over time; emulation takes them over "
                            + "instructions")
                    .remedy(EmulationOptions.INSTEAD_OF_TIMES);
        }
        SamplingPeriod every = SamplingPeriod.parse(given(period, DEFAULT_PERIOD));
        SamplingMode taken = SamplingMode.parse(given(mode, DEFAULT_MODE));
        return new SamplingSettings(count.request(emulated), count.switches(), count.inherit(),
                count.code(emulated, taken.forPeriod(every)), every, taken, given(maxCost, DEFAULT_MAX_COST), force,
                timeout == null ? null : SamplingPeriod.duration("--timeout", timeout), count.scope());
    }

    private static <T> T given(T value, T absent) {
        return value == null ? absent : value;
    }
}
