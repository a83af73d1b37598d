package runbench.sampler.probe;

/** The state of a capability. */
public enum State {
    /** It works. */
OK,
/** It works with a stated restriction. */
LIMITED,
/** It does not work. */
MISSING
}
