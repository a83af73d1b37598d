package runbench.cli.sync.clocks;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.report.text.JsonText;
import runbench.report.text.UtcText;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcServices;

/** {@code runbench sync external}: the reference against UTC. */
@Command(name = "external", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "How far this machine's clock is from UTC, as its own time services say: chrony, ntpd,"
                        + " systemd-timesyncd, the kernel. Nothing is changed.",
                "The reference's stamps are UTC within this error; it stands apart from the errors between nodes."},
        footerHeading = "%nExample:%n", footer = {"  runbench sync external --json > external.json",
                "  runbench sync external --utc-from chrony:/run/chrony/chronyd.sock"})
public final class ExternalCommand implements Callable<Integer> {
    @Option(names = "--utc-from", paramLabel = "SERVICE", defaultValue = "auto",
            description = "chrony[:SOCKET], ntpd[:HOST], timesyncd, kernel or, the default, auto: all of them.")
    private String utcFrom;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        UtcAnswers answers = UtcServices.ask(utcFrom);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(OutputFormat.UTC, UtcText.json(answers)));
            return 0;
        }
        UtcText.print(answers, out);
        return 0;
    }
}
