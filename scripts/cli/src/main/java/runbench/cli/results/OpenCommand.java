package runbench.cli.results;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.process.DesktopViewer;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.output.Failures;
import runbench.measure.results.ListedResult;
import runbench.measure.results.ResultList;
import runbench.report.text.PrintedJson;

/** {@code runbench open}: the page of a run, in the desktop's browser. */
@Command(name = "open", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Opens the page of the last run, or of a named one; where there is no desktop it prints "
                + "where the page is.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench open                   the last run",
                "  runbench open 403.gcc           the last one of that benchmark",
                "  runbench open results/403.gcc/20260131T021011Z", "  firefox $(runbench open --print)"})
public final class OpenCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run: " + RunName.FORMS + " (default: last).")
    private String what;

    @Option(names = "--print", description = "Print the path of the page; open nothing. So does --json.")
    private boolean print;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        ListedResult found = ResultList.latest(what, ResultFolders.root());
        Path file = found.shown()
                .orElseThrow(() -> RunbenchException
                        .badInput(found.path() + " has neither a page nor a chart: the run is " + found.state()
                                + (found.reason().isEmpty() ? "" : ": " + found.reason()))
                        .remedy("runbench plot " + found.path()))
                .toAbsolutePath();
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SHOWN,
                    Map.of("run", found.path().toString(), "file", file.toString())));
        } else if (print || !DesktopViewer.hasDesktop()) {
            out.println(file);
        } else {
            Optional<RunbenchException> failure = DesktopViewer.open(file);
            out.println(file);
            failure.ifPresent(f -> Failures.print(f, spec.commandLine().getErr()));
            return failure.map(f -> f.exitCode().code()).orElse(0);
        }
        return 0;
    }
}
