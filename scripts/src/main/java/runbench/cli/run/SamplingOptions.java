package runbench.cli.run;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.cli.OptionSection;
import runbench.measure.SamplingSettings;
import runbench.sampler.run.SamplingMode;
import runbench.sampler.run.SamplingPeriod;

/** Options of every command that samples. */
@OptionSection("How often")
public final class SamplingOptions {
    @Option(names = "--period", paramLabel = "TIME", defaultValue = "1ms", order = 10,
            description = "Time between two samples, 50us to 1h (default: ${DEFAULT-VALUE}).")
    private String period;

    @Option(names = "--mode", paramLabel = "MODE", defaultValue = "auto", order = 11,
            description = "kernel: the kernel samples, in the program's running time; poll: a helper reads the "
                    + "counters, in wall time; auto: kernel up to 10 ms, poll above (default).")
    private String mode;

    @Mixin
    private CountOptions count;

    @Option(names = "--max-cost", paramLabel = "SHARE", defaultValue = "0.25", order = 15,
            description = "Reject a period of which one sample would cost more than this share (default: ${DEFAULT-VALUE}).")
    private double maxCost;

    @Option(names = "--force", order = 16, description = "Take a period that costs more all the same.")
    private boolean force;

    @Option(names = "--timeout", paramLabel = "TIME", order = 17,
            description = "End the program after this wall time, for example 90s or 10min.")
    private String timeout;

    public CountOptions count() {
        return count;
    }

    /** @param emulated the emulator counts instead of the machine */
    public SamplingSettings settings(boolean emulated) {
        return new SamplingSettings(count.request(emulated), count.switches(), count.inherit(), count.pointers(), SamplingPeriod.parse(period),
                SamplingMode.parse(mode), maxCost, force, timeout == null ? null : SamplingPeriod.duration("--timeout", timeout), count.scope());
    }
}
