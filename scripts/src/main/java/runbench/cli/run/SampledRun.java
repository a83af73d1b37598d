package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import runbench.cli.Terminal;
import runbench.base.progress.Progress;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingProgress;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;

/** One sampled run in front of a person: progress on the terminal, Ctrl-C ends the program and keeps the recording. */
final class SampledRun {
    private SampledRun() {
    }

    /** Starts a program under counters, of whatever kind. */
    @FunctionalInterface
    interface Start {
        Sampling with(SamplingListener listener);
    }

    static Start sampled(SamplingRequest request) {
        return listener -> new Sampler(Helper.locate(home())).start(request, listener);
    }

    /**
     * @param title   for the progress
     * @param seconds about how long the program takes, for the progress; null where unknown
     */
    static SamplingResult run(Start start, String title, Double seconds, RunLife life) {
        Terminal terminal = life.terminal();
        Progress progress = terminal.start(title, " s");
        long expected = seconds == null ? -1 : Math.round(seconds);
        SamplingListener watcher = new SamplingListener() {
            @Override
            public void exec(long wallNanos) {
                life.programRan();
            }

            @Override
            public void progress(SamplingProgress p) {
                progress.at(TimeUnit.NANOSECONDS.toSeconds(p.wallNanos()), expected);
            }
        };
        List<OutputFollower> followers = List.of();
        try (Sampling sampling = life.interrupts().start(() -> start.with(watcher))) {
            followers = life.followers();
            return sampling.await();
        } finally {
            followers.forEach(OutputFollower::close);
            life.interrupts().ended();
            terminal.close();
        }
    }

    static Path home() {
        return Path.of(System.getProperty("runbench.home", "."));
    }
}
