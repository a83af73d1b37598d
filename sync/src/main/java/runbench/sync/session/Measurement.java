package runbench.sync.session;

import java.io.IOException;
import java.util.List;
import runbench.base.progress.Progress;

/** The topology that is measured window by window: a star of nodes, or a tree of gateways. */
public interface Measurement extends AutoCloseable {
    /** Returns the maximum traffic and the duration of a window, known before it begins. */
    Declaration declaration();

    /** Returns the names of all nodes to measure. */
    List<String> nodes();

    /** Starts the programs on the other machines. */
    void start(Progress progress);

    /** Runs one window, estimates it and adds it to the models. */
    WindowReport window(Progress progress) throws IOException;

    @Override
    void close();
}
