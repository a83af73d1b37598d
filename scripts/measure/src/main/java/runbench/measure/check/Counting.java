package runbench.measure.check;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.parser.check.CheckedEvents;
import runbench.sampler.emulate.CacheModel;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.emulate.EmulatedModels;
import runbench.sampler.emulate.EmulationRequest;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.probe.Countability;
import runbench.sampler.probe.ThisMachine;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest;

/** A way to count the kernels: hardware counters or emulation. */
abstract sealed class Counting {
    private final String name;
    private final double slowdown;
    private final Map<String, String> countable = new LinkedHashMap<>();
    private final Map<String, String> uncountable = new LinkedHashMap<>();

    private Counting(String name, double slowdown) {
        this.name = name;
        this.slowdown = slowdown;
    }

    /** Returns {@link KeptChecks#COUNTERS} or {@link KeptChecks#EMULATION}. */
    String name() {
        return name;
    }

    /** Returns the slowdown of a program while it is counted, as a factor. */
    double slowdown() {
        return slowdown;
    }

    /** Returns the countable events among those with known counts: plain name to requested name. */
    Map<String, String> countable() {
        return countable;
    }

    /** Returns the other events: plain name to reason. */
    Map<String, String> uncountable() {
        return uncountable;
    }

    /** Starts a program under some of the events. */
    @FunctionalInterface
    interface Start {
        /**
         * Returns the request.
         *
         * @param output file of the program's output
         */
        Sampling with(List<String> command, Path recording, Path output);
    }

    /**
     * Returns the runs needed to count all events without multiplexing.
     *
     * @param events requested names
     */
    abstract List<Start> plan(Set<String> events);

    /** Returns one run in which the events are multiplexed; empty if one run counts all of them without. */
    abstract Optional<Start> inTurns(Set<String> events);

    /** Counts with hardware counters and the operating system's software events. */
    static final class OnHardware extends Counting {
        /** A long period: only totals are compared, and each sample adds to the counts. */
        private static final SamplingPeriod PERIOD = SamplingPeriod.parse("10ms");

        private final EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE),
                NativeApi::pfmNames, false);
        private final Sampler sampler = new Sampler(Helper.locate(ProjectHome.folder()));

        OnHardware(CheckedEvents known) {
            super(KeptChecks.COUNTERS, 1);
            ThisMachine machine = ThisMachine.read();
            for (CheckedEvents.Checked event : known.all()) {
                String why = obstacle(machine, event);
                if (why == null) {
                    countable().put(event.name(), event.asked());
                } else {
                    uncountable().put(event.name(), why);
                }
            }
        }

        /** Returns why an event cannot be counted; null: it can. */
        private String obstacle(ThisMachine machine, CheckedEvents.Checked event) {
            try {
                EventSelection selection = resolver.resolve(event.asked());
                if (!selection.notCounted().isEmpty()) {
                    return selection.notCounted()
                            .stream()
                            .map(NotCounted::reason)
                            .distinct()
                            .collect(Collectors.joining("; "));
                }
                Countability c = machine.probe(p -> p.probe(event.asked()));
                return c.usable() || c.verdict() == Countability.Verdict.NOT_PROBED ? null : c.detail();
            } catch (RunbenchException e) {
                return "no counter of this machine goes by that name";
            }
        }

        @Override
        List<Start> plan(Set<String> events) {
            return runs(events).stream().map(selection -> start(selection, false)).toList();
        }

        @Override
        Optional<Start> inTurns(Set<String> events) {
            return runs(events).size() < 2 ? Optional.empty() : Optional.of(start(selection(events), true));
        }

        private List<EventSelection> runs(Set<String> events) {
            return sampler.runsFor(selection(events));
        }

        private EventSelection selection(Set<String> events) {
            return resolver.resolve(String.join(",", events));
        }

        private Start start(EventSelection events, boolean turns) {
            return (command, recording,
                    output) -> sampler.start(SamplingRequest.of(command, recording, events)
                            .period(PERIOD)
                            .force(true)
                            .splitGroups(turns)
                            .stdout(output)
                            .build(), new SamplingListener() {});
        }
    }

    /** Counts in emulation with all models, in the cache sizes of this machine. */
    static final class InEmulation extends Counting {
        /** Slowdown of loops like the kernels'. */
        private static final double SLOWDOWN = 60;

        InEmulation(CheckedEvents known) {
            super(KeptChecks.EMULATION, SLOWDOWN);
            for (CheckedEvents.Checked event : known.all()) {
                if (EmulatedEvent.named(event.name()).isPresent()) {
                    countable().put(event.name(), event.name());
                } else {
                    uncountable().put(event.name(), "the emulated machine does not count it");
                }
            }
        }

        @Override
        List<Start> plan(Set<String> events) {
            return List.of((command, recording,
                    output) -> new Emulator(ProjectHome.folder()).start(EmulationRequest.of(command, recording)
                            .stdout(output)
                            .l1d(CacheModel.of(SystemFiles.THIS_MACHINE).orElse(CacheModel.FALLBACK))
                            .models(EmulatedModels.all(SystemFiles.THIS_MACHINE))
                            .build(), new SamplingListener() {}));
        }

        @Override
        Optional<Start> inTurns(Set<String> events) {
            return Optional.empty();
        }
    }
}
