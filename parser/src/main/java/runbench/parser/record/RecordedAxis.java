package runbench.parser.record;

/** What advances along the records of a recording. */
public enum RecordedAxis implements Labeled {
    /** Time that the program's tasks ran. */
    RUN_TIME("run_time"),
    /** Instructions executed, where no time exists. */
    INSTRUCTIONS("instructions"),
    /** Something that this version does not know. */
    UNKNOWN("");

    private final String label;

    RecordedAxis(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
