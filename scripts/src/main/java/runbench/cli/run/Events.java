package runbench.cli.run;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import runbench.parser.metrics.Metric;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Machine;
import runbench.sampler.events.MetricEvents;
import runbench.sampler.events.Source;
import runbench.sampler.events.SystemFiles;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.PerfProbe;

/** Event names as typed to counters of this machine. */
final class Events {
    private Events() {
    }

    /**
     * @param metrics whose events are counted too
     * @param cpuWide CPUs are observed, whoever runs there
     */
    static EventSelection select(String list, List<Metric> metrics, boolean cpuWide) {
        EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames, cpuWide);
        return resolver.resolve(metrics.isEmpty() ? list : new MetricEvents(resolver, opens()).with(list, metrics));
    }

    /** What the names stand for on this machine. */
    static void tellRemarks(EventSelection events, PrintWriter err) {
        events.remarks().forEach(r -> err.println("runbench: " + r));
    }

    /** Loads the native binding only when there is a hardware event to ask about. */
    private static Predicate<Event> opens() {
        return event -> {
            if (event.source() != Source.PMU) {
                return true;
            }
            try {
                return NativeApi.load().tryOpen(new PerfProbe(event.encoding(), event.modifiers().kernel(), false, false)) == 0;
            } catch (LinkageError e) {
                return true;
            }
        };
    }
}
