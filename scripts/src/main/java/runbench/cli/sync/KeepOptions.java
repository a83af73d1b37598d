package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.keep.AskCommand;
import runbench.sync.keep.Gaps;
import runbench.sync.keep.Keeper;
import runbench.sync.keep.OnDemand;
import runbench.sync.keep.Permission;

/** Windows again and again while a run takes place, and when they are permitted. */
final class KeepOptions {
    private static final long SLACK_NANOS = 300_000_000L;

    @Option(names = "--keep", paramLabel = "TIME", converter = Nanos.class, defaultValue = "0s",
            description = "Go on for so long: measure anew when a prediction may be worse than --tolerance, as the errors of"
                + " earlier predictions teach, or as --wander says where it is given. The last window ends with this time.")
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

    void check() {
        Range.time("--keep", keep, 0, Range.LONGEST_TIME);
        if (permit != null && !permit.onDemand && keep == 0) {
            throw RunbenchException.badInput("--gaps and --permit-when say when, but not for how long windows go on").remedy("Add --keep 2h");
        }
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
     * @param nodes   everybody who is to be measured
     * @param planned how long a window is planned to take, ns
     * @param judge   what each window found of each node that answered
     * @return whether every node answered in every window
     */
    boolean run(List<String> nodes, long planned, Round round, Function<WindowReport, Map<String, Keeper.Found>> judge, Telling telling)
            throws IOException {
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
            public Map<String, Keeper.Found> window() throws IOException {
                try {
                    WindowReport report = round.run();
                    done++;
                    complete.add(report.complete());
                    return judge.apply(report);
                } catch (RunbenchException e) {
                    if (done == 0 || e.exitCode() != ExitCode.MACHINE) {
                        throw e;
                    }
                    complete.add(false);
                    say(telling, "window failed", "the window failed: " + e.getMessage() + "; it is tried again", 0, 0);
                    return Map.of();
                }
            }

            @Override
            public void late(long due, long next) {
                String then = next == Long.MAX_VALUE ? "no permitted moment is known" : "the next permitted moment is " + time(next);
                say(telling, "late", "from " + time(due) + " on predictions may be worse than " + Nanos.micros(telling.toleranceNanos())
                        + " us: " + then, due, next);
            }
        };
        Keeper.Outcome outcome = new Keeper(permission(start, planned + SLACK_NANOS), world, nodes)
                .run(start + (keep > 0 ? keep : Range.LONGEST_TIME), planned + SLACK_NANOS);
        telling.out().accept(telling.json() ? Output.json(kept(outcome)) : summary(outcome, telling.toleranceNanos()));
        return complete.stream().allMatch(all -> all);
    }

    private static String summary(Keeper.Outcome outcome, long tolerance) {
        String nodes = outcome.nodes().entrySet().stream().filter(e -> e.getValue().intervals() > 0)
                .map(e -> String.format(Locale.ROOT, "%s %d, %.1f s", e.getKey(), e.getValue().intervals(), e.getValue().nanos() * 1e-9))
                .collect(Collectors.joining("; "));
        return String.format(Locale.ROOT, "%d windows; predictions may have been worse than %s us in %d intervals%s", outcome.windows(),
                Nanos.micros(tolerance), outcome.late(), nodes.isEmpty() ? "" : ": " + nodes);
    }

    private static ObjectNode kept(Keeper.Outcome outcome) {
        ObjectNode json = Output.object().put("event", "kept").put("windows", outcome.windows()).put("late", outcome.late())
                .put("late_ns", outcome.lateNanos());
        outcome.nodes().forEach((name, late) -> json.withArray("/nodes").addObject().put("node", name).put("late", late.intervals())
                .put("late_ns", late.nanos()));
        return json;
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
