package runbench.measure.bandwidth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;
import runbench.schedule.contention.Window.Setting;

/** A running {@code runbench-contention}, the helper whose threads move data concurrently. */
final class ContentionProgram implements AutoCloseable {
    private static final long ANSWER_TIMEOUT_S = 120;
    private static final String END = "";

    /**
     * Work of one thread while all threads ran.
     *
     * @param units units of work
     * @param bytes bytes moved
     * @param togetherNanos time in which all threads ran
     * @param allNanos total running time
     */
    record ThreadWork(long units, long bytes, long togetherNanos, long allNanos) {
        double unitsPerSecond() {
            return units / (togetherNanos / 1e9);
        }

        double bytesPerSecond() {
            return bytes / (togetherNanos / 1e9);
        }
    }

    /**
     * Result of one window.
     *
     * @param stolenNanos steal time of all CPUs together
     * @param threads work of each thread
     */
    record Ran(long stolenNanos, List<ThreadWork> threads) {}

    private final HelperProcess process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Fields ready;
    private int number;

    private ContentionProgram(HelperProcess process) throws InterruptedException {
        this.process = process;
        process.read(new HelperProcess.Reader() {
            @Override
            public void line(String line) {
                lines.add(line);
            }

            @Override
            public void broken(IOException e) {
                lines.add(END);
            }
        });
        ready = answer("ready");
    }

    static ContentionProgram start() throws InterruptedException {
        Path program = ProjectHome.program(ProjectHome.folder(), "runbench-contention");
        if (!Files.isExecutable(program)) {
            throw RunbenchException
                    .machine("the helper that measures contention has not been built: " + program + " is missing")
                    .remedy(ProjectHome.rebuildRemedy());
        }
        try {
            return new ContentionProgram(
                    HelperProcess.start("contention", List.of(program.toString()), System.getenv()));
        } catch (IOException e) {
            throw RunbenchException.machine("cannot run " + program + ": " + IoReason.of(e)).causedBy(e);
        }
    }

    int cpus() {
        return ready.array("cpus").size();
    }

    long arrayBytes() {
        return ready.number("array_bytes");
    }

    /**
     * Runs one window.
     *
     * @param rate rate of each antagonist in bytes per second; 0: unlimited
     * @param milliseconds time that all threads run together
     */
    Ran run(Setting s, double rate, int milliseconds) throws InterruptedException {
        number++;
        process.send(String.format(Locale.ROOT, "run %d %s %d %s %.0f %d", number,
                s.victim() == null ? "none" : s.victim().word(), s.antagonists(), s.antagonist().word(), rate,
                milliseconds));
        Fields f = answer("ran");
        return new Ran(f.number("stolen_ns"),
                f.list("threads")
                        .stream()
                        .map(t -> new ThreadWork(t.number("units"), t.number("bytes"), t.number("together_ns"),
                                t.number("all_ns")))
                        .toList());
    }

    private Fields answer(String event) throws InterruptedException {
        String text = lines.poll(ANSWER_TIMEOUT_S, TimeUnit.SECONDS);
        try {
            if (text != null && !text.equals(END)) {
                HelperLine line = HelperLine.parse(text);
                if (line.isError()) {
                    HelperError e = HelperError.of(line.fields());
                    throw RunbenchException.machine(e.message()).remedy(e.remedy());
                }
                if (line.event().equals(event)) {
                    return line.fields();
                }
            }
            throw RunbenchException.machine("the helper that measures contention "
                    + (text == null ? "does not answer" : "ended" + errorOutput())).remedy("run it again");
        } catch (IOException e) {
            throw RunbenchException.machine("the helper that measures contention: " + e.getMessage())
                    .remedy(ProjectHome.rebuildRemedy())
                    .causedBy(e);
        }
    }

    private String errorOutput() {
        return process.stderr().isBlank() ? "" : ": " + process.stderr().strip();
    }

    @Override
    public void close() {
        process.close();
    }
}
