package runbench.report.text;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.emulate.EmulatedModels.Model;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.probe.Countability.Verdict;
import runbench.sampler.probe.Countability;
import runbench.sampler.probe.EventSurvey.TriedEvent;
import runbench.sampler.probe.EventSurvey;
import runbench.sampler.run.CounterAgreement;

/** Prints the list of events; a verdict that a whole group shares is printed once. */
public final class EventsText {
    private static final int MAX_SYSTEMS = 12;

    private static final int MAX_NAMES = 60;
    private static final int WIDTH = 110;

    private final PrintWriter out;
    private Countability lastPrinted;

    private EventsText(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints the events, countable ones first.
     *
     * @param all true if no word was given; events that cannot be counted are then only named, and tracepoints are
     *     summarised
     */
    public static void print(EventSurvey survey, boolean all, PrintWriter out) {
        EventsText text = new EventsText(out);
        text.machine(survey.machine());
        survey.counters().ifPresent(text::counters);
        Map<String, List<TriedEvent>> groups = survey.events()
                .stream()
                .collect(Collectors.groupingBy(r -> r.event().pmu(), LinkedHashMap::new, Collectors.toList()));
        Predicate<List<TriedEvent>> countable = group -> !survey.opened()
                || group.stream().anyMatch(r -> r.verdict().usable());
        groups.forEach((pmu, group) -> {
            if (countable.test(group)) {
                text.group(pmu, group, false);
            }
        });
        groups.forEach((pmu, group) -> {
            if (!countable.test(group)) {
                text.group(pmu, group, all);
            }
        });
        if (all) {
            text.tracepoints(survey.systems(), survey.noTracefs());
        }
    }

    public static Map<String, Object> json(EventSurvey survey) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", survey.machine().cpu().name());
        all.put("kernel_counted", survey.machine().rights().kernel());
        all.put("hardware_counters", survey.counters().orElse(null));
        all.put("events", survey.events().stream().map(EventsText::fields).toList());
        all.put("tracepoint_systems", survey.systems().orElse(null));
        return all;
    }

    private static Map<String, Object> fields(TriedEvent row) {
        KnownEvent e = row.event();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", e.name());
        fields.put("pmu", e.pmu());
        fields.put("kind", e.kind().label());
        fields.put("aliases", e.aliases());
        fields.put("unit", e.unit());
        fields.put("description", e.description());
        fields.put("encodings", e.encodings());
        fields.put("stands_for", e.standsFor().isEmpty() ? null : e.standsFor());
        fields.put("verdict", row.verdict().verdict().label());
        fields.put("detail", row.verdict().detail().isEmpty() ? null : row.verdict().detail());
        fields.put("remedy", row.verdict().remedy().isEmpty() ? null : row.verdict().remedy());
        return fields;
    }

    private void machine(Machine machine) {
        out.println(machine.cpu().name());
        if (!machine.rights().kernel()) {
            out.printf("  this user can count user mode only: kernel.perf_event_paranoid is %d%n  -> sudo sysctl "
                    + "kernel.perf_event_paranoid=1, or run as root%n", machine.rights().paranoid().orElse(2));
        }
    }

    private void counters(CounterAgreement counters) {
        out.println("  " + counters.words()
                + (counters.all() ? "" : ": runs use at most " + counters.agree() + " at a time"));
    }

    /**
     * Prints a group.
     *
     * @param brief true to print only the names of events that cannot be counted for a common reason
     */
    private void group(String pmu, List<TriedEvent> rows, boolean brief) {
        Countability first = rows.get(0).verdict();
        boolean shared = rows.size() > 1 && !first.detail().isEmpty()
                && rows.stream().allMatch(r -> r.verdict().equals(first));
        boolean isRepeated = shared && first.equals(lastPrinted);
        out.printf("%n%s: %s%s%n", pmu, Units.counted(rows.size(), "event"),
                !shared ? "" : ", " + first.verdict().label() + (isRepeated ? ", as above" : ": " + first.detail()));
        if (shared && !isRepeated && !first.remedy().isEmpty()) {
            out.printf("  -> %s%n", first.remedy());
        }
        lastPrinted = shared ? first : lastPrinted;
        if (shared && brief && !first.usable()) {
            names(rows);
            return;
        }
        rows.forEach(r -> row(r, shared));
        if (!shared) {
            rows.stream()
                    .map(TriedEvent::verdict)
                    .filter(v -> v.verdict() == Verdict.READY)
                    .findFirst()
                    .ifPresent(v -> out.printf("  %s: %s%n", v.verdict().label(), v.detail()));
            rows.stream()
                    .filter(r -> !r.verdict().remedy().isEmpty())
                    .collect(Collectors.groupingBy(r -> r.verdict().remedy(),
                            Collectors.mapping(r -> r.event().name(), Collectors.toList())))
                    .forEach((remedy, names) -> out.printf("  -> %s: %s%n", shortened(names), remedy));
        }
    }

    /** Prints names in lines of a terminal's width, up to a maximum number. */
    private void names(List<TriedEvent> rows) {
        StringBuilder line = new StringBuilder(" ");
        for (TriedEvent row : rows.subList(0, Math.min(MAX_NAMES, rows.size()))) {
            if (line.length() + row.event().name().length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(row.event().name());
        }
        out.println(line);
        out.printf("  -> details: runbench events WORD, for %s%n",
                rows.size() > MAX_NAMES ? "these and the " + (rows.size() - MAX_NAMES) + " others" : "these events");
    }

    private void row(TriedEvent row, boolean shared) {
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

    private void tracepoints(Optional<Map<String, Integer>> systems, NotCounted noTracefs) {
        if (systems.isEmpty()) {
            out.printf("%ntracepoint: %s%n  -> %s%n", noTracefs.reason(), noTracefs.remedy());
            return;
        }
        int all = systems.get().values().stream().mapToInt(n -> n).sum();
        String largest = systems.get()
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MAX_SYSTEMS)
                .map(s -> s.getKey() + " " + s.getValue())
                .collect(Collectors.joining(", "));
        out.printf(
                "%ntracepoint: %d events in %d systems: %s%s%n  -> list and try the events of one system: runbench "
                        + "events sched:%n",
                all, systems.get().size(), largest, systems.get().size() > MAX_SYSTEMS ? ", ..." : "");
    }

    private static String shortened(List<String> names) {
        return names.size() <= 4 ? String.join(", ", names)
                : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }

    /** Prints the events of the emulated machine. */
    public static final class EmulatedEventsText {
        private EmulatedEventsText() {
        }

        /**
         * Selects events.
         *
         * @param word text in the name or the meaning; null for all events
         */
        public static List<EmulatedEvent> select(String word) {
            String lower = word == null ? "" : word.toLowerCase(Locale.ROOT);
            return EmulatedEvent.all()
                    .stream()
                    .filter(e -> (e.name() + ' ' + e.meaning()).toLowerCase(Locale.ROOT).contains(lower))
                    .toList();
        }

        public static void print(List<EmulatedEvent> events, PrintWriter out) {
            out.println("The emulated machine (--emulate), " + Emulator.LABEL + ":");
            events.forEach(e -> out.printf("  %-22s %s%s%n", e.name(), e.meaning(),
                    e.model().map(m -> " [" + m.word() + "]").orElse("")));
            out.println("In brackets: the model that counts the event; select it with --events, --metrics or --model.");
        }

        /** Returns the content for {@code --json}. */
        public static List<Map<String, Object>> json(List<EmulatedEvent> events) {
            return events.stream().map(e -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("name", e.name());
                one.put("unit", e.unit());
                one.put("model", e.model().map(Model::word).orElse(null));
                one.put("meaning", e.meaning());
                return one;
            }).toList();
        }
    }
}
