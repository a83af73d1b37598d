package runbench.parser.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A quantity computed from counts.
 *
 * @param name as it is asked for: {@code ipc}
 * @param title for people
 * @param unit of its value: "instructions/cycle", "B/s"; "share" for 0..1
 * @param explanation what it tells, and how to read it
 * @param ways to compute it, the best first: one suffices; empty where the processor counts nothing for it
 * @param unavailable why there is no way; empty where there is one
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
     * @param note how this way differs from the others; may be empty
     * @param estimate why its result is an estimate even where every count is exact; empty when it is none
     * @param codes raw codes of events with which the formula holds: on other CPUs the same name counts something else
     * @param raw the raw code by which the processor counts what a name stands for, where it has one: a recording may
     *     hold the same event under another name
     * @param source vendor's document or table that it follows; may be empty
     */
    public record Way(Formula formula, String note, String estimate, Map<String, Set<Long>> codes,
            Map<String, Long> raw, String source) {
        public Way {
            codes = Map.copyOf(codes);
            raw = Map.copyOf(raw);
        }

        /**
         * True unless the formula is for other events of this name.
         *
         * @param code {@code perf_event_attr.config}
         */
        public boolean allows(String event, long code) {
            return !codes.containsKey(event) || codes.get(event).contains(code);
        }

        /** Events that have to be counted for it. */
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

    /** Whether the processor counts what it needs. */
    public boolean available() {
        return !ways.isEmpty();
    }
}
