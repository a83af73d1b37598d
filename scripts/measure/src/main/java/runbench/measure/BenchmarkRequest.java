package runbench.measure;

import java.util.Optional;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;

/**
 * A request to measure one benchmark of the catalogue.
 *
 * @param entry catalogue entry of the benchmark
 * @param resolve options that select run, size and program on this machine; the run replaces their result folder
 * @param keepWork keep the benchmark's working folder
 * @param sampling events, period and scope
 * @param emulation settings of the emulated run; empty: hardware counters
 * @param output folder and output files
 */
public record BenchmarkRequest(Entry entry, ResolveOptions resolve, boolean keepWork, SamplingSettings sampling,
        Optional<EmulationSettings> emulation, OutputRequest output) {
    /** Returns the request for another folder and files. */
    public BenchmarkRequest with(OutputRequest files) {
        return new BenchmarkRequest(entry, resolve, keepWork, sampling, emulation, files);
    }
}
