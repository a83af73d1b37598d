package runbench.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.cli.EventsCommand.Row;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.Machine;
import runbench.sampler.events.NotCounted;
import runbench.sampler.probe.Countability;
import runbench.sampler.probe.Countability.Verdict;
import runbench.sampler.run.CounterAgreement;

/** The list of events as a person reads it: what all of a group share is said once. */
final class EventsText {
    private static final int SYSTEMS_SHOWN = 12;

    private static final int NAMES_SHOWN = 60;
    private static final int WIDTH = 110;

    private final PrintWriter out;
    private Countability said;

    EventsText(PrintWriter out) {
        this.out = out;
    }

    void machine(Machine machine) {
        out.println(machine.cpu().name());
        if (!machine.rights().kernel()) {
            out.printf("  this user counts user mode only: kernel.perf_event_paranoid is %d%n  -> sudo sysctl kernel.perf_event_paranoid=1, "
                    + "or run as root%n", machine.rights().paranoid().orElse(2));
        }
    }

    void counters(CounterAgreement counters) {
        out.println("  " + counters.words() + (counters.all() ? "" : ": runs use no more than " + counters.agree() + " at a time"));
    }

    /**
     * @param brief events that all cannot be counted for the same reason are only named
     */
    void group(String pmu, List<Row> rows, boolean brief) {
        Countability first = rows.get(0).verdict();
        boolean shared = rows.size() > 1 && !first.detail().isEmpty() && rows.stream().allMatch(r -> r.verdict().equals(first));
        boolean again = shared && first.equals(said);
        out.printf("%n%s: %d event%s%s%n", pmu, rows.size(), rows.size() == 1 ? "" : "s",
                !shared ? "" : ", " + first.verdict().label() + (again ? ", as those above" : ": " + first.detail()));
        if (shared && !again && !first.remedy().isEmpty()) {
            out.printf("  -> %s%n", first.remedy());
        }
        said = shared ? first : said;
        if (shared && brief && !first.usable()) {
            names(rows);
            return;
        }
        rows.forEach(r -> row(r, shared));
        if (!shared) {
            rows.stream().map(Row::verdict).filter(v -> v.verdict() == Verdict.READY).findFirst()
                    .ifPresent(v -> out.printf("  %s: %s%n", v.verdict().label(), v.detail()));
            rows.stream().filter(r -> !r.verdict().remedy().isEmpty())
                    .collect(Collectors.groupingBy(r -> r.verdict().remedy(), Collectors.mapping(r -> r.event().name(), Collectors.toList())))
                    .forEach((remedy, names) -> out.printf("  -> %s: %s%n", shortened(names), remedy));
        }
    }

    /** In lines of a terminal's width; of very many the first. */
    private void names(List<Row> rows) {
        StringBuilder line = new StringBuilder(" ");
        for (Row row : rows.subList(0, Math.min(NAMES_SHOWN, rows.size()))) {
            if (line.length() + row.event().name().length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(row.event().name());
        }
        out.println(line);
        out.printf("  -> runbench events WORD says more of %s%n", rows.size() > NAMES_SHOWN
                ? "these and the " + (rows.size() - NAMES_SHOWN) + " others" : "them");
    }

    private void row(Row row, boolean shared) {
        KnownEvent e = row.event();
        String aliases = e.aliases().isEmpty() ? "" : " (" + String.join(", ", e.aliases()) + ")";
        String encodings = e.encodings().stream().map(Encoding::toString).collect(Collectors.joining(" + "));
        out.printf("  %-16s %-30s %s%s%n", row.verdict().verdict().label(), e.name() + aliases, e.description(),
                encodings.isEmpty() ? "" : "  [" + encodings + "]");
        if (!e.standsFor().isEmpty()) {
            out.printf("  %-16s   here: %s%n", "", e.standsFor());
        }
        if (!shared && !row.verdict().detail().isEmpty() && row.verdict().verdict() != Verdict.READY) {
            out.printf("  %-16s   %s%n", "", row.verdict().detail());
        }
    }

    void tracepoints(Optional<Map<String, Integer>> systems, NotCounted noTracefs) {
        if (systems.isEmpty()) {
            out.printf("%ntracepoint: %s%n  -> %s%n", noTracefs.reason(), noTracefs.remedy());
            return;
        }
        int all = systems.get().values().stream().mapToInt(n -> n).sum();
        String largest = systems.get().entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(SYSTEMS_SHOWN).map(s -> s.getKey() + " " + s.getValue()).collect(Collectors.joining(", "));
        out.printf("%ntracepoint: %d events in %d systems: %s%s%n  -> runbench events sched: lists and tries those of a name%n",
                all, systems.get().size(), largest, systems.get().size() > SYSTEMS_SHOWN ? ", ..." : "");
    }

    private static String shortened(List<String> names) {
        return names.size() <= 4 ? String.join(", ", names) : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }
}
