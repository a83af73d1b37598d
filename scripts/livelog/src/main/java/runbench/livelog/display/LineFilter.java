package runbench.livelog.display;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EventFilter;
import runbench.sync.live.LiveLine;

/** Which lines one display wants. */
record LineFilter(EventFilter filter) {
    private static final List<String> KEYS = List.of("type", "node", "text");

    /** By the parts type, node and text of a query. @throws Refusal none of these can be so */
    static LineFilter of(AskedFor asked) throws Refusal {
        List<String> words = new ArrayList<>();
        KEYS.forEach(key -> asked.texts(key)
                .stream()
                .filter(text -> !text.isEmpty())
                .forEach(text -> words.add(key + "=" + text)));
        try {
            return new LineFilter(EventFilter.parse(words));
        } catch (RunbenchException e) {
            throw new Refusal(400, e.getMessage());
        }
    }

    /**
     * @param bytes a line as {@link LiveLine} has it; of one that is damaged nobody knows what it is, and only who
     *     wants all is shown it
     */
    boolean wants(byte[] bytes, int offset, int length) {
        if (filter.isAll()) {
            return true;
        }
        try {
            return filter.matches(LiveLine.parse(new String(bytes, offset, length, StandardCharsets.UTF_8)));
        } catch (IOException damaged) {
            return false;
        }
    }
}
