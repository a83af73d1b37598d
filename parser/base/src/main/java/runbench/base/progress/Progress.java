package runbench.base.progress;

/** A receiver of the progress of long work. The command line draws it on a terminal; all other receivers ignore it. */
@FunctionalInterface
public interface Progress {
    Progress NONE = (done, total) -> {};

    /**
     * Receives the current state.
     *
     * @param done units of work done so far, of any kind (bytes, records, events)
     * @param total total number of units; negative if unknown
     */
    void at(long done, long total);
}
