package runbench.cli.bench;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;
import runbench.catalogue.Run;
import runbench.catalogue.Variant;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.JsonOption;
import runbench.report.text.PrintedJson;

/** {@code runbench show ID}: shows an entry of the catalogue. */
@Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Shows a benchmark: its properties, its runs, and the exact command that it runs on this "
                + "machine.",
        footerHeading = "%nExample:%n", footer = "  runbench show 403.gcc")
public final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BENCHMARK", description = "Id or alias.")
    private String name;

    @Mixin
    private CatalogueOptions catalogue;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        Entry entry = catalogue.load().find(name);
        ResolvedBenchmark here = null;
        RunbenchException why = null;
        try {
            here = Resolver.resolve(entry, catalogue.resolveOptions());
        } catch (RunbenchException e) {
            why = e;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("entry", entry);
            all.put("runs_here", here == null ? null
                    : Map.of("label", here.label(), "command", here.command(), "environment", here.env()));
            all.put("reason", why == null ? null : why.getMessage());
            out.println(PrintedJson.text(OutputFormat.BENCHMARK, all));
            return 0;
        }
        out.printf("%s  %s%n", entry.id(), entry.title());
        line(out, "suite", join(entry.suite(), entry.group()));
        line(out, "area", entry.area());
        line(out, "language", String.join(", ", entry.languages()));
        line(out, "also", String.join(", ", entry.aliases()));
        line(out, "defined in", entry.origin());
        line(out, "parameters", entry.source());
        variant(out, "original", entry.spec());
        variant(out, "open-source stand-in", entry.open());
        variant(out, "own", entry.own());
        line(out, "open-source stand-in", entry.open() == null ? entry.noOpen() : null);
        if (here != null) {
            line(out, "runs here", here.label());
            line(out, "", String.join(" ", here.command())
                    + (here.stdin() == null ? "" : " < " + here.stdin().getFileName()));
        } else {
            line(out, "runs here", "nothing: " + why.getMessage());
            line(out, "", why.remedy().map(r -> "-> " + r).orElse(null));
        }
        return 0;
    }

    private static void variant(PrintWriter out, String kind, Variant variant) {
        if (variant == null) {
            return;
        }
        String label = kind;
        for (Run run : variant.runs()) {
            String text = run.name() + ": " + String.join(" ", run.argv())
                    + (run.stdin() == null ? "" : " < " + run.stdin());
            line(out, label, text + (run.name().equals(variant.defaultRun()) ? "   (default)" : ""));
            label = "";
        }
    }

    private static String join(String a, String b) {
        return b == null ? a : a + ", " + b;
    }

    private static void line(PrintWriter out, String what, String value) {
        if (value != null && !value.isBlank()) {
            out.printf("  %-14s %s%n", what, value);
        }
    }
}
