package runbench.livelog;

import runbench.base.progress.Progress;

/** Receives what happens while a live log runs, from several threads. */
public interface LogObserver {
    /** Something takes a while that a person waits for. */
    Progress progress(String what, String unit);

    /** All servers run. */
    void started();

    /** A server ended. */
    void ended(String node, ServerEnd end);

    /** Something went wrong that ends nothing. @param node null: it is about all of them */
    void problem(String node, String what);
}
