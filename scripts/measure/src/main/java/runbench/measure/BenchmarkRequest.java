package runbench.measure;

import java.util.Optional;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;

/**
 * A benchmark to be measured.
 *
 * @param resolve how to find out what it is on this machine; its result folder is replaced by the run's
 * @param keepWork the benchmark's working folder stays
 * @param emulation instead of the hardware; empty for the hardware
 */
public record BenchmarkRequest(Entry entry, ResolveOptions resolve, boolean keepWork, SamplingSettings sampling,
        Optional<EmulationSettings> emulation, OutputRequest output) {}
