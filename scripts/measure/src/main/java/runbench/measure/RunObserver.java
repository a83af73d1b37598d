package runbench.measure;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.catalogue.ResolvedBenchmark;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.events.EventSelection;

/** Follows a measurement for whoever asked for it. Called from several threads, one after the other. */
public interface RunObserver {
    ProgressDisplay progress();

    /** What is known to disturb what is going to be measured, the worst first; not called where nothing is. */
    void disturbed(List<Disturbance> disturbances);

    /** What exactly is going to run. */
    void resolved(ResolvedBenchmark benchmark);

    /** A step of the preparation begins. */
    void preparing(String step);

    /** The program is under counters, of these events. */
    void counting(EventSelection events);

    /** Two emulators have counted the same program. */
    void crossChecked(CrossCheck check);

    /**
     * Ends the run, or comes on top of what has ended it. This process may end at once when the method has returned.
     */
    void failed(RunbenchException failure);
}
