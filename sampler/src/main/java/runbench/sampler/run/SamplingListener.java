package runbench.sampler.run;

/** Receives the progress of a run, in order, on one thread of the run. An exception terminates the run. */
public interface SamplingListener {
    /** A listener that ignores all calls. */
    SamplingListener NONE = new SamplingListener() {};

    default void calibrated(Calibration calibration) {
    }

    default void started(SamplingStart start) {
    }

    /**
 * Reports the start of the benchmark's own code.
 *
 * @param wallNanos time of the exec, CLOCK_MONOTONIC, nanoseconds
 */
    default void exec(long wallNanos) {
    }

    /** Reports progress, about twice per second. */
    default void progress(SamplingProgress progress) {
    }
}
