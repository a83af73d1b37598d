package runbench.parser.record;

/** Which modes of the processor were counted. */
public enum CountScope implements Labeled {
    USER("user"), KERNEL("kernel"), USER_AND_KERNEL("user+kernel"), HYPERVISOR("hypervisor"),
    HYPERVISOR_AND_MORE("hypervisor and more"),
    /** The file does not say, or in a word that this version does not know. */
    UNKNOWN("");

    private final String label;

    CountScope(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
