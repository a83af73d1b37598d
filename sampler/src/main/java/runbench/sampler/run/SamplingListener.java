package runbench.sampler.run;

/** Follows a run. Called from one thread of the run's own, in order; what it throws ends the run. */
public interface SamplingListener {
    /** Does nothing. */
    SamplingListener NONE = new SamplingListener() {};

    default void calibrated(Calibration calibration) {
    }

    default void started(SamplingStart start) {
    }

    /** The benchmark's own code runs from {@code wallNanos} (CLOCK_MONOTONIC) on. */
    default void exec(long wallNanos) {
    }

    /** About twice a second. */
    default void progress(SamplingProgress progress) {
    }
}
