package runbench.cli.sync.clocks;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.report.text.UtcText;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcServices;

/** {@code runbench sync external}: shows the offset of the reference from UTC. */
@Command(name = "external", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Shows the offset of this machine's clock from UTC, as reported by its time services: chrony, "
                        + "ntpd, systemd-timesyncd, the kernel. Changes nothing.",
                "Stamps of the reference are UTC within this error, which is separate from the errors between nodes."},
        footerHeading = "%nExample:%n", footer = {"  runbench sync external --json > external.json",
                "  runbench sync external --utc-from chrony:/run/chrony/chronyd.sock"})
public final class ExternalCommand implements Callable<Integer> {
    @Option(names = "--utc-from", paramLabel = "SERVICE", defaultValue = "auto",
            description = "chrony[:SOCKET], ntpd[:HOST], timesyncd, kernel or, the default, auto: all of them.")
    private String utcFrom;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        UtcAnswers answers = UtcServices.ask(utcFrom);
        printed.print(OutputFormat.UTC, () -> UtcText.json(answers), out -> UtcText.print(answers, out));
        return 0;
    }
}
