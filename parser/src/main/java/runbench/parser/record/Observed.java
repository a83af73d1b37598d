package runbench.parser.record;

/** What was observed. */
public enum Observed implements Labeled {
    /** A command started for it, with what it starts. */
    COMMAND("command"), PROCESS("process"), THREAD("thread"),
    /** CPUs, whoever ran there. */
    CPUS("cpus"),
    /** Control groups, whatever ran in them. */
    CGROUPS("cgroups"),
    /** Something that this version does not know. */
    UNKNOWN("");

    private final String label;

    Observed(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
