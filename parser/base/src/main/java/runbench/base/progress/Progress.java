package runbench.base.progress;

/** Told how far a long piece of work has come; the command line draws it on a terminal, everyone else is silent. */
@FunctionalInterface
public interface Progress {
    Progress NONE = (done, total) -> {};

    /**
     * @param done units of work done so far, of any kind (bytes, records, events)
     * @param total units in all; negative when not known
     */
    void at(long done, long total);
}
