package runbench.sampler.run;

/** The way in which a sampled run ended. */
public enum Ending {
    /** The benchmark ended by itself, with any exit status. */
    COMPLETED,
    /** The benchmark was terminated at its time limit. */
    TIMED_OUT,
    /** The benchmark was terminated by {@link Sampling#stop}. */
    INTERRUPTED,
    /** The recording failed, for example because the disk was full; the program continued to its own end. */
    RECORDING_FAILED,
    /** The helper was killed. Final counts are missing, and the recording ends at its last flush. */
    HELPER_DIED
}
