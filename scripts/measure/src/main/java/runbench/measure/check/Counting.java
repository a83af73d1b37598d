package runbench.measure.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.sampler.run.Sampling;

/** Who counts the kernels. */
interface Counting {
    /** {@link KeptChecks#COUNTERS} or {@link KeptChecks#EMULATION}. */
    String name();

    /** What can be counted of the events that the kernels know, by the event's plain name: as it is asked for. */
    Map<String, String> countable();

    /** The others, and why not. */
    Map<String, String> uncountable();

    /** How much longer a program takes than by itself. */
    double slowdown();

    /** How to start a program under some of the events. */
    @FunctionalInterface
    interface Start {
        /** @param output what the program writes */
        Sampling with(List<String> command, Path recording, Path output);
    }

    /** The runs that it takes to count all of these, none of them in turns. @param events as they are asked for */
    List<Start> plan(Set<String> events);

    /** The same in one run, in which events take turns; empty where a run counts all of them anyway. */
    Optional<Start> inTurns(Set<String> events);
}
