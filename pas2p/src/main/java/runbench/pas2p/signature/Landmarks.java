package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.pas2p.trace.EventContent;

/**
 * Contents that a location's events had once in a whole trace: where one is seen in another run, it is known how far
 * that has come, however many events it took. Loops have none inside; where one kind of loop gives way to another,
 * there is one.
 */
final class Landmarks {
    private static final int MOST_OF_ALL = 100_000;
    private static final int MOST = 256;
    private static final int FEWEST = 16;
    /**
     * Of all locations together. Of one that has more than its share none are told: it would take the memory of the
     * trace.
     */
    private static final int MOST_CONTENTS = 1 << 22;
    private static final int SHARE_OF_ONE = 1 << 20;
    private static final int TWICE = -1;

    private final Map<Long, Integer> seen = new HashMap<>();
    private final int share;
    private boolean full;

    /** @param locations of the trace */
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
     * As the interposer is told them: {@code NUMBER:CONTENT NUMBER:CONTENT ...}, spread over the location's events.
     *
     * @param apart what does not come again
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
