package runbench.measure.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;
import runbench.base.process.RawText;
import runbench.base.process.WatchedThread;
import runbench.measure.schedule.LiveCommands.LiveCommand;
import runbench.sampler.run.HelperLaunch;
import runbench.sampler.run.Signal;

/**
 * A running {@code runbench-gangs}, the helper that runs programs in turns. However the helper or this JVM ends, its
 * programs end, or continue if requested; none stays stopped.
 */
final class Gangs implements AutoCloseable {
    private final Path program;
    private final boolean outlive;
    private final HelperProcess helper;
    private final BlockingQueue<GangEvent> events = new LinkedBlockingQueue<>();
    private String id = "";
    private boolean finished;
    private boolean gone;

    private Gangs(Path program, boolean outlive, HelperProcess helper) {
        this.program = program;
        this.outlive = outlive;
        this.helper = helper;
    }

    /**
     * Starts the helper.
     *
     * @param events events as arguments of the sampler's helper
     * @param outlive programs continue after the helper has ended
     * @param signals stop programs with signals, not with the freezer
     * @throws RunbenchException exit code 3: it cannot be started
     */
    static Gangs start(List<String> events, boolean outlive, boolean signals) {
        Path program = ProjectHome.program(ProjectHome.folder(), "runbench-gangs");
        if (!Files.isExecutable(program)) {
            throw RunbenchException
                    .machine("the helper that runs programs by turns has not been built: " + program + " is missing")
                    .remedy(ProjectHome.rebuildRemedy());
        }
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        events.forEach(e -> argv.addAll(List.of("--event", e)));
        if (outlive) {
            argv.add("--outlive");
        }
        if (signals) {
            argv.add("--signals");
        }
        try {
            Gangs gangs = new Gangs(program, outlive,
                    HelperProcess.start("gangs", argv, HelperLaunch.ownEnvironment()));
            gangs.listen();
            return gangs;
        } catch (IOException e) {
            throw RunbenchException.machine("cannot start " + program + ": " + IoReason.of(e))
                    .remedy(ProjectHome.rebuildRemedy())
                    .causedBy(e);
        }
    }

    private void listen() {
        helper.read(new HelperProcess.Reader() {
            @Override
            public void line(String line) {
                try {
                    GangEvent event = GangEvent.of(HelperLine.parse(line));
                    if (event != null) {
                        events.add(event);
                    }
                } catch (IOException | RunbenchException e) {
                    events.add(new GangEvent.Failed(
                            RunbenchException.machine("the helper that runs programs by turns: " + e.getMessage())
                                    .causedBy(e)));
                }
            }

            @Override
            public void broken(IOException e) {
                // The exit status, read by await, reports the reason.
            }
        });
        WatchedThread.start("gangs-end", () -> {
            helper.await(() -> {});
            events.add(new GangEvent.Gone());
        }, e -> {
            events.add(new GangEvent.Failed(ExceptionTranslator.translate(e)));
            events.add(new GangEvent.Gone());
        });
    }

    /** Waits for the next message and returns it. */
    GangEvent next() throws InterruptedException {
        GangEvent event = events.take();
        gone |= event instanceof GangEvent.Gone;
        if (event instanceof GangEvent.Ready ready) {
            id = ready.id();
        } else if (event instanceof GangEvent.Finished) {
            finished = true;
        }
        return event;
    }

    long pid() {
        return helper.pid();
    }

    void program(int number, LiveCommand c) {
        List<String> words = new ArrayList<>(
                List.of("program", String.valueOf(number), c.directory().toString(), c.stdin().toString(),
                        c.stdout().toString(), c.stderr().toString(), String.valueOf(c.environment().size())));
        c.environment().forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(c.argv());
        helper.send(line(words));
    }

    void begin(long quantumNanos) {
        helper.send(line(List.of("begin", String.valueOf(quantumNanos))));
    }

    void answer(long quantum, List<LivePlacement> who) {
        List<String> words = new ArrayList<>(List.of("quantum", String.valueOf(quantum)));
        who.forEach(p -> words.add(p.program() + ":" + String.join(",", p.cpus().stream().map(String::valueOf).toList())
                + ":" + Math.round(p.from() * 1e6) + ":" + Math.round(p.to() * 1e6)));
        helper.send(line(words));
    }

    void end(int number) {
        helper.send(line(List.of("end", String.valueOf(number))));
    }

    void done() {
        helper.send("done");
    }

    void stop(Signal signal) {
        helper.send("stop " + signal.name());
    }

    static String line(List<String> words) {
        return String.join("\t", words.stream().map(RawText::escaped).toList());
    }

    /**
     * Ends the helper. If it was killed, and its guardians with it, this process must continue the stopped programs.
     */
    @Override
    public void close() {
        helper.close();
        try {
            while (!gone) {
                next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!finished && !id.isEmpty()) {
            rescue();
        }
    }

    private void rescue() {
        List<String> argv = new ArrayList<>(List.of(program.toString(), "--rescue", id));
        if (outlive) {
            argv.add("--outlive");
        }
        try {
            HelperProcess.answers(argv);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot look for stopped programs: " + IoReason.of(e))
                    .remedy("type: " + String.join(" ", argv))
                    .causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
