package runbench.parser.record;

/** Where a count comes from. */
public enum CountSource implements Labeled {
    /** A hardware performance monitoring unit. */
    PMU("pmu"),
    /** The kernel's own accounting. */
    SOFTWARE("software"),
    /** A static probe of the kernel. */
    TRACEPOINT("tracepoint"),
    /** A debug register watching one address. */
    BREAKPOINT("breakpoint"),
    /** The kernel's monitoring of caches and memory traffic. */
    RESCTRL("resctrl"),
    /** An emulator; the word goes on to name it: "emulated (QEMU TCG), not measured". */
    EMULATED("emulated"),
    /** Something that this version does not know. */
    UNKNOWN("");

    private final String label;

    CountSource(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public boolean isMeantBy(String word) {
        return this == EMULATED ? word.startsWith(label) : label.equals(word);
    }
}
