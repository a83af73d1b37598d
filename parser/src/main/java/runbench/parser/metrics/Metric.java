package runbench.parser.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A quantity computed from counts.
 *
 * @param name name in options: {@code ipc}
 * @param title title for readers
 * @param unit unit of the value: "instructions/cycle", "B/s"; "share" for 0..1
 * @param explanation meaning of the value, and how to read it
 * @param ways formulas, the best first: one suffices; empty if the processor has no events for it
 * @param unavailable reason why no formula exists; empty if one exists
 */
public record Metric(String name, String title, String unit, String explanation, List<Way> ways, String unavailable) {
    /** Running time of the tasks, s. */
    public static final String RUN_SECONDS = "run_s";
    /** Wall time, s. */
    public static final String WALL_SECONDS = "wall_s";
    /** Length of a cache line on the machine that recorded, bytes. */
    public static final String CACHE_LINE_BYTES = "cache_line_bytes";

    private static final List<String> NOT_EVENTS = List.of(RUN_SECONDS, WALL_SECONDS, CACHE_LINE_BYTES);

    /**
     * One way to compute the metric.
     *
     * @param formula formula on event names
     * @param note difference from the other formulas; may be empty
     * @param estimate reason why the result is an estimate even if every count is exact; empty if it is none
     * @param codes raw codes of events for which the formula holds: on other CPUs the same name counts something else
     * @param raw the processor's raw code of a name, if one exists: a recording may hold the same event under another
     *     name
     * @param source vendor's document or table of the formula; may be empty
     */
    public record Way(Formula formula, String note, String estimate, Map<String, Set<Long>> codes,
            Map<String, Long> raw, String source) {
        public Way {
            codes = Map.copyOf(codes);
            raw = Map.copyOf(raw);
        }

        /**
         * Returns whether the formula holds for an event, that is, does not require another code of this name.
         *
         * @param code {@code perf_event_attr.config}
         */
        public boolean allows(String event, long code) {
            return !codes.containsKey(event) || codes.get(event).contains(code);
        }

        /** Returns the events that the formula needs. */
        public List<String> events() {
            return formula.names().stream().filter(n -> !NOT_EVENTS.contains(n)).toList();
        }

        boolean needsTime() {
            return formula.names().contains(RUN_SECONDS) || formula.names().contains(WALL_SECONDS);
        }
    }

    public Metric {
        ways = List.copyOf(ways);
    }

    /** Returns whether the processor counts the events that the metric needs. */
    public boolean available() {
        return !ways.isEmpty();
    }
}
