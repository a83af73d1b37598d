package runbench.measure.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.sampler.run.Sampling;

/** A way to count the kernels: hardware counters or emulation. */
interface Counting {
    /** Returns {@link KeptChecks#COUNTERS} or {@link KeptChecks#EMULATION}. */
    String name();

    /** Returns the countable events among those with known counts: plain name to requested name. */
    Map<String, String> countable();

    /** Returns the other events: plain name to reason. */
    Map<String, String> uncountable();

    /** Returns the slowdown of a program while it is counted, as a factor. */
    double slowdown();

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
    List<Start> plan(Set<String> events);

    /** Returns one run in which the events are multiplexed; empty if one run counts all of them without. */
    Optional<Start> inTurns(Set<String> events);
}
