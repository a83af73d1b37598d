package runbench.cli.machine;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;
import runbench.report.text.EmulatedEventsText;
import runbench.report.text.EventsText;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.probe.EventSurvey;

/** {@code runbench events}: what can be asked for by name on this machine, and whether it counts now. */
@Command(name = "events", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Lists the events of this machine by PMU, each opened and tried: does it count now? Tracepoints are "
                + "summed up unless the word names them.",
        footerHeading = "%nExamples:%n", footer = {"  runbench events", "  runbench events cache",
                "  runbench events sched_switch --json", "  runbench events --emulate"})
public final class EventsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1",
            description = "Only those with this in name, alias, PMU or description.")
    private String word;

    @Option(names = "--no-probe", description = "Do not open the events.")
    private boolean noProbe;

    @Option(names = "--emulate",
            description = "What the emulated machine counts (sample --emulate) instead of this one.")
    private boolean emulated;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (emulated) {
            return emulated();
        }
        EventSurvey survey = EventSurvey.of(ProjectHome.folder(), word, !noProbe, Terminal.of(json));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.EVENTS, EventsText.json(survey)));
        } else {
            EventsText.print(survey, word == null, out);
        }
        return 0;
    }

    private int emulated() {
        List<EmulatedEvent> events = EmulatedEventsText.select(word);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.EMULATED_EVENTS, EmulatedEventsText.json(events)));
        } else {
            EmulatedEventsText.print(events, out);
        }
        return 0;
    }
}
