package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.quantity.Durations;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcReading;
import runbench.sync.utc.UtcServices;

/** {@code runbench sync external}: the reference against UTC. */
@Command(
        name = "external",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"How far this machine's clock is from UTC, as its own time services say: chrony, ntpd,"
                + " systemd-timesyncd, the kernel. Nothing is changed.",
            "The reference's stamps are UTC within this error; it stands apart from the errors between nodes."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync external --json > external.json", "  runbench sync external --utc-from chrony:/run/chrony/chronyd.sock"})
final class ExternalCommand implements Callable<Integer> {
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
            out.println(Output.json(json(answers)));
            return 0;
        }
        UtcReading best = answers.best();
        out.println(best.synchronised() ? "UTC as " + best.service() + " tells it: " + best.state()
                : "nobody tells UTC here: no time service keeps this clock, its error is unknown");
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("service", "clock ahead of UTC us", "+-", "at most +-", "rate ppm", "stratum", "reference", "state"));
        for (UtcReading r : answers.readings()) {
            rows.add(r.synchronised() ? Output.row(r.service(), Durations.micros(r.aheadNanos()), Durations.micros(r.errNanos()),
                    Durations.micros(r.boundNanos()), String.format(Locale.ROOT, "%.3f", r.rate() * 1e6), r.stratum() == 0 ? "-" : r.stratum(),
                    r.referenceId().isEmpty() ? "-" : r.referenceId(), r.state())
                    : Output.row(r.service(), "-", "-", "-", "-", "-", "-", r.state()));
        }
        out.println(Output.table(rows));
        answers.otherwise().forEach(out::println);
        return 0;
    }

    static ObjectNode json(UtcAnswers answers) {
        UtcReading best = answers.best();
        ObjectNode root = Output.object().put("synchronised", best.synchronised()).put("service", best.service());
        for (UtcReading r : answers.readings()) {
            ObjectNode node = root.withArray("/services").addObject().put("service", r.service())
                    .put("synchronised", r.synchronised()).put("state", r.state()).put("realtime_ns", r.realtimeNanos());
            if (r.synchronised()) {
                node.put("ahead_of_utc_ns", r.aheadNanos()).put("error_ns", r.errNanos()).put("bound_ns", r.boundNanos())
                        .put("rate_ppm", r.rate() * 1e6);
            }
            if (r.stratum() > 0) {
                node.put("stratum", r.stratum()).put("reference_id", r.referenceId());
            }
        }
        answers.otherwise().forEach(root.withArray("/no_answer")::add);
        return root;
    }
}
