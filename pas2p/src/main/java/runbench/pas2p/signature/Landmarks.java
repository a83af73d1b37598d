package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.pas2p.trace.EventContent;

/**
 * Contents that occurred exactly once among a location's events in the whole trace. If another run shows such a
 * content, its position is known, however many events it took. Loops have none inside; a transition between loops has
 * one.
 */
final class Landmarks {
    private static final int MOST_OF_ALL = 100_000;
    private static final int MOST = 256;
    private static final int FEWEST = 16;
    /**
     * Limit of contents over all locations. A location beyond its share has no landmarks: it would need the memory of
     * the whole trace.
     */
    private static final int MOST_CONTENTS = 1 << 22;
    private static final int SHARE_OF_ONE = 1 << 20;
    private static final int TWICE = -1;

    private final Map<Long, Integer> seen = new HashMap<>();
    private final int share;
    private boolean full;

    /**
     * Creates the landmarks.
     *
     * @param locations number of locations of the trace
     */
    Landmarks(int locations) {
        share = Math.min(SHARE_OF_ONE, MOST_CONTENTS / locations);
    }

    void add(long content, long number) {
        if (number < EventContent.EVENTS || full) {
            return;
        }
        Integer before = seen.get(content);
        if (before == null) {
            full = seen.size() >= share;
            seen.put(content, (int) Math.min(Integer.MAX_VALUE, number));
        } else if (before != TWICE) {
            seen.put(content, TWICE);
        }
    }

    /**
     * Returns landmarks in the interposer's format: {@code NUMBER:CONTENT NUMBER:CONTENT ...}, spread over the
     * location's events.
     *
     * @param apart stretches that do not repeat in other runs
     */
    String text(List<RepeatedEvents.Stretch> apart, int locations) {
        if (full) {
            return "";
        }
        List<Map.Entry<Long, Integer>> once = seen.entrySet()
                .stream()
                .filter(e -> e.getValue() != TWICE && repeats(apart, e.getValue()))
                .sorted(Map.Entry.comparingByValue())
                .toList();
        List<Map.Entry<Long, Integer>> spread = new ArrayList<>();
        for (Map.Entry<Long, Integer> e : once) {
            if (spread.isEmpty() || e.getValue() - spread.get(spread.size() - 1).getValue() >= EventContent.EVENTS) {
                spread.add(e);
            }
        }
        int most = Math.max(FEWEST, Math.min(MOST, MOST_OF_ALL / locations));
        int step = (spread.size() + most - 1) / most;
        List<String> text = new ArrayList<>();
        for (int i = 0; i < spread.size(); i += Math.max(1, step)) {
            text.add(spread.get(i).getValue() + ":" + Long.toHexString(spread.get(i).getKey()));
        }
        return text.stream().collect(Collectors.joining(" "));
    }

    private static boolean repeats(List<RepeatedEvents.Stretch> apart, int number) {
        return apart.stream().noneMatch(s -> number > s.from()[0] && (s.open() || number < s.to()[0]));
    }
}
