package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonValue;

/** Whether the samples of a recording say where in the program they were taken, and why not. */
public enum PointerStatus implements Labeled {
    RECORDED("recorded"),
    /** A helper read the counters from outside, at deadlines. */
    POLLED("polled"), EMULATED("emulated"),
    /** CPUs were observed: whose code ran there is not followed. */
    CPUS("cpus"),
    /** The run was made without them. */
    LEFT_OUT("left out"),
    /** By a sampler that did not record them yet. */
    OLD("old recording");

    private final String label;

    PointerStatus(String label) {
        this.label = label;
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }
}
