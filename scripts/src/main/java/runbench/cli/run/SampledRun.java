package runbench.cli.run;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import runbench.cli.Terminal;
import runbench.parser.Progress;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingProgress;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;
import runbench.sampler.run.Signal;

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
    static SamplingResult run(Start start, String title, Double seconds, Terminal terminal) {
        Progress progress = terminal.start(title, " s");
        long expected = seconds == null ? -1 : Math.round(seconds);
        SamplingListener watcher = new SamplingListener() {
            @Override
            public void progress(SamplingProgress p) {
                progress.at(TimeUnit.NANOSECONDS.toSeconds(p.wallNanos()), expected);
            }
        };
        try (Sampling sampling = start.with(watcher); Interrupts interrupts = Interrupts.to(sampling)) {
            return sampling.await();
        } finally {
            terminal.close();
        }
    }

    static Path home() {
        return Path.of(System.getProperty("runbench.home", "."));
    }

    /** While open, signals to this process end the benchmark instead: a second one at once. */
    private static final class Interrupts implements AutoCloseable {
        private static final String[] NAMES = {"INT", "TERM", "HUP"};
        private final sun.misc.SignalHandler[] before = new sun.misc.SignalHandler[NAMES.length];
        private int received;

        static Interrupts to(Sampling sampling) {
            Interrupts interrupts = new Interrupts();
            for (int i = 0; i < NAMES.length; i++) {
                Signal forwarded = NAMES[i].equals("INT") ? Signal.INT : Signal.TERM;
                interrupts.before[i] = sun.misc.Signal.handle(new sun.misc.Signal(NAMES[i]),
                        signal -> sampling.stop(interrupts.received++ == 0 ? forwarded : Signal.KILL));
                if (interrupts.before[i] == sun.misc.SignalHandler.SIG_IGN) { // nohup, or a shell's background job
                    sun.misc.Signal.handle(new sun.misc.Signal(NAMES[i]), interrupts.before[i]);
                }
            }
            return interrupts;
        }

        @Override
        public void close() {
            for (int i = 0; i < NAMES.length; i++) {
                sun.misc.Signal.handle(new sun.misc.Signal(NAMES[i]), before[i]);
            }
        }
    }
}
