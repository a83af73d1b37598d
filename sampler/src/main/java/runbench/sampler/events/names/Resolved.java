package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.EventSelection.NotCounted;

/**
 * One resolved word of an event list: counters, reasons why events are not counted, or both on machines with several
 * PMUs.
 *
 * @param drafts counters to open, named without modifiers
 * @param notCounted events that cannot be counted, named without modifiers
 * @param sums sums over the counters
 * @param remarks sentences for the user
 * @param own modifiers of the word itself
 */
public record Resolved(List<Draft> drafts, List<NotCounted> notCounted, List<EventSum> sums, List<String> remarks,
        Modifiers own) {
    /**
     * A counter before grouping.
     *
     * @param event the event, without modifiers
     * @param kernelSide true if the event occurs in kernel mode only
     * @param ownGroup PMU whose events cannot share a group with other events; otherwise empty
     */
    public record Draft(Event event, boolean kernelSide, String ownGroup) {}

    static Resolved event(Event event) {
        return event(event, false, "");
    }

    static Resolved event(Event event, boolean kernelSide, String ownGroup) {
        return new Resolved(List.of(new Draft(event, kernelSide, ownGroup)), List.of(), List.of(), List.of(),
                Modifiers.NONE);
    }

    static Resolved not(NotCounted reason) {
        return new Resolved(List.of(), List.of(reason), List.of(), List.of(), Modifiers.NONE);
    }

    static Resolved combined(List<Resolved> parts) {
        Resolved all = new Resolved(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
                Modifiers.NONE);
        for (Resolved part : parts) {
            all.drafts.addAll(part.drafts);
            all.notCounted.addAll(part.notCounted);
            all.sums.addAll(part.sums);
            all.remarks.addAll(part.remarks);
        }
        return all;
    }

    /** Returns a copy with another unit and description. */
    Resolved described(String unit, String meaning) {
        List<Draft> described = drafts.stream()
                .map(d -> new Draft(d.event().inUnit(unit).named(d.event().name(), meaning), d.kernelSide(),
                        d.ownGroup()))
                .toList();
        return new Resolved(described, notCounted, sums, remarks, own);
    }

    Resolved with(Modifiers modifiers) {
        return new Resolved(drafts, notCounted, sums, remarks, modifiers);
    }

    Resolved sum(EventSum sum) {
        List<EventSum> more = new ArrayList<>(sums);
        more.add(sum);
        return new Resolved(drafts, notCounted, more, remarks, own);
    }

    Resolved remark(String sentence) {
        List<String> more = new ArrayList<>(remarks);
        more.add(sentence);
        return new Resolved(drafts, notCounted, sums, more, own);
    }
}
