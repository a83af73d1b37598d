package runbench.livelog.display;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;
import runbench.sync.live.FilterPass;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;

/**
 * The filter of one display, for events in their encoded form.
 *
 * @param filter the condition on decoded events
 */
record LineFilter(EventFilter filter) {
    /** Names of the parameters of a query. */
    static final List<String> PARAMETERS = List.of("type", "node", "text", "severity", "time", "around");

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

    /** The lines of one reader that pass the filter. */
    static final class Selection {
        private final EventFilter filter;
        private final FilterPass<byte[]> selection;

        private Selection(EventFilter filter, EmittedLog log) {
            this.filter = filter;
            selection = new FilterPass<>(filter, () -> {
                for (String first : log.lines(1, 1)) {
                    return OptionalLong.of(LiveLine.parse(first).shownNanos());
                }
                return OptionalLong.empty();
            });
        }

        /**
         * Adds the next line. A damaged line passes only a filter that passes everything.
         *
         * @param bytes holds a line as {@link LiveLine} encodes it
         * @param to receives the lines that pass, this one and earlier ones
         */
        void add(byte[] bytes, int offset, int length, FilterPass.Selected<byte[]> to) throws IOException {
            byte[] line = Arrays.copyOfRange(bytes, offset, offset + length);
            if (filter.isAll()) {
                to.event(line);
                return;
            }
            LiveEvent event;
            try {
                event = LiveLine.parse(new String(line, StandardCharsets.UTF_8));
            } catch (IOException damaged) {
                return;
            }
            selection.add(event, line, to);
        }

        /** Returns the number of the event from which a reader that continues has to read. */
        long resumeAt(long next) {
            return selection.firstHeld(next);
        }
    }

    /** Returns the selection of a reader of this log. */
    Selection selection(EmittedLog log) {
        return new Selection(filter, log);
    }
}
