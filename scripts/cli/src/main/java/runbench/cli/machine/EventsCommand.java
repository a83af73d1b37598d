package runbench.cli.machine;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.parser.metrics.SavedSets;
import runbench.report.text.EventsText;
import runbench.report.text.EventsText.EmulatedEventsText;
import runbench.report.text.MetricsText;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.probe.EventSurvey;

/** {@code runbench events}: lists the events of this machine. */
@Command(name = "events", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Lists the events of this machine by PMU, and tests whether each counts. Tracepoints are listed "
                + "individually only if WORD matches them. Your named lists (-e @NAME) are in "
                + "~/.config/runbench/sets.toml.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench events", "  runbench events cache", "  runbench events r530143", "  runbench events PAPI",
                "  runbench events sched_switch --json", "  runbench events --emulate"})
public final class EventsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WORD", arity = "0..1",
            description = "Only events with this text in name, alias, PMU or description; or a raw code "
                    + "(r530143): its meaning on each processor.")
    private String word;

    @Option(names = "--no-probe", description = "Do not test whether the events count.")
    private boolean noProbe;

    @Option(names = "--emulate", description = "List the events of the emulated machine (sample --emulate).")
    private boolean emulated;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        if (emulated) {
            return emulated();
        }
        EventSurvey survey = EventSurvey.of(ProjectHome.folder(), word, !noProbe, printed.progress());
        printed.print(OutputFormat.EVENTS, () -> EventsText.json(survey), text -> {
            EventsText.print(survey, word == null, text);
            if (word == null) {
                MetricsText.sets(SavedSets.ofUser(), SavedSets.Kind.EVENTS, text);
            }
        });
        return 0;
    }

    private int emulated() {
        List<EmulatedEvent> events = EmulatedEventsText.select(word);
        printed.print(OutputFormat.EMULATED_EVENTS, () -> EmulatedEventsText.json(events),
                text -> EmulatedEventsText.print(events, text));
        return 0;
    }
}
