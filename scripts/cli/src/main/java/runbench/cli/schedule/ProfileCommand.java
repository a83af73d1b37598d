package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import runbench.base.quantity.Range;
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity.SiNumber;
import runbench.measure.profile.MadeProfile;
import runbench.measure.profile.ProfileStudy;
import runbench.measure.profile.SustainedTraffic;
import runbench.report.profile.ProfileText;
import runbench.report.profile.ProfileText.ListedProfile;
import runbench.report.text.PrintedJson;
import runbench.schedule.profile.ProfileFiles;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;
import runbench.schedule.profile.recorded.ProfileRequest;
import runbench.schedule.profile.recorded.ProfileRequest.TimeOfInstructions;

/** {@code runbench schedule profile}: makes bandwidth profiles of recorded runs. */
@Command(name = "profile", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Makes bandwidth profiles of recorded runs, for simulated and live schedules: memory traffic "
                        + "along a program's progress. A run needs counts of its traffic (--metrics memory; --metrics "
                        + "memory,topdown --groups also tells memory stalls), or emulated caches (--emulate --metrics "
                        + "cache,memory).",
                "Writes profile.json and profile.png into the folder of each run. --store adds the profile to the "
                        + "library, where schedules find it by name."},
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench 470.lbm --metrics memory && runbench schedule profile results/470.lbm/20260131T021011Z "
                        + "--store",
                "  runbench schedule profile results/overnight/20260131T021011Z --store        all runs of a batch",
                "  runbench schedule profile results/403.gcc/20260131T021011Z --time results/403.gcc/20260130T021011Z",
                "  runbench schedule profile --list"})
public final class ProfileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..*",
            description = "Recordings (samples.rec), batches, or runs: " + RunName.FORMS + ".")
    private List<String> names = List.of();

    private List<Path> runs;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
            description = "File of the profile; its chart goes into the same folder (default: profile.json in the "
                    + "folder of the run).")
    private Path file;

    @Option(names = "--store",
            description = "Store the profiles in the library. They replace earlier profiles of the same programs and "
                    + "processor.")
    private boolean keep;

    @Option(names = "--list",
            description = "List the library, and mark profiles that may not hold on this machine any more.")
    private boolean list;

    @Mixin
    private LibraryOption kept;

    @Option(names = "--traffic-metric", paramLabel = "METRIC",
            description = "Metric in B/s for the traffic (default: memory_bandwidth, else "
                    + "l1d_dram_fill_bandwidth, which is less, else l2_fill_bandwidth, which is more).")
    private String traffic;

    @Option(names = "--steps", paramLabel = "N", defaultValue = "" + ProfileRequest.STEPS,
            description = "Maximum number of steps (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--time", paramLabel = "RUN", converter = RunName.class,
            description = "For emulated runs: take the running time from this run of the same program, "
                    + "distributed evenly (default: one of the given runs).")
    private Path time;

    @Option(names = "--clock-rate", paramLabel = "HZ", converter = SiNumber.class,
            description = "For emulated runs: assume one instruction per cycle of this clock (3GHz). The profile is "
                    + "labelled accordingly.")
    private Double clock;

    @Option(names = "--processor", paramLabel = "ID",
            description = "The processor of a recording that does not name it: zen5, icelake, ...")
    private String processor;

    @Option(names = "--sustained", paramLabel = "RATE", converter = SiNumber.class,
            description = "Sustained memory bandwidth (20GB/s); default, for runs of this machine: the result of "
                    + "runbench machine bandwidth, else of runbench machine roofline.")
    private Double sustained;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        runs = RunName.paths(names);
        check();
        return list ? listed() : made();
    }

    private void check() {
        if (list && !runs.isEmpty()) {
            throw RunbenchException.badInput("--list takes no runs: " + runs.get(0)).remedy("leave one of them out");
        }
        if (!list && runs.isEmpty()) {
            throw RunbenchException.badInput("no run is named")
                    .remedy("runbench schedule profile RUN, or runbench schedule profile --list; 'runbench runs' "
                            + "lists the runs");
        }
        if (time != null && clock != null) {
            throw RunbenchException.badInput("--time and --clock-rate both say how long instructions take")
                    .remedy("leave one of them out");
        }
        Range.whole("--steps", steps, 1, ProfileRequest.MOST_STEPS);
        if (clock != null) {
            Range.number("--clock-rate", clock, 1e6, 1e11, "Hz");
        }
        if (sustained != null) {
            Range.number("--sustained", sustained, 1, 1e15, "B/s");
        }
    }

    private int listed() {
        ProfileLibrary library = kept.library();
        ProfileLibrary.Listing found = library.all();
        List<Set<StaleProfile>> stale = found.entries().stream().map(library::stale).toList();
        if (printed.isJson()) {
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
        Optional<TimeOfInstructions> instructions = time != null ? Optional.of(ProfileStudy.time(time))
                : Optional.ofNullable(clock).map(TimeOfInstructions::ofClock);
        ProfileStudy.Request request = new ProfileStudy.Request(runs, processor,
                new ProfileRequest(traffic, steps, instructions),
                Optional.ofNullable(sustained).map(s -> new SustainedTraffic(s, "given")), file,
                keep ? Optional.of(kept.library()) : Optional.empty());
        ProfileStudy.Outcome outcome = new ProfileStudy(printed.progress()).run(request,
                printed.isText() ? this::print : stored -> {});
        PrintWriter err = spec.commandLine().getErr();
        outcome.failures()
                .values()
                .forEach(e -> err.println("no profile: " + e.getMessage()
                        + e.remedy().map(r -> System.lineSeparator() + "    -> " + r).orElse("")));
        if (printed.isJson()) {
            List<String> printed = outcome.stored()
                    .stream()
                    .map(s -> ProfileFiles.text(s.made().kept()).stripTrailing())
                    .toList();
            spec.commandLine()
                    .getOut()
                    .println(outcome.recordings() == 1 ? printed.get(0) : "[" + String.join(",", printed) + "]");
        }
        return outcome.failures().isEmpty() ? 0 : 2;
    }

    private void print(ProfileStudy.StoredProfile stored) {
        PrintWriter out = spec.commandLine().getOut();
        MadeProfile made = stored.made();
        ProfileText.print(made.kept(),
                made.limit().map(s -> ProfileText.above(made.kept(), s.rate(), s.from())).orElse(null), out);
        out.printf("    profile: %s%n    chart: %s%n", stored.file(), stored.chart());
        stored.entry().ifPresent(entry -> out.printf("    kept: %s%n", entry));
    }
}
