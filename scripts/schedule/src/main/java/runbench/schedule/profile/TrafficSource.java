package runbench.schedule.profile;

/** What told the traffic of a profile. */
public enum TrafficSource {
    /** The memory controllers' own counters: all traffic of the socket while the program ran. */
    MEMORY_CONTROLLERS("memory controllers (the whole socket)"),
    /**
     * Cache lines that came from memory, counted by the core: no write-backs, no prefetches where the event leaves them
     * out.
     */
    MEMORY_FILLS("fills from memory (PMU)"),
    /**
     * Cache lines that came into the level 2 cache from beyond it, counted by the core: from the last level too, so
     * that memory moved less.
     */
    CACHE_FILLS("fills of the L2 from beyond it (PMU): memory moved at most so much"),
    /** The memory bandwidth monitoring of resctrl. */
    RESCTRL("resctrl memory bandwidth monitoring"),
    /** Misses of the emulated machine's last level. */
    EMULATED_MISSES("misses of an emulated cache"),
    /** Stated by a person, as in a workload file. */
    STATED("stated");

    private final String label;

    TrafficSource(String label) {
        this.label = label;
    }

    /** As it stands in files and on charts. */
    public String label() {
        return label;
    }
}
