package runbench.livelog;

import runbench.base.progress.Progress;

/** Receives the events of a live log's run, from several threads. */
public interface LogObserver {
    /** Returns the display of a task's progress. */
    Progress progress(String task, String unit);

    /** All servers were started. */
    void started();

    /** A server ended. */
    void ended(String node, ServerEnd end);

    /**
     * A problem that does not end the run.
     *
     * @param node name of the node; null: all nodes
     */
    void problem(String node, String problem);
}
