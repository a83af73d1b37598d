package runbench.measure;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.catalogue.ResolvedBenchmark;
import runbench.parser.interval.IntervalCounts;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.events.EventSelection;

/** Receives the progress of a measurement. Methods are called from several threads, but never concurrently. */
public interface RunObserver {
    ProgressDisplay progress();

    /** Reports known disturbances, most severe first; not called if there are none. */
    void disturbed(List<Disturbance> disturbances);

    /** Reports the resolved benchmark. */
    void resolved(ResolvedBenchmark benchmark);

    /** Reports the start of a preparation step. */
    void preparing(String step);

    /** Reports that the program runs under counters of these events. */
    void counting(EventSelection events);

    /**
     * Reports that the counters are open.
     *
     * @param pid process id of the program; 0 if CPUs or control groups are observed
     */
    default void started(long pid) {
    }

    /** Reports the number of samples so far, about twice per second. */
    default void sampled(long samples) {
    }

    /**
     * Reports the counts of an interval, while the program runs.
     *
     * @return false if the reader has ended
     */
    default boolean interval(IntervalCounts interval) {
        return true;
    }

    /** Reports the comparison of two emulators that counted the same program. */
    void crossChecked(CrossCheck check);

    /**
     * Reports the error that ended the run, or a further error after that. The process may end immediately after the
     * method returns.
     */
    void failed(RunbenchException failure);
}
