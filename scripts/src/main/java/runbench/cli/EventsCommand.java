package runbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.probe.Countability;
import runbench.sampler.run.CounterAgreement;
import runbench.sampler.run.Helper;

/** {@code runbench events}: what can be asked for by name on this machine, and whether it counts now. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists the events of this machine by PMU, each opened and tried: does it count now? Tracepoints are "
                + "summed up unless the word names them.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench events", "  runbench events cache", "  runbench events sched_switch --json"})
public final class EventsCommand implements Callable<Integer> {
    /** Each tracepoint takes the kernel some milliseconds to let go of. */
    private static final int MOST_TRACEPOINTS = 200;

    /**
     * One event with its verdict.
     *
     * @param event   what is known of it
     * @param verdict whether it counts now
     */
    record Row(KnownEvent event, Countability verdict) {
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1", description = "Only those with this in name, alias, PMU or description.")
    private String word;

    @Option(names = "--no-probe", description = "Do not open the events.")
    private boolean noProbe;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        ThisMachine machine = ThisMachine.read();
        List<KnownEvent> events = new ArrayList<>(machine.events().list().stream().filter(e -> word == null || e.matches(word)).toList());
        List<KnownEvent> tracepoints = word == null ? List.of() : machine.events().tracepoints(word);
        Optional<Map<String, Integer>> systems = machine.events().tracepointSystems();
        if (events.isEmpty() && tracepoints.isEmpty()) {
            throw unknown(machine);
        }
        List<Row> rows = probe(machine, events, tracepoints);
        Optional<CounterAgreement> counters = noProbe ? Optional.empty() : CounterAgreement.ask(Helper.path(ProjectHome.folder()));
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("machine", machine.machine().cpu().name());
            all.put("kernel_counted", machine.machine().rights().kernel());
            all.put("hardware_counters", counters.orElse(null));
            all.put("events", rows.stream().map(EventsCommand::fields).toList());
            all.put("tracepoint_systems", systems.orElse(null));
            spec.commandLine().getOut().println(PrintedJson.text(all));
            return 0;
        }
        EventsText text = new EventsText(spec.commandLine().getOut());
        text.machine(machine.machine());
        counters.ifPresent(text::counters);
        Map<String, List<Row>> groups = rows.stream().collect(Collectors.groupingBy(r -> r.event().pmu(), LinkedHashMap::new, Collectors.toList()));
        // What can be counted comes first.
        Predicate<List<Row>> countable = group -> noProbe || group.stream().anyMatch(r -> r.verdict().usable());
        groups.forEach((pmu, group) -> {
            if (countable.test(group)) {
                text.group(pmu, group, false);
            }
        });
        groups.forEach((pmu, group) -> {
            if (!countable.test(group)) {
                text.group(pmu, group, word == null);
            }
        });
        if (word == null) {
            text.tracepoints(systems, machine.events().noTracefs());
        }
        return 0;
    }

    private List<Row> probe(ThisMachine machine, List<KnownEvent> events, List<KnownEvent> tracepoints) {
        List<Row> rows = new ArrayList<>();
        boolean tooMany = tracepoints.size() > MOST_TRACEPOINTS;
        try (Terminal terminal = Terminal.of(json)) {
            Slowly progress = new Slowly(terminal.start("trying events", " events"), events.size() + tracepoints.size());
            for (KnownEvent e : Stream.concat(events.stream(), tracepoints.stream()).toList()) {
                Countability verdict = noProbe ? Countability.notProbed("--no-probe")
                        : tooMany && e.kind() == KnownEvent.Kind.TRACEPOINT
                        ? Countability.notProbed("more than " + MOST_TRACEPOINTS + " tracepoints: give a narrower word")
                        : machine.probe(p -> p.probe(e));
                rows.add(new Row(e, verdict));
                progress.step();
            }
        }
        return rows;
    }

    private RunbenchException unknown(ThisMachine machine) {
        List<String> names = new ArrayList<>();
        machine.events().list().forEach(e -> {
            names.add(e.name());
            names.addAll(e.aliases());
        });
        machine.events().tracepoints("").forEach(t -> names.addAll(List.of(t.name(), t.name().substring(t.name().indexOf(':') + 1))));
        String near = NearestNames.didYouMean(word, names);
        boolean hidden = machine.events().tracepointSystems().isEmpty();
        return RunbenchException.badInput("no event here has '" + word + "' in its name or description")
                .remedy((near.isEmpty() ? "runbench events lists all" : near)
                        + (hidden ? "; tracepoints can be seen after: " + machine.events().noTracefs().remedy() : ""));
    }

    private static Map<String, Object> fields(Row row) {
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
}
