package runbench.livelog;

/** Receives what happens while a live log runs, from several threads. */
public interface LogObserver {
    /** A server ended. */
    void ended(String node, ServerEnd end);

    /** Something went wrong that ends nothing. @param node null: it is about all of them */
    void problem(String node, String what);
}
