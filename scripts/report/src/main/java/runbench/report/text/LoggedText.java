package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Units;
import runbench.parser.stats.LoggedSummary;
import runbench.parser.stats.RegionSummary;

/** Prints the regions that a program logged: one row per region, with its counts. */
final class LoggedText {
    private static final int MAX_REGIONS = 12;
    private static final int MAX_EVENTS = 4;

    private LoggedText() {
    }

    /**
     * Prints the regions.
     *
     * @param log logged regions; null if nothing was logged
     */
    static void print(LoggedSummary log, PrintWriter out) {
        if (log == null) {
            return;
        }
        out.printf("  %,d events logged by the program%s%n", log.events(), log.regions().isEmpty() ? "" : ":");
        List<String[]> rows = new ArrayList<>();
        log.regions().stream().limit(MAX_REGIONS).forEach(r -> rows.add(row(r)));
        if (!rows.isEmpty()) {
            TextTable.text(rows).lines().forEach(line -> out.println("    " + line));
            out.printf("    (%s; complete: summary.json, regions.csv)%n", log.edges());
        }
        if (log.regions().size() > MAX_REGIONS) {
            out.printf("    ... and %,d more%n", log.regions().size() - MAX_REGIONS);
        }
        log.remarks().forEach(r -> out.printf("  ! %s%n", r));
    }

    private static String[] row(RegionSummary r) {
        List<String> cells = new ArrayList<>(List.of(r.name() + (r.kind().equals("state") ? " (state)" : ""),
                String.format("%,d x", r.count()), Units.seconds(r.totalS())));
        r.events()
                .stream()
                .limit(MAX_EVENTS)
                .forEach(e -> cells.add(e.event() + " " + Units.si(e.count()) + " (" + Units.si(e.atLeast()) + " .. "
                        + Units.si(e.atMost()) + ")"));
        if (r.open() > 0) {
            cells.add(String.format("%,d without an end", r.open()));
        }
        return cells.toArray(String[]::new);
    }
}
