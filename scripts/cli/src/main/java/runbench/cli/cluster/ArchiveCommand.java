package runbench.cli.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.align.perfetto.PerfettoArchive;
import runbench.align.perfetto.PerfettoArchive.ArchiveReport;
import runbench.align.perfetto.RunTrace;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRun;
import runbench.align.stacks.StackExport;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.cli.output.WrittenFile;
import runbench.measure.RunFunctions;
import runbench.measure.RunRecord;
import runbench.parser.record.Recording;
import runbench.parser.symbols.StackProfile;

/** {@code runbench export}: writes a run for other viewers. */
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes a run for another viewer: the rate and count of each event over wall time, and the "
                + "phases. A run on many nodes becomes one archive with the counters, phases, MPI calls and "
                + "messages of all ranks on the time axis of the reference. The other formats contain the call stacks "
                + "of a run that was recorded with --call-graph. For a message trace only: runbench pas2p export.",
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench export results/403.gcc/20260131T021011Z --format perfetto        open RUN/run.pftrace in "
                        + "ui.perfetto.dev",
                "  runbench export results/cluster/app/20260102T030405Z --format perfetto    open "
                        + "RUN/RUN.perfetto.zip in ui.perfetto.dev (58 or later)",
                "  runbench export app --format pprof                 go tool pprof -http :8000 RUN/run.pb.gz",
                "  runbench export app --format collapsed             lines such as main;solve;dot 12"})
public final class ArchiveCommand implements Callable<Integer> {
    enum Viewer {
        PERFETTO, COLLAPSED(StackExport.COLLAPSED), SPEEDSCOPE(StackExport.SPEEDSCOPE), FIREFOX(StackExport.FIREFOX),
        PPROF(StackExport.PPROF);

        /** Format of call stacks; null: the viewer shows counters. */
        final StackExport stacks;

        Viewer() {
            this(null);
        }

        Viewer(StackExport stacks) {
            this.stacks = stacks;
        }
    }

    @Parameters(paramLabel = "RUN", converter = RunName.class,
            description = "A recording (samples.rec), or a run: " + RunName.FORMS + ".")
    private Path place;

    @Option(names = "--format", paramLabel = "FORMAT", required = true, order = 1,
            description = "perfetto: counters, phases and MPI calls (ui.perfetto.dev). Call stacks: collapsed (text, "
                    + "flamegraph.pl), speedscope (www.speedscope.app), firefox (profiler.firefox.com), pprof.")
    private Viewer viewer;

    @Option(names = "--values", paramLabel = "NUMBER", defaultValue = "" + PerfettoArchive.MOST_VALUES, order = 2,
            description = "Maximum number of counter values, approximately. Neighbouring values are merged to "
                    + "stay below it (default: ${DEFAULT-VALUE}, the limit of a browser).")
    private long most;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", order = 30,
            description = "File to write (default: in RUN, run.pftrace, run.collapsed.txt, run.speedscope.json, "
                    + "run.firefox.json or run.pb.gz; of a run on many nodes RUN.perfetto.zip).")
    private Path output;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        if (most < 1) {
            throw RunbenchException.badInput("--values " + most + ": at least 1");
        }
        if (viewer.stacks != null && ClusterRun.isOne(place)) {
            throw RunbenchException.badInput(place + ": a run on many nodes has no call stacks")
                    .remedy("name the recording of one rank, or type --format perfetto");
        }
        if (!ClusterRun.isOne(place)) {
            RunRecord.stored(place).damage().ifPresent(printed::note);
            return viewer.stacks != null ? stacks(RunRecord.recording(place)) : single(RunRecord.recording(place));
        }
        ClusterRun run = ClusterRun.read(place);
        Path file = output != null ? output : new ClusterFolder(place).perfetto();
        ArchiveReport report = archived(run, file);
        printed.print(OutputFormat.EXPORT, () -> result(report), out -> print(report, out));
        return 0;
    }

    private int single(Recording recording) throws IOException {
        Path file = output != null ? output : recording.path().resolveSibling("run.pftrace");
        RunTrace.Written written = traced(recording, file);
        printed.print(OutputFormat.EXPORT,
                () -> WrittenFile.of(file)
                        .with("values", written.values())
                        .with("phases", written.phases())
                        .with("repetitions", written.repeats())
                        .with("periods_per_value", written.periods()),
                out -> {
                    out.printf("%s of counters, %s, %s; in %s%n", Units.counted(written.values(), "value"),
                            Units.counted(written.phases(), "phase"), Units.counted(written.repeats(), "repetition"),
                            file);
                    thinned(written.periods(), out);
                });
        return 0;
    }

    private int stacks(Recording recording) {
        StackProfile stacks;
        try (Terminal terminal = printed.terminal()) {
            stacks = RunFunctions.stacksOf(recording, terminal);
        }
        Path file = output != null ? output : recording.path().resolveSibling(viewer.stacks.file());
        viewer.stacks.write(stacks, recording.metadata(), file);
        printed.print(OutputFormat.EXPORT,
                () -> WrittenFile.of(file).with("samples", stacks.samples()).with("functions", stacks.frames().size()),
                out -> out.printf("%s, %s; in %s%n", Units.counted(stacks.samples(), "sample"),
                        Units.counted(stacks.frames().size(), "function"), file));
        return 0;
    }

    private ArchiveReport archived(ClusterRun run, Path file) throws IOException {
        try (Terminal terminal = printed.terminal()) {
            return PerfettoArchive.write(run, file, most, terminal);
        }
    }

    private RunTrace.Written traced(Recording recording, Path file) throws IOException {
        try (Terminal terminal = printed.terminal()) {
            return RunTrace.write(recording, file, most, terminal);
        }
    }

    private static WrittenFile result(ArchiveReport r) {
        return WrittenFile.of(r.file())
                .with("ranks", r.ranks())
                .with("machines", r.machines())
                .with("values", r.values())
                .with("phases", r.phases())
                .with("calls", r.calls())
                .with("messages", r.messages())
                .with("impossible_messages", r.impossible())
                .with("logged_events", r.logged())
                .with("periods_per_value", r.periods())
                .noting(r.remarks());
    }

    private static void thinned(long periods, PrintWriter out) {
        if (periods > 1) {
            out.printf("  each value covers %,d sampling periods; --values increases their number%n", periods);
        }
    }

    private static void print(ArchiveReport r, PrintWriter out) {
        out.printf("%s on %s, %s, %s, %s, %s in %s%n", Units.counted(r.ranks(), "rank"),
                Units.counted(r.machines(), "machine"), Units.counted(r.values(), "value"),
                Units.counted(r.phases(), "phase"), Units.counted(r.calls(), "call"),
                Units.counted(r.messages(), "message"), r.file());
        thinned(r.periods(), out);
        if (r.logged() > 0) {
            out.printf("  %s that the programs logged%n", Units.counted(r.logged(), "event"));
        }
        if (r.impossible() > 0) {
            out.printf("  %,d messages arrived before they were sent, according to the clocks, and are not drawn%n",
                    r.impossible());
        }
        r.remarks().forEach(remark -> out.println("  " + remark));
    }
}
