package runbench.livelog.display;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EventFilter;
import runbench.sync.live.LiveLine;

/**
 * The filter of one display, for events in their encoded form.
 *
 * @param filter the condition on decoded events
 */
record LineFilter(EventFilter filter) {
    private static final List<String> PARAMETERS = List.of("type", "node", "text");

    /**
     * Returns the filter that the parameters type, node and text of a query define.
     *
     * @throws HttpError 400: a parameter is not valid
     */
    static LineFilter of(QueryParameters query) throws HttpError {
        List<String> words = new ArrayList<>();
        PARAMETERS.forEach(key -> query.texts(key)
                .stream()
                .filter(text -> !text.isEmpty())
                .forEach(text -> words.add(key + "=" + text)));
        try {
            return new LineFilter(EventFilter.parse(words));
        } catch (RunbenchException e) {
            throw new HttpError(400, e.getMessage());
        }
    }

    /**
     * Tests an event. A damaged line passes only a filter that passes everything.
     *
     * @param bytes holds a line as {@link LiveLine} encodes it
     */
    boolean matches(byte[] bytes, int offset, int length) {
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
