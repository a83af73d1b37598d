package runbench.measure.bandwidth;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.MachineFiles;
import runbench.measure.machine.SignalHandlers;
import runbench.schedule.contention.ContentionAnalysis;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.contention.MeasuredContention;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention.OrderVerdict;
import runbench.schedule.contention.Window;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Setting;
import runbench.schedule.contention.Window.Victim;

/**
 * Measures the sustained memory traffic of this machine and the slowdown of latency-bound programs under that traffic,
 * and keeps the model.
 */
public final class BandwidthStudy {
    private static final String NAME = "contention";
    private static final int TRIALS = 3;
    /** Minimum share of the requested time that all threads must run together for a window to be used. */
    private static final double MIN_SHARE_TOGETHER = 0.2;

    private final MachineFiles files = MachineFiles.ofThisMachine(NAME);
    private final ProgressDisplay display;

    public BandwidthStudy(ProgressDisplay display) {
        this.display = display;
    }

    /** Returns the file with the kept measurement of this machine. */
    public Path kept() {
        return files.file(NAME);
    }

    /** Returns the kept model of this machine; empty if there is none. */
    public static Optional<ContentionModel> keptModel() {
        Path kept = MachineFiles.ofThisMachine(NAME).file(NAME);
        return Files.exists(kept) ? Optional.of(read(kept)) : Optional.empty();
    }

    /** Reads a model, or the output of {@code runbench machine bandwidth --json}, from a file. */
    public static ContentionModel read(Path file) {
        try {
            return ContentionModelJson.read(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e))
                    .remedy("runbench machine bandwidth measures a model, and says where it keeps it")
                    .causedBy(e);
        }
    }

    /**
     * Keeps a measurement.
     *
     * @param text measurement with its model, as JSON
     */
    public Path keep(String text) {
        return files.keep(NAME, "the measured contention", file -> Files.writeString(file, text + "\n"));
    }

    /**
     * Measures all settings.
     *
     * @param repetitions repetitions of all settings
     * @param milliseconds time that all threads of a setting run together
     * @param seconds time after which no further repetition starts and the current one ends
     * @throws RunbenchException exit code 130: interrupted before any result
     */
    public MeasuredContention measure(int repetitions, int milliseconds, double seconds, long seed) {
        List<Window> windows = new ArrayList<>();
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        Run run = new Run(milliseconds, seconds);
        boolean interrupted = false;
        try (SignalHandlers signals = SignalHandlers.interrupting(); display) {
            try (ContentionProgram program = ContentionProgram.start()) {
                run.measure(program, repetitions, new Random(seed), windows);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (RunbenchException e) {
                // A key at the terminal also ends the helper, which may be noticed before the signal.
                if (!Thread.interrupted()) {
                    throw e;
                }
                interrupted = true;
            }
        }
        if (windows.isEmpty()) {
            throw interrupted ? RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before anything was measured")
                    : tooBusy();
        }
        return result(run, windows, interrupted, load);
    }

    private static RunbenchException tooBusy() {
        return RunbenchException.machine("in no window all threads ran together for long enough")
                .remedy("end what else runs, or ask for fewer CPUs (taskset -c 0,1 runbench machine bandwidth)");
    }

    private MeasuredContention result(Run run, List<Window> windows, boolean interrupted, double load) {
        ContentionAnalysis analysis = new ContentionAnalysis(windows);
        List<CurvePoint> curve = analysis.curve();
        ContentionModel model = analysis.model(
                files.machine().getOrDefault("processor", "this machine") + ", " + run.cpus + " CPUs", run.cpus, curve);
        List<CurvePoint> predicted = model == null ? curve : analysis.predicted(curve, model);
        List<String> notes = new ArrayList<>(run.notes);
        if (run.cpus == 1) {
            notes.add("one CPU: nothing can run concurrently");
        }
        OrderVerdict saturates = analysis.saturates(run.cpus);
        if (run.cpus > 1 && saturates == OrderVerdict.INCONCLUSIVE) {
            notes.add("whether " + run.cpus + " CPUs saturate the memory is unknown: "
                    + (model == null ? "too few windows were measured" : "the intervals are too wide"));
        }
        if (run.cpus > 1 && saturates == OrderVerdict.FAILS) {
            notes.add("readers on all " + run.cpus + " CPUs read nearly " + run.cpus
                    + " times as much as one: these CPUs do not saturate the memory, "
                    + "so its maximum traffic is unknown");
        }
        return new MeasuredContention(files.machine(), run.cpus,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), run.arrayBytes, run.complete, interrupted,
                "lines moved, known by arithmetic, and a clock; no counters", analysis.traffic(), predicted,
                analysis.order(), analysis.noise(run.left, run.stolenShare(), load), model,
                model == null ? null : ContentionAnalysis.fit(predicted), notes);
    }

    /** One measurement. */
    private final class Run {
        private final int milliseconds;
        private final double seconds;
        private final long begun = System.nanoTime();
        private final List<String> notes = new ArrayList<>();
        private int cpus;
        private long arrayBytes;
        private double single;
        private long stolen;
        private int left;
        private int complete;

        Run(int milliseconds, double seconds) {
            this.milliseconds = milliseconds;
            this.seconds = seconds;
        }

        private double elapsed() {
            return (System.nanoTime() - begun) / 1e9;
        }

        double stolenShare() {
            return stolen / 1e9 / Math.max(elapsed() * cpus, 1e-9);
        }

        void measure(ContentionProgram program, int repetitions, Random random, List<Window> windows)
                throws InterruptedException {
            cpus = program.cpus();
            arrayBytes = program.arrayBytes();
            BandwidthPlan plan = new BandwidthPlan(cpus);
            LateProgress progress = new LateProgress(display.start("measuring", " windows"),
                    (long) plan.size() * repetitions);
            double[] rates = new double[TRIALS];
            for (int i = 0; i < TRIALS; i++) {
                rates[i] = program.run(new Setting(null, Antagonist.READ, 1, 1), 0, milliseconds)
                        .threads()
                        .get(0)
                        .bytesPerSecond();
            }
            single = Arrays.stream(rates).filter(Double::isFinite).max().orElseThrow(BandwidthStudy::tooBusy);
            for (int r = 0; r < repetitions; r++) {
                for (Setting s : plan.repetition(random)) {
                    if (elapsed() > seconds) {
                        notes.add("after " + Math.round(seconds) + " s " + r + " of " + repetitions
                                + " repetitions were complete; --for gives it longer");
                        return;
                    }
                    window(program, r, s).ifPresentOrElse(windows::add, () -> left++);
                    progress.step();
                }
                complete++;
            }
        }

        private Optional<Window> window(ContentionProgram program, int repetition, Setting s)
                throws InterruptedException {
            ContentionProgram.Ran ran = program.run(s, s.share() < 1 ? s.share() * single : 0, milliseconds);
            stolen += ran.stolenNanos();
            ContentionProgram.ThreadWork first = ran.threads().get(0);
            if (first.togetherNanos() < MIN_SHARE_TOGETHER * milliseconds * 1e6
                    || ran.threads().stream().anyMatch(t -> t.togetherNanos() == 0)) {
                return Optional.empty();
            }
            boolean victim = s.victim() != null;
            double traffic = ran.threads()
                    .stream()
                    .skip(victim ? 1 : 0)
                    .mapToDouble(ContentionProgram.ThreadWork::bytesPerSecond)
                    .sum();
            return Optional.of(new Window(repetition, s, victim ? first.unitsPerSecond() : Double.NaN, traffic,
                    victim ? first.bytesPerSecond() : 0,
                    (double) first.togetherNanos() / Math.max(first.allNanos(), first.togetherNanos())));
        }
    }

    /** The settings to measure on a number of CPUs, and their order. */
    private static final class BandwidthPlan {
        private static final double[] PACED = {0.25, 0.5, 0.75};

        private final List<Setting> settings = new ArrayList<>();

        BandwidthPlan(int cpus) {
            for (int threads : counts(cpus)) {
                for (Antagonist a : List.of(Antagonist.READ, Antagonist.WRITE, Antagonist.MIX)) {
                    settings.add(new Setting(null, a, threads, 1));
                }
            }
            for (Victim v : Victim.values()) {
                settings.add(new Setting(v, Antagonist.READ, 0, 1));
                if (cpus > 1) {
                    addWithVictim(v, cpus - 1);
                }
            }
        }

        private void addWithVictim(Victim v, int maxThreads) {
            settings.add(new Setting(v, Antagonist.SMALL, maxThreads, 1));
            for (double share : PACED) {
                settings.add(new Setting(v, Antagonist.READ, maxThreads, share));
            }
            counts(maxThreads).forEach(n -> settings.add(new Setting(v, Antagonist.READ, n, 1)));
            settings.add(new Setting(v, Antagonist.WRITE, maxThreads, 1));
        }

        /** Returns the thread counts to measure: powers of two, and all CPUs. */
        private static List<Integer> counts(int maxThreads) {
            TreeSet<Integer> counts = new TreeSet<>();
            for (int n = 1; n <= maxThreads; n *= 2) {
                counts.add(n);
            }
            counts.add(maxThreads);
            return List.copyOf(counts);
        }

        int size() {
            return settings.size();
        }

        /** Returns all settings in random order, so that slow drift affects each setting early as often as late. */
        List<Setting> repetition(Random random) {
            List<Setting> order = new ArrayList<>(settings);
            Collections.shuffle(order, random);
            return order;
        }
    }
}
