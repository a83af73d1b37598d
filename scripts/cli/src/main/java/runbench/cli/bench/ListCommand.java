package runbench.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.catalogue.Availability;
import runbench.catalogue.ResolveOptions;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.JsonOption;
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

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        ResolveOptions options = catalogue.resolveOptions();
        List<Availability> rows = catalogue.load()
                .matching(word)
                .stream()
                .map(e -> Availability.of(e, options))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.BENCHMARKS, rows));
            return 0;
        }
        for (Availability row : rows) {
            String time = row.seconds() == null ? "" : "%4.0f s".formatted(row.seconds());
            out.printf("%-16s %-6s  %s%n", row.id(), time, row.runs() == null ? "- " + row.reason() : row.runs());
        }
        return 0;
    }
}
