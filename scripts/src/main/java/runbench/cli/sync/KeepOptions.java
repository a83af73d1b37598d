package runbench.cli.sync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import runbench.parser.ExitCode;
import runbench.parser.RunbenchException;
import runbench.sync.keep.AskCommand;
import runbench.sync.keep.Gaps;
import runbench.sync.keep.Keeper;
import runbench.sync.keep.OnDemand;
import runbench.sync.keep.Permission;

/** Windows again and again while a run takes place, and when they are permitted. */
final class KeepOptions {
    private static final long FOR_EVER = 10L * 365 * 24 * 3600 * 1_000_000_000L;
    private static final long SLACK_NANOS = 300_000_000L;
    private static final long AGAIN_NANOS = 30_000_000_000L;

    @Option(names = "--keep", paramLabel = "TIME", converter = Nanos.class, defaultValue = "0s",
            description = "Go on for so long: measure anew when a prediction may be worse than --tolerance, as the errors of"
                + " earlier predictions teach, or as --wander says where it is given.")
    private long keep;

    @ArgGroup
    private Permit permit;

    /** At most one of these. */
    static final class Permit {
        @Option(names = "--gaps", paramLabel = "FILE", description = "Windows only in these gaps of the network's use: lines BEGIN END,"
                + " ISO 8601 times or times since the start (2026-01-31T02:00:00Z +90s; 10min 11min). A gap is used early where the"
                + " next one would be too late; where none comes in time it is said from when on predictions may be worse.")
        private Path gaps;

        @Option(names = "--permit-when", paramLabel = "COMMAND", description = "Windows only while this command of the shell ends with"
                + " 0: asked once a second from shortly before one is due ('! squeue -h -t R | grep -q .').")
        private String command;

        @Option(names = "--on-demand", description = "A window for each line on standard input, until its end: a run's own script knows"
                + " when the network is free. --keep is not needed.")
        private boolean onDemand;
    }

    /** One window, run and told. */
    interface Round {
        WindowReport run() throws IOException;
    }

    /** How the schedule is told. */
    record Telling(boolean json, long toleranceNanos, Consumer<String> out) {
    }

    boolean wanted() {
        return keep > 0 || permit != null;
    }

    /** What was agreed, in words. */
    String promise() {
        String when = permit == null ? "whenever one is due" : permit.gaps != null ? "only in the gaps of " + permit.gaps
                : permit.command != null ? "only while '" + permit.command + "' permits" : "one for each line on standard input";
        return "windows " + (keep > 0 ? "for " + keep / 1_000_000_000L + " s, " : "") + when;
    }

    /**
     * @param planned  how long a window is planned to take, ns
     * @param interval ns until the next is due, after each
     * @return whether every node answered in every window
     */
    boolean run(long planned, Round round, java.util.function.ToLongFunction<WindowReport> interval, Telling telling) throws IOException {
        if (permit != null && !permit.onDemand && keep == 0) {
            throw RunbenchException.badInput("--gaps and --permit-when say when, but not for how long windows go on").remedy("Add --keep 2h");
        }
        long start = now();
        List<Boolean> complete = new ArrayList<>();
        Keeper.World world = new Keeper.World() {
            private int done;

            @Override
            public long now() {
                return KeepOptions.now();
            }

            @Override
            public void sleepUntil(long at) {
                pause(at);
            }

            @Override
            public long window() throws IOException {
                try {
                    WindowReport report = round.run();
                    done++;
                    complete.add(report.complete());
                    return interval.applyAsLong(report);
                } catch (RunbenchException e) {
                    if (done == 0 || e.exitCode() != ExitCode.MACHINE) {
                        throw e;
                    }
                    complete.add(false);
                    say(telling, "window failed", "the window failed: " + e.getMessage() + "; it is tried again", 0, 0);
                    return AGAIN_NANOS;
                }
            }

            @Override
            public void late(long due, long next) {
                String then = next == Long.MAX_VALUE ? "no permitted moment is known" : "the next permitted moment is " + time(next);
                say(telling, "late", "from " + time(due) + " on predictions may be worse than " + Nanos.micros(telling.toleranceNanos())
                        + " us: " + then, due, next);
            }
        };
        Keeper.Outcome outcome = new Keeper(permission(start, planned + SLACK_NANOS), world)
                .run(start + (keep > 0 ? keep : FOR_EVER), planned + SLACK_NANOS);
        String summary = String.format(Locale.ROOT, "%d windows; predictions may have been worse than %s us in %d intervals, %.1f s",
                outcome.windows(), Nanos.micros(telling.toleranceNanos()), outcome.late(), outcome.lateNanos() * 1e-9);
        telling.out().accept(telling.json() ? Output.json(Output.object().put("event", "kept").put("windows", outcome.windows())
                .put("late", outcome.late()).put("late_ns", outcome.lateNanos())) : summary);
        return complete.stream().allMatch(all -> all);
    }

    private Permission permission(long start, long length) {
        if (permit == null) {
            return Permission.ALWAYS;
        }
        if (permit.gaps != null) {
            return Gaps.read(permit.gaps, start, new Nanos()::convert).needRoom(length);
        }
        return permit.command != null ? AskCommand.of(permit.command)
                : OnDemand.of(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }

    private static void say(Telling telling, String event, String words, long due, long next) {
        if (!telling.json()) {
            telling.out().accept(words);
            return;
        }
        var node = Output.object().put("event", event).put("message", words);
        if (due > 0) {
            node.put("due_ns", due);
        }
        if (next > 0 && next < Long.MAX_VALUE) {
            node.put("next_ns", next);
        }
        telling.out().accept(Output.json(node));
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(java.time.temporal.ChronoUnit.MILLIS).toString();
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private static void pause(long until) {
        try {
            // In short sleeps: the system's clock may be set meanwhile.
            for (long left = until - now(); left > 0; left = until - now()) {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, 1_000_000_000L));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; what was measured is kept");
        }
    }
}
