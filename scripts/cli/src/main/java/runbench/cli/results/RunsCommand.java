package runbench.cli.results;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.cli.option.JsonOption;
import runbench.cli.output.Terminal;
import runbench.measure.results.ListedResult;
import runbench.measure.results.ResultList;
import runbench.measure.results.ResultSelection;
import runbench.report.text.PrintedJson;
import runbench.report.text.TextTable;

/** {@code runbench runs}: lists and removes results. */
@Command(name = "runs", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Lists the results below the results folder ($RUNBENCH_RESULTS), the latest last, and removes "
                + "selected ones.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench runs gcc --last 5", "  runbench runs --state failed --json",
                "  runbench runs --before 2026-01-01 --remove          asks for confirmation",
                "  runbench runs 403.gcc --state failed --remove --yes"})
public final class RunsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ResultFilter filter;

    @Option(names = "--remove", order = 10,
            description = "Remove the listed results with all their files, after a confirmation.")
    private boolean remove;

    @Option(names = "--yes", order = 11, description = "With --remove: remove without confirmation.")
    private boolean yes;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        Path root = ResultFolders.root();
        ResultSelection selection = filter.selection();
        List<ListedResult> listed = selection.of(ResultList.below(root));
        if (yes && !remove) {
            throw RunbenchException.badInput("--yes confirms --remove").remedy("add --remove, or leave --yes out");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (remove) {
            return remove(root, selection, listed, out);
        }
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.RUNS, listed));
        } else if (listed.isEmpty()) {
            out.println("nothing " + (selection.isLimited() ? "of that kind " : "") + "in " + root);
        } else {
            print(listed, out);
        }
        return 0;
    }

    @SuppressWarnings("SystemConsoleNull")
    private int remove(Path root, ResultSelection selection, List<ListedResult> listed, PrintWriter out)
            throws IOException {
        if (!selection.isLimited()) {
            throw RunbenchException.badInput("--remove without a selection would remove everything in " + root)
                    .remedy("name the results, or select all with --after 0000");
        }
        String all = Units.counted(listed.size(), "result") + ", "
                + Units.bytes(listed.stream().mapToLong(ListedResult::bytes).sum());
        if (!listed.isEmpty() && !yes) {
            if (!printed.isJson()) {
                print(listed, out);
            }
            // From Java 22 on there is a console without a terminal, too: the answer is then read from a pipe or file.
            if (System.console() == null) {
                throw RunbenchException.badInput("nobody is there to confirm that " + all + " are removed")
                        .remedy("add --yes");
            }
            // Not to the output of the command, which folds lines when they are complete.
            System.console().printf("remove %s? [y/N] ", all).flush();
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            if (answer == null || !answer.strip().equalsIgnoreCase("y")) {
                out.println("nothing removed");
                return 0;
            }
        }
        for (ListedResult r : listed) {
            ResultList.remove(r, root);
        }
        out.println(printed.isJson() ? PrintedJson.text(OutputFormat.RUNS, listed) : "removed " + all);
        return 0;
    }

    private static void print(List<ListedResult> listed, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("started (UTC)", "name", "kind", "state", "size", "folder"));
        for (ListedResult r : listed) {
            rows.add(TextTable.row(
                    r.started().length() >= 19 ? r.started().substring(0, 19).replace('T', ' ') : r.started(), r.name(),
                    r.kind().word(), r.state(), Units.bytes(r.bytes()), r.path()));
        }
        out.println(TextTable.text(rows, Terminal.outputColumns()));
    }

    /** Options that select results. */
    static final class ResultFilter {
        @Parameters(paramLabel = "NAME", arity = "0..*",
                description = "Benchmarks, parts of their names, or runs' folders (default: all).")
        private List<String> names = List.of();

        @Option(names = "--kind", paramLabel = "KIND", order = 1,
                description = "Only results of this kind: run, cluster, batch, comparison, log.")
        private ListedResult.Kind kind;

        @Option(names = "--state", paramLabel = "STATE", order = 2,
                description = "Only results in this state: finished, failed, interrupted, running.")
        private String state;

        @Option(names = "--before", paramLabel = "DATE", order = 3,
                description = "Only results that began before this date, for example 2026-01-31 (UTC).")
        private String before;

        @Option(names = "--after", paramLabel = "DATE", order = 3,
                description = "Only results that began at or after this date.")
        private String after;

        @Option(names = "--last", paramLabel = "N", order = 4, description = "Only the last N of these.")
        private Integer last;

        ResultSelection selection() {
            return new ResultSelection(names, kind, state, before, after, last);
        }
    }
}
