package runbench.measure;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import runbench.base.home.ProjectHome;
import runbench.base.process.OutputFollower;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingListener.SamplingCounts;
import runbench.sampler.run.SamplingListener.SamplingProgress;
import runbench.sampler.run.SamplingListener.SamplingStart;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;

/** Runs one sampled program with progress. An interrupt ends the program and keeps the recording. */
final class SampledRun {
    private SampledRun() {
    }

    /** Starts a program under hardware counters or in emulation. */
    @FunctionalInterface
    interface Start {
        Sampling with(SamplingListener listener);

        /** Reports that counting has started. */
        default void begun(RunObserver observer) {
        }

        /** Receives the counts so far, while the program runs. */
        default void counted(SamplingCounts counts) {
        }

        /** Receives the result. */
        default void ended(SamplingResult result) {
        }
    }

    static Start sampled(SamplingRequest request) {
        return sampled(request, null);
    }

    /**
     * Returns the start of a program under hardware counters.
     *
     * @param intervals receives the counts while the program runs; null: no receiver
     */
    static Start sampled(SamplingRequest request, IntervalReports intervals) {
        return new Start() {
            @Override
            public Sampling with(SamplingListener listener) {
                return new Sampler(Helper.locate(ProjectHome.folder())).start(request, listener);
            }

            @Override
            public void begun(RunObserver observer) {
                observer.counting(request.events());
            }

            @Override
            public void counted(SamplingCounts counts) {
                intervals.counted(counts);
            }

            @Override
            public void ended(SamplingResult result) {
                if (intervals != null) {
                    intervals.ended(result);
                }
            }
        };
    }

    /**
     * Runs a program.
     *
     * @param title title of the progress display
     * @param seconds estimated duration in seconds, for the progress; null: unknown
     */
    static SamplingResult run(Start start, String title, Double seconds, RunLife life) {
        ProgressDisplay display = life.observer().progress();
        Progress progress = display.start(title, " s");
        long expected = seconds == null ? -1 : Math.round(seconds);
        SamplingListener watcher = new SamplingListener() {
            @Override
            public void started(SamplingStart started) {
                start.begun(life.observer());
                life.observer().started(started.pid());
            }

            @Override
            public void exec(long wallNanos) {
                life.programStarted();
            }

            @Override
            public void counted(SamplingCounts counts) {
                start.counted(counts);
            }

            @Override
            public void progress(SamplingProgress p) {
                life.observer().sampled(p.samples());
                progress.at(TimeUnit.NANOSECONDS.toSeconds(p.wallNanos()), expected);
            }
        };
        List<OutputFollower> followers = List.of();
        OptionalInt byItsHelper = OptionalInt.empty();
        try (Sampling sampling = life.interrupts().start(() -> start.with(watcher), Sampling::stop)) {
            followers = life.followers();
            SamplingResult result = sampling.await();
            byItsHelper = result.received();
            start.ended(result);
            return result;
        } finally {
            followers.forEach(OutputFollower::close);
            life.interrupts().ended(byItsHelper);
            display.close();
        }
    }
}
