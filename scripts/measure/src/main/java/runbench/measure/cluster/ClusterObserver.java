package runbench.measure.cluster;

import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;

/** Receives the progress of a run on many nodes. */
public interface ClusterObserver {
    ProgressDisplay progress();

    /** Reports the start of a step. */
    void step(String what);

    /** Reports a problem; the run continues. */
    void problem(RunbenchException what);
}
