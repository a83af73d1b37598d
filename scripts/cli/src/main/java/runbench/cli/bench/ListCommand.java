package runbench.cli.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.catalogue.Availability;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;
import runbench.cli.option.CatalogueOptions;
import runbench.report.text.PrintedJson;

/** {@code runbench list}: lists the catalogue. */
@Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Lists the benchmarks, and the program that each runs on this machine.",
        footerHeading = "%nExample:%n", footer = "  runbench list gcc")
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1",
            description = "Only benchmarks with this text in id, alias or title.")
    private String word;

    @Mixin
    private CatalogueOptions catalogue;

    @Option(names = "--json", order = 9, description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Catalogue all = catalogue.load();
        List<Entry> matching = all.entries().stream().filter(this::matches).toList();
        if (matching.isEmpty() && word != null) {
            List<String> nearest = all.nearest(word);
            String near = nearest.isEmpty() ? "" : "did you mean " + String.join(" or ", nearest) + "? ";
            throw RunbenchException.badInput("no benchmark has '" + word + "' in its id, aliases or title")
                    .remedy(near + "'runbench list' shows all");
        }
        List<Availability> rows = new ArrayList<>();
        ResolveOptions options = catalogue.resolveOptions();
        for (Entry entry : matching) {
            rows.add(Availability.of(entry, options));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.BENCHMARKS, rows));
            return 0;
        }
        for (Availability row : rows) {
            String time = row.seconds() == null ? "" : "%4.0f s".formatted(row.seconds());
            out.printf("%-16s %-6s  %s%n", row.id(), time, row.runs() == null ? "- " + row.reason() : row.runs());
        }
        return 0;
    }

    private boolean matches(Entry entry) {
        if (word == null) {
            return true;
        }
        String wanted = word.toLowerCase(java.util.Locale.ROOT);
        return (entry.id() + " " + String.join(" ", entry.aliases()) + " " + entry.title())
                .toLowerCase(java.util.Locale.ROOT)
                .contains(wanted);
    }
}
