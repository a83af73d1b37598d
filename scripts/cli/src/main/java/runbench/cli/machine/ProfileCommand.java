package runbench.cli.machine;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.LibraryOption;
import runbench.cli.option.Range;
import runbench.cli.option.SiNumber;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;
import runbench.measure.profile.MadeProfile;
import runbench.measure.profile.ProfileStudy;
import runbench.measure.profile.SustainedTraffic;
import runbench.plotter.render.awt.Charts;
import runbench.report.profile.ListedProfile;
import runbench.report.profile.ProfileChart;
import runbench.report.profile.ProfileText;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileFiles;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;
import runbench.schedule.profile.recorded.ProfileRequest;
import runbench.schedule.profile.recorded.ProfileRequest.TimeOfInstructions;

/** {@code runbench profile}: what a program asks of memory along its own progress. */
@Command(name = "profile", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Makes bandwidth profiles of recorded runs: how much a program asks of memory along its own progress, for simulated and live schedules. "
                + "A run needs counts of its traffic (--metrics memory; for what it waits, --metrics memory,topdown --groups), or emulated caches (--emulate --metrics cache,memory).",
        "Writes profile.json and profile.png beside each run; --keep puts the profile into the library, too, where schedules find it by its name."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench 470.lbm --metrics memory && runbench profile results/470.lbm/20260131T021011Z --keep",
                "  runbench profile results/overnight/20260131T021011Z --keep        all runs of a batch",
                "  runbench profile results/403.gcc/20260131T021011Z --time results/403.gcc/20260130T021011Z",
                "  runbench profile --list"})
public final class ProfileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..*",
            description = "Folders of runs or of batches, or recordings (samples.rec).")
    private List<Path> runs = List.of();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
            description = "The profile, with its chart beside it (default: profile.json beside the run).")
    private Path file;

    @Option(names = "--keep",
            description = "Keep the profiles in the library, in place of earlier ones of the same programs and processor.")
    private boolean keep;

    @Option(names = "--list",
            description = "List the library, and say which of its profiles may no longer hold on this machine.")
    private boolean list;

    @Mixin
    private LibraryOption kept;

    @Option(names = "--traffic", paramLabel = "METRIC",
            description = "Metric in B/s that tells the traffic (default: memory_bandwidth, else "
                    + "l1d_dram_fill_bandwidth, which is less, else l2_fill_bandwidth, which is more).")
    private String traffic;

    @Option(names = "--steps", paramLabel = "N", defaultValue = "" + ProfileRequest.STEPS,
            description = "Steps at most (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--equal", description = "Equal steps, even where changes of the rates were found.")
    private boolean equal;

    @Option(names = "--time", paramLabel = "RUN",
            description = "Of emulated runs: take the running time of this run of the same program, spread evenly "
                    + "(default: one of those that are named together with it).")
    private Path time;

    @Option(names = "--clock", paramLabel = "HZ", converter = SiNumber.class,
            description = "Of emulated runs: an instruction per cycle of such a clock (3GHz); labelled so.")
    private Double clock;

    @Option(names = "--processor", paramLabel = "ID",
            description = "The processor that made a recording which does not tell: zen5, icelake, ...")
    private String processor;

    @Option(names = "--sustained", paramLabel = "RATE", converter = SiNumber.class,
            description = "What memory carries (20GB/s); default: what runbench bandwidth, "
                    + "else runbench roofline, kept of this machine, for runs of this machine.")
    private Double sustained;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        check();
        return list ? listed() : made();
    }

    private void check() {
        if (list && !runs.isEmpty()) {
            throw RunbenchException.badInput("--list shows the library, and " + runs.get(0) + " is a run")
                    .remedy("leave one of them out");
        }
        if (!list && runs.isEmpty()) {
            throw RunbenchException.badInput("no run is named")
                    .remedy("runbench profile RUN, or runbench profile --list; 'runbench runs' lists the runs");
        }
        if (time != null && clock != null) {
            throw RunbenchException.badInput("--time and --clock both say how long instructions take")
                    .remedy("leave one of them out");
        }
        Range.whole("--steps", steps, 1, ProfileRequest.MOST_STEPS);
        if (clock != null) {
            Range.number("--clock", clock, 1e6, 1e11, "Hz");
        }
        if (sustained != null) {
            Range.number("--sustained", sustained, 1, 1e15, "B/s");
        }
    }

    private int listed() {
        ProfileLibrary library = kept.library();
        ProfileLibrary.Listing found = library.all();
        List<Set<StaleProfile>> stale = found.entries().stream().map(library::stale).toList();
        if (json) {
            List<ListedProfile> rows = new ArrayList<>();
            for (LibraryEntry e : found.entries()) {
                rows.add(ListedProfile.of(e, stale.get(rows.size())));
            }
            spec.commandLine().getOut().println(PrintedJson.text(OutputFormat.PROFILE_LIBRARY, rows));
        } else {
            ProfileText.list(found.entries(), stale, found.unreadable(), library.folder(), spec.commandLine().getOut());
        }
        return 0;
    }

    private int made() throws IOException {
        List<Path> recordings = new ArrayList<>();
        for (Path run : runs) {
            recordings.addAll(ProfileStudy.recordings(run));
        }
        if (file != null && recordings.size() != 1) {
            throw RunbenchException.badInput("-o names one file, and these are " + recordings.size() + " runs")
                    .remedy("leave -o out: each profile goes beside its run");
        }
        Optional<TimeOfInstructions> instructions = time != null ? Optional.of(ProfileStudy.time(time))
                : Optional.ofNullable(clock).map(TimeOfInstructions::ofClock);
        ProfileRequest request = new ProfileRequest(traffic, steps, equal, instructions);
        Optional<SustainedTraffic> limit = Optional.ofNullable(sustained).map(s -> new SustainedTraffic(s, "given"));
        ProfileStudy study = new ProfileStudy(Terminal.of(quiet || json));
        if (recordings.size() > 1) {
            study.timeBy(recordings);
        }
        List<String> printed = new ArrayList<>();
        Map<Path, RunbenchException> left = new LinkedHashMap<>();
        for (Path recording : recordings) {
            try {
                MadeProfile made = study.of(recording, processor, request, limit);
                printed.add(ProfileFiles.text(made.kept()).stripTrailing());
                write(made);
            } catch (RunbenchException e) {
                if (recordings.size() == 1) {
                    throw e;
                }
                left.put(recording, e);
            }
        }
        left.keySet().removeIf(study::toldTime);
        left.values()
                .forEach(e -> spec.commandLine()
                        .getErr()
                        .println("no profile: " + e.getMessage()
                                + e.remedy().map(r -> System.lineSeparator() + "    -> " + r).orElse("")));
        if (json) {
            spec.commandLine()
                    .getOut()
                    .println(recordings.size() == 1 ? printed.get(0) : "[" + String.join(",", printed) + "]");
        }
        return left.isEmpty() ? 0 : 2;
    }

    private void write(MadeProfile made) {
        Path to = file == null ? made.beside("profile.json") : file;
        Path chart = to.resolveSibling(to.getFileName().toString().replaceFirst("(\\.json)?$", ".png"));
        ProfileFiles.write(to, made.kept());
        Charts.write(ProfileChart.figure(made.reading(),
                made.limit().map(s -> OptionalDouble.of(s.rate())).orElse(OptionalDouble.empty())), chart);
        Path entry = keep ? kept.library().keep(made.kept()) : null;
        if (!json && !quiet) {
            PrintWriter out = spec.commandLine().getOut();
            ProfileText.print(made.kept(),
                    made.limit().map(s -> ProfileText.above(made.kept(), s.rate(), s.from())).orElse(null), out);
            out.printf("    profile: %s%n    chart: %s%n", to, chart);
            if (entry != null) {
                out.printf("    kept: %s%n", entry);
            }
        }
    }
}
