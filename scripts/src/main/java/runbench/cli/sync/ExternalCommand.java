package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.sync.clock.ExternalTime;

/** {@code runbench sync external}: the reference against UTC. */
@Command(
        name = "external",
        mixinStandardHelpOptions = true,
        description = {"How far this machine's clock is from UTC, as its own time service says; nothing is changed.",
            "The reference's stamps are UTC within this error; it stands apart from the errors between nodes."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync external --json > external.json"})
final class ExternalCommand implements Callable<Integer> {
    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ExternalTime t = ExternalTime.read();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Output.json(json(t)));
        } else {
            out.printf(Locale.ROOT, "%s%noffset to be slewed %.3f us, estimated error %.3f us, at most %.3f us, rate corrected by %.4f ppm%n",
                    t.synchronised() ? "synchronised" : "not synchronised: no time service keeps this clock, its error is unknown",
                    t.offsetNanos() / 1e3, t.estimatedErrorNanos() / 1e3, t.maximumErrorNanos() / 1e3, t.frequencyPpm());
        }
        return 0;
    }

    static ObjectNode json(ExternalTime t) {
        return Output.object().put("synchronised", t.synchronised())
                .put("estimated_error_ns", t.estimatedErrorNanos()).put("maximum_error_ns", t.maximumErrorNanos())
                .put("offset_ns", t.offsetNanos()).put("frequency_ppm", t.frequencyPpm()).put("tai_minus_utc_s", t.taiSeconds());
    }
}
