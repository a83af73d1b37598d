package runbench.cli.run;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import runbench.parser.metrics.Metric;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSum;
import runbench.sampler.events.Machine;
import runbench.sampler.events.MetricEvents;
import runbench.sampler.events.Source;
import runbench.sampler.events.SystemFiles;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.PerfProbe;
import runbench.sampler.run.Calibration;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingProgress;
import runbench.sampler.run.SamplingStart;

/** Event names as typed to counters of this machine. */
final class Events {
    private static final int NAMED = 4;

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

    /**
     * A start that says in one line, once counting has begun, that names stand for events of this machine. What each
     * stands for is told by {@code runbench events} and kept in run.json.
     */
    static SampledRun.Start telling(SampledRun.Start start, EventSelection events, PrintWriter err) {
        if (events.remarks().isEmpty()) {
            return start;
        }
        return listener -> start.with(new SamplingListener() {
            @Override
            public void calibrated(Calibration calibration) {
                listener.calibrated(calibration);
            }

            @Override
            public void started(SamplingStart started) {
                err.println("runbench: " + whatNamesMean(events));
                err.flush();
                listener.started(started);
            }

            @Override
            public void exec(long wallNanos) {
                listener.exec(wallNanos);
            }

            @Override
            public void progress(SamplingProgress progress) {
                listener.progress(progress);
            }
        });
    }

    private static String whatNamesMean(EventSelection events) {
        List<String> names = Stream.concat(events.sums().stream().map(EventSum::name), events.events().stream().map(Event::name)
                .filter(n -> events.sums().stream().noneMatch(s -> s.of().contains(n)))).toList();
        int shown = Math.min(NAMED, names.size());
        return "counting " + String.join(", ", names.subList(0, shown)) + (shown < names.size() ? " and " + (names.size() - shown)
                + " more" : "") + "; what they stand for on this machine: run.json, or runbench events " + names.get(0);
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
