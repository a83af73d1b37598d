package runbench.align.perfetto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/**
 * Writes a rank's counters while its recording is read: the rate of each event, its count since the start, and the
 * uncertainty of the rank's clock. A counter keeps its value until the next one, so rates are stamped at the start of
 * their time and counts at the end.
 */
final class RankCounters implements SeriesCollector<Long>, PeriodVisitor {
    private static final int PROCESS = 0;
    private static final int RATES = 1;
    private static final int TOTALS = 2;
    private static final int UNCERTAINTY = 3;
    private static final int ERROR = 4;
    private static final int FIRST_EVENT = 8;
    /** Number of uncertainty values along the run; the uncertainty changes over minutes. */
    private static final int UNCERTAINTY_VALUES = 1000;

    private final PacketWriter out;
    private final ArchiveAxis axis;
    private final int rank;
    private final Periods periods;
    private final long slotNanos;
    private final long statementNanos;
    private final List<EventRate> events = new ArrayList<>();
    private final PlacedStamp at = new PlacedStamp();
    private long slotStart;
    private long slotEnd;
    private long nextStatement;
    private boolean stated;
    private long values;

    /**
     * Creates the counters.
     *
     * @param thinning number of nominal periods per value, at least 1
     */
    RankCounters(PacketWriter out, ArchiveAxis axis, int rank, Periods periods, long thinning, long expectedNanos) {
        this.out = out;
        this.axis = axis;
        this.rank = rank;
        this.periods = periods;
        // Periods have jitter: a value covers slightly less than whole periods, so that the next one starts in the next
        // period.
        slotNanos = thinning * periods.nominalNanos() - periods.nominalNanos() / 4;
        statementNanos = Math.max(slotNanos, expectedNanos / UNCERTAINTY_VALUES);
    }

    /** Writes the descriptors of the rank's process and counters. */
    void announce(String process) throws IOException {
        boolean cpuWide = periods.recording().metadata().cpuWide();
        Tracks.process(out, track(PROCESS), Tracks.pid(rank), process, rank);
        Tracks.named(out, track(RATES), track(PROCESS), "rates", 1);
        Tracks.named(out, track(TOTALS), track(PROCESS), "counts since the start", 2);
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (!event.counted()) {
                continue;
            }
            EventRate rate = new EventRate(e, event.isTime(), FIRST_EVENT + 2 * events.size());
            events.add(rate);
            String unit = Envelopes.rateUnit(event, Axis.RUN_TIME, cpuWide);
            Tracks.counter(out, track(rate.track), track(RATES), event.name(), unit, unit, event.countedAs(), e);
            String counted = event.unit().isEmpty() ? event.name() : event.unit();
            Tracks.counter(out, track(rate.track + 1), track(TOTALS), event.name() + " so far", counted, counted,
                    event.countedAs(), e);
        }
    }

    /** Writes the descriptors of the clock's uncertainty; only useful with several clocks. */
    void announceClock() throws IOException {
        stated = true;
        Tracks.counter(out, track(UNCERTAINTY), track(PROCESS), "clock uncertainty (guaranteed interval)", "ns",
                "clock", "Width of the interval that this rank's times on this axis are guaranteed to lie in; no value:"
                        + " nothing is guaranteed.",
                3);
        Tracks.counter(out, track(ERROR), track(PROCESS), "clock error (1 sigma)", "ns", "clock",
                "Statistical standard error of this rank's times on this axis.", 4);
    }

    private long track(int number) {
        return Tracks.ofRank(rank, number);
    }

    @Override
    public PeriodVisitor periods() {
        return this;
    }

    @Override
    public void period(Period p) {
        for (int i = 0; i < events.size(); i++) {
            events.get(i).add(p);
        }
        slotEnd = p.wallNanos();
        if (slotEnd - slotStart >= slotNanos) {
            put(p);
        }
    }

    private void put(Period p) {
        try {
            long from = place(slotStart);
            if (slotStart >= nextStatement) {
                state(from);
                nextStatement = slotStart + statementNanos;
            }
            long to = place(slotEnd);
            for (int i = 0; i < events.size(); i++) {
                EventRate e = events.get(i);
                double rate = e.take(slotEnd - slotStart);
                if (!Double.isNaN(rate)) {
                    out.value(from, track(e.track), rate);
                    out.count(to, track(e.track + 1), Math.round(p.estimatedTotal(e.event)));
                    values += 2;
                }
            }
            slotStart = slotEnd;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long place(long runNanos) {
        return axis.place(rank, periods.startWallNanos() + runNanos, at);
    }

    /** Writes the uncertainty of the last placed stamp. */
    private void state(long atNanos) throws IOException {
        if (!stated) {
            return;
        }
        double width = at.hiNanos() - at.loNanos();
        if (at.how() != ReferenceTime.How.STEPPED && Double.isFinite(width)) {
            out.value(atNanos, track(UNCERTAINTY), width);
        }
        if (Double.isFinite(at.errStatNanos())) {
            out.value(atNanos, track(ERROR), at.errStatNanos());
        }
    }

    /**
     * Ends the counters, because a viewer would extend the last rate to the end of the archive.
     *
     * @return number of values
     */
    @Override
    public Long result(SeriesReport report) {
        try {
            long end = place(Math.max(slotEnd, report.wallNanos()));
            state(end);
            for (EventRate e : events) {
                double rate = e.take(slotEnd - slotStart);
                if (!Double.isNaN(rate)) {
                    out.value(place(slotStart), track(e.track), rate);
                    values++;
                }
                out.value(end, track(e.track), 0);
                double total = report.estimated().get(e.event);
                if (!Double.isNaN(total)) {
                    out.count(end, track(e.track + 1), Math.round(total));
                }
            }
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One event's counts since its last value. */
    private static final class EventRate {
        final int event;
        final int track;
        private final boolean clock;
        private double count;
        private double nanos;
        private boolean any;

        EventRate(int event, boolean clock, int track) {
            this.event = event;
            this.clock = clock;
            this.track = track;
        }

        void add(Period p) {
            if (p.has(event)) {
                count += p.count(event);
                nanos += p.measuredNanos(event);
                any = true;
            }
        }

        /**
         * Returns the rate per second of running time in which the event was measured; for clock events, busy CPUs.
         * NaN: nothing was measured.
         */
        double take(long wallNanos) {
            double per = clock ? wallNanos : nanos / 1e9;
            double rate = any && per > 0 ? count / per : Double.NaN;
            count = 0;
            nanos = 0;
            any = false;
            return rate;
        }
    }
}
