package runbench.sampler.events;

import java.util.List;

/** What one word of an event list became: counters, or the reasons why not, or both on machines with several PMUs. */
record Resolved(List<Draft> drafts, List<NotCounted> notCounted, List<EventSum> sums, List<String> remarks) {
    /**
     * @param kernelSide happens in the kernel only
     * @param corePmu    the PMU it belongs to where there are several core types (they cannot share a group); else empty
     */
    record Draft(Event event, boolean kernelSide, String corePmu) {
    }

    static Resolved event(Event event) {
        return event(event, false);
    }

    static Resolved event(Event event, boolean kernelSide) {
        return new Resolved(List.of(new Draft(event, kernelSide, "")), List.of(), List.of(), List.of());
    }

    static Resolved not(NotCounted reason) {
        return new Resolved(List.of(), List.of(reason), List.of(), List.of());
    }
}
