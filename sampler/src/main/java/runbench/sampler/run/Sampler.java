package runbench.sampler.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.microarchitecture.ProcessorId;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.SamplingListener.Calibration;

/** Runs programs under counters: the entrance of this package. */
public final class Sampler {
    private final Path helper;

    /**
     * Creates a sampler.
     *
     * @param helper path from {@link Helper#locate}
     */
    public Sampler(Path helper) {
        this.helper = Objects.requireNonNull(helper);
    }

    /**
     * Distributes events over the smallest number of runs that count each of them without multiplexing.
     *
     * @param events the selection
     * @return one selection per run; one if all events fit
     * @throws RunbenchException exit code 3: the helper cannot be started or reported an error
     */
    public List<EventSelection> runsFor(EventSelection events) {
        return events.events().size() < 2 ? List.of(events) : EventPlan.runs(helper, events);
    }

    /**
     * Starts the helper and returns without waiting for the program.
     *
     * @param request the program and its events
     * @param listener receives the helper's progress
     * @return the run in progress
     * @throws RunbenchException exit code 3: none of the events can be counted, the helper cannot be started, or the
     *     recording's folder is not writable
     */
    public Sampling start(SamplingRequest request, SamplingListener listener) {
        if (request.events().events().isEmpty()) {
            throw nothingToCount(request);
        }
        Optional<Calibration> known = KnownCalibrations.of(helper, request);
        return HelperLaunch.start(notes -> HelperCommand.of(helper, request, notes, known), request.environment(),
                request.recording(), RunNotes.of(request), request.stdin(), listener, c -> {
                    if (known.isEmpty()) {
                        KnownCalibrations.keep(helper, request, c);
                    }
                });
    }

    private static RunbenchException nothingToCount(SamplingRequest request) {
        var events = request.events();
        String reasons = events.notCounted()
                .stream()
                .map(n -> n.name() + ": " + n.reason())
                .collect(Collectors.joining("; "));
        String remedy = events.notCounted()
                .stream()
                .findFirst()
                .map(n -> n.remedy() + "; or choose what can be counted here: --events auto")
                .orElse("use --events auto");
        return RunbenchException.machine("none of the events can be counted here: " + reasons).remedy(remedy);
    }

    /**
     * The calibrations of the latest runs of this process. The runs of one command with the same counters need one
     * calibration: it takes longer than a short program.
     */
    private static final class KnownCalibrations {
        private static final long LIFE_NANOS = TimeUnit.MINUTES.toNanos(1);
        private static final Map<Map.Entry<Path, List<String>>, Known> KNOWN = new ConcurrentHashMap<>();

        private KnownCalibrations() {
        }

        /** A calibration and the time of its arrival, System.nanoTime(). */
        private record Known(Calibration calibration, long nanos) {
            boolean isFresh() {
                return System.nanoTime() - nanos < LIFE_NANOS;
            }
        }

        static Optional<Calibration> of(Path helper, SamplingRequest request) {
            return Optional.ofNullable(KNOWN.get(Map.entry(helper, HelperCommand.conditions(request))))
                    .filter(Known::isFresh)
                    .map(Known::calibration);
        }

        /** Keeps a new calibration. Costs near the limit are measured again, as are those of running processes. */
        static void keep(Path helper, SamplingRequest request, Calibration c) {
            if (request.attachment().isEmpty() && c.share() <= request.maxCost() / 2) {
                KNOWN.put(Map.entry(helper, HelperCommand.conditions(request)), new Known(c, System.nanoTime()));
            }
        }
    }

    /** Distributes events over runs without multiplexing, by opening them on this machine. */
    private static final class EventPlan {
        private EventPlan() {
        }

        /**
         * Returns one selection per run.
         *
         * @param helper path of the helper
         * @param events the selection to distribute
         * @return selections with all events, in their order; the first has the events that cannot be counted
         */
        static List<EventSelection> runs(Path helper, EventSelection events) {
            List<String> argv = new ArrayList<>(List.of(helper.toString(), "--plan"));
            for (Event e : events.events()) {
                argv.add("--event");
                argv.add(HelperCommand.event(e));
            }
            List<List<Integer>> runs = ask(argv);
            List<EventSelection> selections = new ArrayList<>();
            for (List<Integer> run : runs) {
                List<Event> part = run.stream().map(i -> separate(events.events().get(i))).toList();
                List<String> names = part.stream().map(Event::name).toList();
                List<EventSum> sums = events.sums().stream().filter(s -> names.containsAll(s.summands())).toList();
                boolean first = selections.isEmpty();
                selections.add(new EventSelection(events.asked(), part, first ? events.notCounted() : List.of(), sums,
                        first ? events.remarks() : List.of()));
            }
            return selections;
        }

        /**
         * Returns an event in its group of a run. All events of a run form one group, which is never multiplexed.
         * Socket events have separate counters; events with a required leader have a separate register and stay with
         * their leader.
         */
        private static Event separate(Event e) {
            return e.inGroup(e.wide() || !e.leader().isEmpty() ? 1 + e.group() : 0, !e.leader().isEmpty());
        }

        @SuppressWarnings("unchecked")
        private static List<List<Integer>> ask(List<String> argv) {
            List<List<Integer>> runs = Helper.ask(argv).map().get("runs") instanceof List<?> list
                    ? list.stream().map(r -> ((List<Number>) r).stream().map(Number::intValue).toList()).toList()
                    : List.of();
            if (runs.isEmpty()) {
                throw RunbenchException.machine("the sampling helper did not report which events fit together")
                        .remedy(ProjectHome.rebuildRemedy());
            }
            return runs;
        }
    }

    /**
     * Builds the recording's metadata under "run": the caller's facts, and facts about the events that the helper
     * lacks.
     */
    private static final class RunNotes {
        private static final String CACHE_LINE = "/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size";

        private RunNotes() {
        }

        static Map<String, Object> of(SamplingRequest request) {
            EventSelection events = request.events();
            Map<String, Object> notes = new LinkedHashMap<>(request.meta());
            notes.put("events_asked", events.asked());
            List<Object> notCounted = new ArrayList<>();
            for (NotCounted n : events.notCounted()) {
                notCounted.add(ordered("name", n.name(), "reason", n.reason(), "remedy", n.remedy()));
            }
            notes.put("not_counted", notCounted);
            List<Object> sums = new ArrayList<>();
            for (EventSum s : events.sums()) {
                sums.add(ordered("name", s.name(), "unit", s.unit(), "meaning", s.meaning(), "of", s.summands()));
            }
            notes.put("sums", sums);
            Map<String, Object> descriptions = new LinkedHashMap<>();
            for (Event e : events.events()) {
                descriptions.put(e.name(), e.description());
            }
            notes.put("descriptions", descriptions);
            notes.put("remarks", events.remarks());
            if (request.placement().isBound()) {
                notes.put("place", request.placement().facts());
            }
            Machine machine = Machine.read(SystemFiles.THIS_MACHINE);
            ProcessorId processor = machine.processor();
            notes.put("processor",
                    ordered("vendor", processor.vendor(), "family", processor.family(), "model", processor.model(),
                            "hybrid", processor.hybrid(), "name", machine.cpu().name(), "table",
                            Microarchitectures.idOf(processor)));
            SystemFiles.THIS_MACHINE.number(CACHE_LINE).ifPresent(bytes -> notes.put("cache_line_bytes", bytes));
            return notes;
        }

        private static Map<String, Object> ordered(Object... pairs) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < pairs.length; i += 2) {
                map.put((String) pairs[i], pairs[i + 1]);
            }
            return map;
        }
    }
}
