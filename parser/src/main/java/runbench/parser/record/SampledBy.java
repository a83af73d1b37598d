package runbench.parser.record;

/** Who took the samples of a recording. */
public enum SampledBy implements Labeled {
    /** The kernel, each time a task had run for one period. */
    KERNEL("kernel"),
    /** A helper, at deadlines of wall time. */
    POLL("poll"),
    /** An emulator, each time a task had executed so many instructions. */
    EMULATED("emulated"),
    /** Something that this version does not know. */
    UNKNOWN("");

    private final String label;

    SampledBy(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
