package runbench.align.log;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * Writes a log in ShiViz's format, ordered by causality: two lines per event, node with vector clock and text. The
 * clock counts the node's own events and those of other nodes that messages connect. Events of one node are ordered by
 * its clock.
 */
public final class ShivizLog implements LogMerge.EventConsumer {
    /** Regular expression by which ShiViz finds the parts of an event; also the file's first line. */
    public static final String EXPRESSION = "(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)";
    /** Maximum number of events, because ShiViz draws all of them in one page. */
    public static final int MOST_EVENTS = 5_000;

    private final Writer out;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final String[] names;
    private final String[] keys;
    private final long[][] clocks;
    private final Map<Long, long[]> sent = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    /** Writes the header; {@code out} stays open. */
    public ShivizLog(List<LogSource> sources, Writer out) throws IOException {
        this.out = out;
        sources.forEach(s -> numbers.putIfAbsent(s.node(), numbers.size()));
        names = numbers.keySet().stream().map(n -> n.replaceAll("\\s", "_")).toArray(String[]::new);
        keys = Arrays.stream(names)
                .map(n -> new String(JsonStringEncoder.getInstance().quoteAsString(n)))
                .toArray(String[]::new);
        clocks = new long[names.length][names.length];
        // A text on the second line would separate several executions in one file.
        out.write(EXPRESSION + "\n\n");
    }

    @Override
    public void event(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        int node = numbers.get(e.source().node());
        long[] clock = clocks[node];
        clock[node]++;
        if (c.id() != 0 && c.what() == LogWhat.RECEIVE && sent.containsKey(c.id())) {
            long[] of = sent.get(c.id());
            for (int n = 0; n < clock.length; n++) {
                clock[n] = Math.max(clock[n], of[n]);
            }
        } else if (c.id() != 0 && c.what() == LogWhat.SEND) {
            // A repeated id establishes no order after its first use.
            sent.putIfAbsent(c.id(), clock.clone());
        }
        line(e, node, clock);
    }

    private void line(LogEntry e, int node, long[] clock) throws IOException {
        LogCursor c = e.cursor();
        text.setLength(0);
        text.append(names[node]).append(" {");
        for (int n = 0; n < clock.length; n++) {
            if (clock[n] > 0) {
                text.append(text.charAt(text.length() - 1) == '{' ? "\"" : ", \"")
                        .append(keys[n])
                        .append("\":")
                        .append(clock[n]);
            }
        }
        text.append("}\n").append(c.what().word()).append(' ').append(c.type().name());
        if (c.id() != 0) {
            text.append(" #").append(Long.toUnsignedString(c.id()));
        }
        if (!c.comment().isEmpty()) {
            text.append("  ").append(c.comment());
        }
        text.append("  at ").append(e.shownNanos()).append(" ns");
        for (int i = text.indexOf("}\n") + 2; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i)) || text.charAt(i) == '\u2028' || text.charAt(i) == '\u2029') {
                text.setCharAt(i, ' ');
            }
        }
        out.append(text).append('\n');
    }
}
