package runbench.report.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcAnswers.UtcReading;

/** Formats the offset of the reference from UTC, as stated by its time services. */
public final class UtcText {
    private UtcText() {
    }

    public static void print(UtcAnswers answers, PrintWriter out) {
        UtcReading best = answers.best();
        out.println(best.synchronised() ? "UTC by " + best.service() + ": " + best.state()
                : "UTC unknown: no time service synchronises this clock");
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("service", "clock ahead of UTC us", "+-", "at most +-", "rate ppm", "stratum",
                "reference", "state"));
        for (UtcReading r : answers.readings()) {
            rows.add(r.synchronised() ? TextTable.row(r.service(), Durations.micros(r.aheadNanos()),
                    Durations.micros(r.errNanos()), Durations.micros(r.boundNanos()),
                    String.format(Locale.ROOT, "%.3f", r.rate() * 1e6), r.stratum() == 0 ? "-" : r.stratum(),
                    r.referenceId().isEmpty() ? "-" : r.referenceId(), r.state())
                    : TextTable.row(r.service(), "-", "-", "-", "-", "-", "-", r.state()));
        }
        out.println(TextTable.text(rows));
        answers.otherwise().forEach(out::println);
    }

    public static ObjectNode json(UtcAnswers answers) {
        UtcReading best = answers.best();
        ObjectNode root = JsonText.object().put("synchronised", best.synchronised()).put("service", best.service());
        for (UtcReading r : answers.readings()) {
            ObjectNode node = root.withArray("/services")
                    .addObject()
                    .put("service", r.service())
                    .put("synchronised", r.synchronised())
                    .put("state", r.state())
                    .put("realtime_ns", r.realtimeNanos());
            if (r.synchronised()) {
                node.put("ahead_of_utc_ns", r.aheadNanos())
                        .put("error_ns", r.errNanos())
                        .put("bound_ns", r.boundNanos())
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
