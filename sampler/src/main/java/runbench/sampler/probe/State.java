package runbench.sampler.probe;

/** How well a machine can do something. */
public enum State {
    OK,
    /** It works with the consequence that is stated. */
    LIMITED, MISSING
}
