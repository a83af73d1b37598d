package runbench.sampler.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSum;

/** Distributes events over runs without multiplexing, by opening them on this machine. */
final class EventPlan {
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
            List<Event> part = run.stream().map(i -> alone(events.events().get(i))).toList();
            List<String> names = part.stream().map(Event::name).toList();
            List<EventSum> sums = events.sums().stream().filter(s -> names.containsAll(s.of())).toList();
            boolean first = selections.isEmpty();
            selections.add(new EventSelection(events.asked(), part, first ? events.notCounted() : List.of(), sums,
                    first ? events.remarks() : List.of()));
        }
        return selections;
    }

    /**
     * Returns an event in its group of a run. All events of a run form one group, which is never multiplexed. Socket events
 * have separate counters; events with a required leader have a separate register and stay with their leader.
     */
    private static Event alone(Event e) {
        return e.inGroup(e.wide() || !e.leader().isEmpty() ? 1 + e.group() : 0, !e.leader().isEmpty());
    }

    @SuppressWarnings("unchecked")
    private static List<List<Integer>> ask(List<String> argv) {
        List<List<Integer>> runs = HelperQuestion.ask(argv).map().get("runs") instanceof List<?> list
                ? list.stream().map(r -> ((List<Number>) r).stream().map(Number::intValue).toList()).toList()
                : List.of();
        if (runs.isEmpty()) {
            throw RunbenchException.machine("the sampling helper did not report which events fit together")
                    .remedy("build it again: make -C native");
        }
        return runs;
    }
}
