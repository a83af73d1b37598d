package runbench.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.catalogue.Availability;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Entry;
import runbench.catalogue.Likeness;
import runbench.catalogue.PackageInstallation;
import runbench.catalogue.ResolveOptions;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.JsonOption;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.report.text.PrintedJson;

/** {@code runbench list}: lists the catalogue, and installs the programs of stand-ins. */
@Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Lists the benchmarks, and the program that each runs on this machine. The last line states how "
                + "long all of them take. --install installs the Debian packages of the named ones.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench list gcc", "  runbench list --installed --max-time 10s",
                "  runbench list --install 456.hmmer 458.sjeng",
                "  runbench list --missing --install     all that have packages"})
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..*",
            description = "Only benchmarks with one of these texts in id, alias or title. With --install: ids or "
                    + "aliases.")
    private List<String> words = new ArrayList<>();

    @ArgGroup(exclusive = true)
    private State state = new State();

    /** The selection of benchmarks by their availability. */
    static final class State {
        @Option(names = "--installed", order = 1, description = "Only benchmarks that can run here.")
        private boolean installed;

        @Option(names = "--missing", order = 1, description = "Only benchmarks that cannot run here.")
        private boolean missing;
    }

    @Option(names = "--kind", paramLabel = "KIND", split = ",", order = 2,
            description = "Only benchmarks with a program of this relation to the original: original, same-program, "
                    + "same-kind, kernel, own.")
    private List<String> kinds = List.of();

    @Option(names = "--max-time", paramLabel = "TIME", order = 3, converter = Nanos.class,
            description = "Only benchmarks whose run takes about this time or less.")
    private Long maxTime;

    @Option(names = "--install", order = 4,
            description = "Install the programs of these benchmarks with apt-get, as root or through sudo; prints the "
                    + "command first.")
    private boolean install;

    @Mixin
    private CatalogueOptions catalogue;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws InterruptedException {
        ResolveOptions options = catalogue.resolveOptions();
        List<Entry> entries = named(catalogue.load());
        List<Availability> rows = filtered(entries.stream().map(e -> Availability.of(e, options)).toList());
        if (install && install(rows)) {
            Set<String> before = rows.stream()
                    .filter(r -> !r.runsHere())
                    .map(Availability::id)
                    .collect(Collectors.toSet());
            Map<String, Availability> now = entries.stream()
                    .filter(e -> before.contains(e.id()))
                    .collect(Collectors.toMap(Entry::id, e -> Availability.of(e, options)));
            rows = rows.stream().map(r -> now.getOrDefault(r.id(), r)).toList();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.BENCHMARKS, rows));
        } else {
            for (Availability row : rows) {
                String time = row.seconds() == null ? "" : "%4.0f s".formatted(row.seconds());
                out.printf("%-16s %-6s  %s%n", row.id(), time, row.runsHere() ? row.runs() : "- " + row.reason());
            }
            out.println(sum(rows));
        }
        if (install) {
            PackageInstallation.require(rows);
        }
        return 0;
    }

    /** Returns the entries that the words select: with --install by id, otherwise by text. */
    private List<Entry> named(Catalogue known) {
        if (words.isEmpty()) {
            if (install && !state.missing && kinds.isEmpty() && maxTime == null) {
                throw RunbenchException.badInput("--install: no benchmark is named")
                        .remedy("runbench list --install 456.hmmer, or all: runbench list --missing --install");
            }
            return known.matching(null);
        }
        return words.stream()
                .flatMap(w -> install ? List.of(known.find(w)).stream() : known.matching(w).stream())
                .distinct()
                .toList();
    }

    private List<Availability> filtered(List<Availability> rows) {
        List<String> known = List.of(Likeness.values()).stream().map(Likeness::word).toList();
        kinds.stream().filter(k -> !known.contains(k)).findFirst().ifPresent(k -> {
            throw RunbenchException.badInput("--kind: there is no kind '" + k + "'")
                    .remedy("kinds: " + String.join(", ", known));
        });
        if (maxTime != null && maxTime <= 0) {
            throw RunbenchException.badInput("--max-time: must be above 0").remedy("--max-time 10s");
        }
        return rows.stream()
                .filter(r -> !state.installed || r.runsHere())
                .filter(r -> !state.missing || !r.runsHere())
                .filter(r -> kinds.isEmpty() || r.kind() != null && kinds.contains(r.kind().word()))
                .filter(r -> maxTime == null || r.seconds() != null && r.seconds() * 1e9 <= maxTime)
                .toList();
    }

    /** Installs missing packages. Returns false if none is missing. */
    private boolean install(List<Availability> rows) throws InterruptedException {
        PackageInstallation installation = new PackageInstallation(rows);
        PrintWriter err = spec.commandLine().getErr();
        if (!printed.isQuiet()) {
            installation.notes().forEach(err::println);
        }
        if (!installation.packages().isEmpty()) {
            if (!printed.isQuiet()) {
                err.println("command: " + installation.line());
            }
            installation.run(line -> {
                if (!printed.isQuiet()) {
                    err.println(line);
                }
            });
        }
        return !installation.packages().isEmpty();
    }

    /** Returns the number of benchmarks, and the time of all default runs and of a night with the default periods. */
    private static String sum(List<Availability> rows) {
        List<Availability> here = rows.stream().filter(Availability::runsHere).toList();
        double total = here.stream().filter(r -> r.seconds() != null).mapToDouble(Availability::seconds).sum();
        long unknown = here.stream().filter(r -> r.seconds() == null).count();
        String text = Units.counted(rows.size(), "benchmark") + ", " + here.size() + " can run here";
        if (here.isEmpty()) {
            return text;
        }
        return text + ": " + (unknown == 0 ? "about " : "at least ") + duration(total) + " once, "
                + duration(total * OvernightCommand.PERIODS.size()) + " overnight (at "
                + String.join(", ", OvernightCommand.PERIODS) + ")"
                + (unknown == 0 ? "" : "; time unknown: " + unknown);
    }

    private static String duration(double seconds) {
        Duration d = Duration.ofSeconds(Math.round(seconds));
        return d.toMinutes() == 0 ? d.toSeconds() + " s"
                : d.toHours() == 0 ? "%d min %d s".formatted(d.toMinutes(), d.toSecondsPart())
                        : "%d h %d min".formatted(d.toHours(), d.toMinutesPart());
    }
}
