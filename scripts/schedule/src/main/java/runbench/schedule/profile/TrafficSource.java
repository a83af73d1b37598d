package runbench.schedule.profile;

/** The source of a profile's traffic. */
public enum TrafficSource {
    /** Counters of the memory controllers: all traffic of the socket while the program ran. */
    MEMORY_CONTROLLERS("memory controllers (the whole socket)"),
    /** Cache lines that the core fetched from memory. Write-backs are not included; prefetches depend on the event. */
    MEMORY_FILLS("fills from memory (PMU)"),
    /**
     * Cache lines that the level 2 cache received from outside, including the last-level cache; an upper bound of the
     * memory traffic.
     */
    CACHE_FILLS("L2 fills from L3 or memory (PMU): an upper bound"),
    /** The memory bandwidth monitoring of resctrl. */
    RESCTRL("resctrl memory bandwidth monitoring"),
    /** Misses of the last emulated cache level. */
    EMULATED_MISSES("misses of an emulated cache"),
    /** A value stated by a person, for example in a workload file. */
    STATED("stated");

    private final String label;

    TrafficSource(String label) {
        this.label = label;
    }

    /** Returns the label in files and on charts. */
    public String label() {
        return label;
    }
}
