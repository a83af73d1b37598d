package runbench.sampler.run;

/** How a sampled run ended. */
public enum Ending {
    /** The benchmark ended by itself; its exit status says how well. */
    COMPLETED,
    /** It was ended when its time was up. */
    TIMED_OUT,
    /** It was ended by {@link Sampling#stop}. */
    INTERRUPTED,
    /** Samples could not be written any more (a full disk); the program ran on to its own end. */
    RECORDING_FAILED,
    /** The helper ended before its time (killed); final counts are missing, the recording ends at its last flush. */
    HELPER_DIED
}
