package runbench.measure.cluster;

import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;

/** Follows a run on many nodes for whoever asked for it. */
public interface ClusterObserver {
    ProgressDisplay progress();

    /** Something worth a line: what is done now. */
    void step(String what);

    /** Something did not work out; the run goes on. */
    void problem(RunbenchException what);
}
