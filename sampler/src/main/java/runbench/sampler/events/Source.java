package runbench.sampler.events;

/** The origin of a count, shown with every number and in every chart. */
public enum Source {
    /** A hardware performance monitoring unit. */
    PMU("pmu"),
    /** The kernel's own accounting. */
    SOFTWARE("software"),
    /** A static tracepoint of the kernel. */
    TRACEPOINT("tracepoint"),
    /** A debug register watching one address. */
    BREAKPOINT("breakpoint"),
    /** A monitoring group in the kernel's resctrl file system. */
    RESCTRL("resctrl");

    private final String label;

    Source(String label) {
        this.label = label;
    }

    /** Returns the word in recordings and tables. */
    public String label() {
        return label;
    }
}
