package runbench.cli.sync.measure;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Range;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.sync.keep.Gaps;
import runbench.sync.keep.Permission;
import runbench.sync.keep.Permission.AskCommand;
import runbench.sync.keep.Permission.OnDemand;
import runbench.sync.keep.WindowRequests;
import runbench.sync.session.Measurement;

/** Options for repeated windows, and for the times at which they are permitted. */
public final class KeepOptions {
    @Option(names = "--keep", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "0s",
            description = "Measure repeatedly for this time: whenever the predicted error may exceed --tolerance, "
                    + "according "
                    + "to the errors of earlier predictions or to --wander. The last window ends with this time.")
    private long keep;

    @ArgGroup
    private Permit permit;

    /** The permission; at most one of these. */
    public static final class Permit {
        @Option(names = "--gaps", paramLabel = "FILE",
                description = "Measure only in these gaps of the network traffic: lines BEGIN END, with ISO 8601 "
                        + "times or times "
                        + "since the start (2026-01-31T02:00:00Z +90s; 10min 11min). A gap is used early if the "
                        + "next one "
                        + "would be too late. A message names the time from which predictions may exceed the "
                        + "tolerance.")
        private Path gaps;

        @Option(names = "--permit-when", paramLabel = "COMMAND",
                description = "Measure only while this shell command ends with 0. It runs once a second from "
                        + "shortly before a window is due ('! squeue -h -t R | grep -q .').")
        private String command;

        @Option(names = "--on-demand", paramLabel = "FROM", arity = "0..1", fallbackValue = "input",
                description = "A window on request; --keep is not needed. input (also without FROM): for each line on "
                        + "standard input, until its end; a run's own script knows when the network is free. programs: "
                        + "one at the start, then one for each call of rb_sync_window() of native/include/runbench/"
                        + "sync.h in programs on the nodes, which find the port in DIR/windows.service.")
        private Source onDemand;
    }

    /** The origin of requests for windows. */
    public enum Source {
        /** Lines on standard input. */
        INPUT,
        /** Calls of rb_sync_window() in programs. */
        PROGRAMS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    void check() {
        Range.time("--keep", keep, 0, Range.LONGEST_TIME);
        if (permit != null && permit.onDemand == null && keep == 0) {
            throw RunbenchException.badInput("--gaps and --permit-when need a total time").remedy("Add --keep 2h");
        }
    }

    boolean wanted() {
        return keep > 0 || permit != null;
    }

    /** Returns the total time, ns. */
    long nanos() {
        return keep > 0 ? keep : Range.LONGEST_TIME;
    }

    /** Returns the schedule in words. */
    String promise() {
        String when = permit == null ? "whenever one is due"
                : permit.gaps != null ? "only in the gaps of " + permit.gaps
                        : permit.command != null ? "only while '" + permit.command + "' permits"
                                : permit.onDemand == Source.INPUT ? "one for each line on standard input"
                                        : "one at the start and one for each rb_sync_window() of a program";
        return "windows " + (keep > 0 ? "for " + keep / 1_000_000_000L + " s, " : "") + when;
    }

    /**
     * Returns the schedule of windows.
     *
     * @param start start of the run, ns since 1970
     * @param length length of a window, ns
     * @param measurement the nodes and the reference
     * @param folder folder of the models
     */
    Permission permission(long start, long length, Measurement measurement, Path folder) {
        if (permit == null) {
            return Permission.ALWAYS;
        }
        if (permit.gaps != null) {
            return Gaps.read(permit.gaps, start, new NanosOrSeconds()::convert).requireRoom(length);
        }
        if (permit.onDemand == Source.PROGRAMS) {
            return WindowRequests.listen(folder, measurement.reference(), measurement.nodes());
        }
        return permit.command != null ? AskCommand.of(permit.command)
                : OnDemand.of(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }
}
