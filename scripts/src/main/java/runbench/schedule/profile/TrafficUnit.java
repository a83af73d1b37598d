package runbench.schedule.profile;

/** Units of traffic between caches and memory. */
public enum TrafficUnit {
    /** Bytes per second. */
    BYTES_PER_SECOND("B/s"),
    /** Transactions of a front-side bus per microsecond, one cache line each. */
    TRANSACTIONS_PER_MICROSECOND("transactions/us");

    private final String label;

    TrafficUnit(String label) {
        this.label = label;
    }

    /** As it stands in files and on charts. */
    public String label() {
        return label;
    }
}
