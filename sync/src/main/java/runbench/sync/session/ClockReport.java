package runbench.sync.session;

import java.util.List;
import java.util.Optional;
import runbench.base.progress.Progress;
import runbench.sync.clock.Characterisation;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.Skew;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.clock.Characterisation.TimerBlock;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcServices;

/**
 * The time sources of this machine.
 *
 * @param sources report of each source
 * @param hertz divisor from TSC ticks to seconds; 0 without an invariant TSC
 * @param skews skews of the TSC between CPUs
 * @param byRaw the TSC's frequency against CLOCK_MONOTONIC_RAW over growing intervals; empty without a TSC
 * @param byCall the TSC's frequency against gettimeofday; empty without a TSC
 * @param utc answers of this machine's time services
 * @param hpet the HPET; empty if the machine has none
 */
public record ClockReport(List<SourceReport> sources, double hertz, List<Skew> skews, List<Frequency> byRaw,
        List<Frequency> byCall, UtcAnswers utc, Optional<TimerBlock> hpet) {
    private static final int SKEW_ROUNDS = 20_000;

    /**
     * Measures the time sources.
     *
     * @param samples number of cost samples per source
     * @param coldSamples number of cold-cache samples per source
     * @param intervalNanos longest interval for the TSC's frequency, ns
     * @param progress receives the number of sources measured
     */
    public static ClockReport measure(int samples, int coldSamples, long intervalNanos, Progress progress) {
        double hertz = Characterisation.nominalHertz();
        List<SourceReport> sources = Characterisation.sources(samples, coldSamples, progress);
        return new ClockReport(sources, hertz, Characterisation.skews(SKEW_ROUNDS),
                frequencies(hertz, "raw", intervalNanos), frequencies(hertz, "gettimeofday", intervalNanos),
                UtcServices.ask("auto"), Characterisation.hpet());
    }

    private static List<Frequency> frequencies(double hertz, String source, long intervalNanos) {
        return hertz == 0 ? List.of() : Characterisation.frequencies(source, intervalNanos * 1e-9);
    }
}
