package runbench.schedule.profile;

/** The units of traffic between caches and memory. */
public enum TrafficUnit {
    /** Bytes per second. */
    BYTES_PER_SECOND("B/s"),
    /** Transactions of a front-side bus per microsecond, one cache line each. */
    TRANSACTIONS_PER_MICROSECOND("transactions/us");

    private static final double BYTES_PER_TRANSACTION = 64;

    private final String label;

    TrafficUnit(String label) {
        this.label = label;
    }

    /**
     * Converts a traffic into this unit.
     *
     * @param traffic value to convert
     * @param from unit of the value
     */
    public double of(double traffic, TrafficUnit from) {
        return from == this ? traffic
                : this == BYTES_PER_SECOND ? traffic * BYTES_PER_TRANSACTION * 1e6
                        : traffic / (BYTES_PER_TRANSACTION * 1e6);
    }

    /** Returns the label in files and on charts. */
    public String label() {
        return label;
    }
}
