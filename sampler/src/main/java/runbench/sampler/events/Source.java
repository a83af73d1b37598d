package runbench.sampler.events;

/** Where a count comes from; stands beside every figure and in every chart. */
public enum Source {
    /** A hardware performance monitoring unit. */
    PMU("pmu"),
    /** The kernel's own accounting. */
    SOFTWARE("software"),
    /** A static probe of the kernel. */
    TRACEPOINT("tracepoint"),
    /** A debug register watching one address. */
    BREAKPOINT("breakpoint"),
    /** A monitoring group of the program's own, in the kernel's resctrl. */
    RESCTRL("resctrl");

    private final String label;

    Source(String label) {
        this.label = label;
    }

    /** The word in recordings and tables. */
    public String label() {
        return label;
    }
}
