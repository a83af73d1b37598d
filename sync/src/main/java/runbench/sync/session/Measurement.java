package runbench.sync.session;

import java.io.IOException;
import java.util.List;
import runbench.base.progress.Progress;

/** What is measured window by window: a star of nodes, or a tree of gateways. */
public interface Measurement extends AutoCloseable {
    /** What a window will send at most, and how long it takes: known before anything is sent. */
    Declaration declaration();

    /** Names of everybody who is to be measured. */
    List<String> nodes();

    /** Starts what must run on the other machines. */
    void start(Progress progress);

    /** One window, estimated and added to the models. */
    WindowReport window(Progress progress) throws IOException;

    @Override
    void close();
}
