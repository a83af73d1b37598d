package runbench.parser.export;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import runbench.base.quantity.Decimals;
import runbench.base.timeline.PlacedStamp;
import runbench.parser.export.Exports.ReferenceColumns;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Period;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/**
 * The rows of samples.csv, one per period in the order of time. commons-csv writes the header, because it may need
 * quotes. The cells below are numbers without quotes, and are formatted here for speed.
 */
final class SampleCsv implements SeriesCollector<Path> {
    /** Format of the header and of the tests' reference writer. */
    static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

    private static final Map<Integer, String> FLAG_NAMES = new LinkedHashMap<>();

    static {
        FLAG_NAMES.put(PeriodFlag.IRREGULAR, "irregular");
        FLAG_NAMES.put(PeriodFlag.REPEATED, "repeated");
        FLAG_NAMES.put(PeriodFlag.LOST, "lost");
        FLAG_NAMES.put(PeriodFlag.THROTTLED, "throttled");
        FLAG_NAMES.put(PeriodFlag.LATE, "late");
        FLAG_NAMES.put(PeriodFlag.CLOSE, "close");
        FLAG_NAMES.put(PeriodFlag.DERIVED, "derived");
        FLAG_NAMES.put(PeriodFlag.FAULT, "fault");
    }

    private final Path file;
    private final TextSink out;
    private final boolean instructions;
    private final int events;
    private final BoundMetric[] metrics;
    private final ReferenceColumns reference;
    private final long startWall;
    private final PlacedStamp placed = new PlacedStamp();
    private final Map<Integer, byte[]> flagText = new HashMap<>();
    private int recentFlags = -1;
    private byte[] recentText;

    SampleCsv(Periods periods, List<BoundMetric> metrics, Path file) {
        this(periods, metrics, file, null, new TextSink(file));
    }

    /** Creates a writer of text, without a file, with the end of each period in another clock's time. */
    SampleCsv(Periods periods, ReferenceColumns reference, TextSink out) {
        this(periods, List.of(), null, reference, out);
    }

    private SampleCsv(Periods periods, List<BoundMetric> metrics, Path file, ReferenceColumns reference, TextSink out) {
        this.file = file;
        this.out = out;
        this.reference = reference;
        startWall = periods.startWallNanos();
        this.metrics = metrics.toArray(BoundMetric[]::new);
        instructions = periods.recording().metadata().countsInstructions();
        events = periods.events().size();
        List<String> columns = new ArrayList<>(header(periods));
        metrics.forEach(m -> columns.add(m.metric().name()));
        if (reference != null) {
            String name = reference.name();
            columns.addAll(List.of(name + "_ns", "err_stat_ns", name + "_lo_ns", name + "_hi_ns", "how"));
        }
        out.text(FORMAT.format(columns.toArray()) + "\n");
    }

    static List<String> header(Periods periods) {
        boolean instructions = periods.recording().metadata().countsInstructions();
        List<String> columns = new ArrayList<>(List.of("wall_s", instructions ? "instructions" : "run_s",
                instructions ? "period_instructions" : "dt_ms", "group", "task", "tid", "cpu", "flags",
                "share_measured"));
        for (EventInfo e : periods.events()) {
            String unit = e.isTime() ? "_ns" : e.socketWide() ? "_socket_wide" : "";
            columns.add(e.name() + unit);
            columns.add(e.name() + "_total" + unit);
        }
        return columns;
    }

    @Override
    public PeriodVisitor periods() {
        return this::row;
    }

    @Override
    public Path result(SeriesReport report) {
        out.close();
        return file;
    }

    @Override
    public void close() {
        out.close();
    }

    private void row(Period p) {
        out.fixed(p.wallNanos(), 9);
        out.character(',');
        if (instructions) {
            out.number(p.runNanos());
            out.character(',');
            out.number(p.runDeltaNanos());
        } else {
            out.fixed(p.runNanos(), 9);
            out.character(',');
            out.fixed(p.runDeltaNanos(), 6);
        }
        out.character(',');
        out.number(p.group());
        out.character(',');
        serial(p.task());
        out.character(',');
        out.number(p.tid());
        out.character(',');
        serial(p.cpu());
        out.character(',');
        out.bytes(flags(p.flags()));
        out.character(',');
        if (p.shareMeasured() == 1) {
            out.character('1');
        } else {
            out.fixed(Math.round(p.shareMeasured() * 1e6), 6);
        }
        for (int e = 0; e < events; e++) {
            out.character(',');
            if (p.has(e)) {
                out.number(p.count(e));
                out.character(',');
                out.number(p.total(e));
            } else {
                out.character(',');
            }
        }
        for (BoundMetric metric : metrics) {
            out.character(',');
            double value = metric.of(p);
            if (!Double.isNaN(value)) {
                out.significant(value);
            }
        }
        if (reference != null) {
            place(startWall + p.wallNanos());
        }
        out.character('\n');
    }

    private void place(long monotonicNanos) {
        reference.timeline().locate(monotonicNanos, placed);
        reference.each().accept(placed);
        out.character(',');
        out.number(placed.refNanos());
        out.character(',');
        long tenths = Decimals.tenths(placed.errStatNanos());
        if (tenths >= 0) {
            out.fixed(tenths, 1);
        } else {
            out.text(Decimals.oneDecimal(placed.errStatNanos()));
        }
        out.character(',');
        out.number(placed.earliest());
        out.character(',');
        out.number(placed.latest());
        out.character(',');
        out.text(placed.how().word());
    }

    /** Writes a serial number. Sums over all tasks or CPUs have none: the cell is empty. */
    private void serial(int number) {
        if (number != -1) {
            out.number(Integer.toUnsignedLong(number));
        }
    }

    private byte[] flags(int flags) {
        if (flags != recentFlags) {
            recentFlags = flags;
            recentText = flagText.computeIfAbsent(flags, f -> flagNames(f).getBytes(StandardCharsets.US_ASCII));
        }
        return recentText;
    }

    /**
     * Returns the flag names joined by '|'.
     *
     * @return empty without flags
     */
    static String flagNames(int flags) {
        StringBuilder names = new StringBuilder();
        FLAG_NAMES.forEach((bit, name) -> {
            if ((flags & bit) != 0) {
                names.append(names.isEmpty() ? "" : "|").append(name);
            }
        });
        return names.toString();
    }
}
