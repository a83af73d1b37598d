package runbench.parser.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.record.EventInfo;
import runbench.parser.series.CountedTime;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.stats.RunLog.RegionSummary;

/**
 * Distributes the counts of periods to the regions that contain them. Intervals of one name are made disjoint first.
 */
final class RegionCounts {
    private static final String PER_THREAD_NOTE = "a region has the counts of its own thread; the counts of a sampling "
            + "period that is partly in it are divided by time; at_least and at_most are guaranteed bounds";
    private static final String ALL_THREADS_NOTE = "each sample covers all threads: a region has the counts of all "
            + "threads during it; the counts of a sampling period that is partly in it are divided by time; "
            + "at_least and at_most are guaranteed bounds";
    private static final String PER_CPU_NOTE = "no counts of regions: a sample of a CPU covers all programs on it";
    private static final String NO_TIME_NOTE = "no counts of regions: the axis of the recording is instructions, "
            + "not time";

    private final List<EventInfo> events;
    private final long startNanos;
    private final CountedTime counted;
    private final boolean allThreads;
    private final String edges;
    private final boolean counts;
    private final List<Named> all = new ArrayList<>();
    private final Map<Integer, List<Lane>> ofThread = new LinkedHashMap<>();
    private final List<Lane> ofAll = new ArrayList<>();

    /** The sums of one region over all its occurrences. */
    private static final class Named {
        private final String name;
        private final String kind;
        private long count;
        private long open;
        private long total;
        private long shortest = Long.MAX_VALUE;
        private long longest;
        private final double[] sum;
        private final double[] least;
        private final double[] most;

        Named(String name, String kind, int events) {
            this.name = name;
            this.kind = kind;
            sum = new double[events];
            least = new double[events];
            most = new double[events];
        }
    }

    /** The intervals of one thread in a region: disjoint, ascending. */
    private static final class Lane {
        private final Named region;
        private long[] from = new long[16];
        private long[] to = new long[16];
        private int n;

        Lane(Named region) {
            this.region = region;
        }

        /** Adds an interval, ns. Callers add intervals in ascending order of their begin. */
        void add(long begin, long end) {
            if (n > 0 && begin < to[n - 1]) {
                to[n - 1] = Math.max(to[n - 1], end);
                return;
            }
            if (n == from.length) {
                from = Arrays.copyOf(from, 2 * n);
                to = Arrays.copyOf(to, 2 * n);
            }
            from[n] = begin;
            to[n++] = end;
        }

        long total() {
            long sum = 0;
            for (int i = 0; i < n; i++) {
                sum += to[i] - from[i];
            }
            return sum;
        }

        /** Returns the counted part of [begin, end] that is in the region, ns. */
        long within(long begin, long end, CountedTime counted) {
            int i = Arrays.binarySearch(from, 0, n, begin);
            i = i >= 0 ? i : Math.max(0, -i - 2);
            long sum = 0;
            for (; i < n && from[i] < end; i++) {
                sum += counted.within(Math.max(begin, from[i]), Math.min(end, to[i]));
            }
            return sum;
        }
    }

    RegionCounts(Periods periods, RunLog log) {
        events = periods.events();
        startNanos = periods.startWallNanos();
        counted = periods.counted();
        var metadata = periods.recording().metadata();
        allThreads = metadata.polled();
        counts = !metadata.cpuWide() && !metadata.countsInstructions();
        edges = metadata.countsInstructions() ? NO_TIME_NOTE
                : metadata.cpuWide() ? PER_CPU_NOTE : allThreads ? ALL_THREADS_NOTE : PER_THREAD_NOTE;
        Map<String, Named> byName = new LinkedHashMap<>();
        Map<String, Lane> lanes = new LinkedHashMap<>();
        for (RunLog.Interval i : log.intervals()) {
            Named region = byName.computeIfAbsent(i.kind() + " " + i.name(),
                    k -> new Named(i.name(), i.kind(), events.size()));
            long nanos = i.toNanos() - i.fromNanos();
            region.count++;
            region.open += i.ended() ? 0 : 1;
            region.shortest = Math.min(region.shortest, nanos);
            region.longest = Math.max(region.longest, nanos);
            lanes.computeIfAbsent(i.tid() + " " + i.kind() + " " + i.name(), k -> lane(region, i.tid()))
                    .add(i.fromNanos(), i.toNanos());
        }
        lanes.values().forEach(lane -> lane.region.total += lane.total());
        all.addAll(byName.values());
    }

    private Lane lane(Named region, int tid) {
        Lane lane = new Lane(region);
        boolean isOfAllThreads = allThreads || tid == RunLog.Interval.ALL_THREADS;
        (isOfAllThreads ? ofAll : ofThread.computeIfAbsent(tid, t -> new ArrayList<>())).add(lane);
        return lane;
    }

    void period(Period p) {
        if (!counts) {
            return;
        }
        long end = startNanos + p.wallNanos();
        long begin = startNanos + p.wallFromNanos();
        ofAll.forEach(lane -> add(lane, p, begin, end));
        List<Lane> own = ofThread.get(p.tid());
        if (own != null) {
            own.forEach(lane -> add(lane, p, begin, end));
        }
    }

    private void add(Lane lane, Period p, long begin, long end) {
        long length = counted.within(begin, end);
        long within = length > 0 ? lane.within(begin, end, counted) : lane.within(end, end + 1, CountedTime.WHOLE);
        if (within == 0) {
            return;
        }
        double share = length > 0 ? (double) within / length : 1;
        for (int e = 0; e < events.size(); e++) {
            if (p.has(e)) {
                double count = p.estimate(e);
                lane.region.sum[e] += share * count;
                lane.region.least[e] += share >= 1 ? count : 0;
                lane.region.most[e] += count;
            }
        }
    }

    LoggedSummary result(RunLog log) {
        List<RegionSummary> regions = all.stream()
                .sorted(Comparator.<Named>comparingLong(r -> r.total).reversed())
                .map(this::summary)
                .toList();
        return new LoggedSummary(log.events(), log.points(), log.files(), edges, regions, log.remarks());
    }

    private RegionSummary summary(Named r) {
        List<RegionSummary.RegionCount> counted = new ArrayList<>();
        for (int e = 0; counts && e < events.size(); e++) {
            if (events.get(e).counted()) {
                counted.add(new RegionSummary.RegionCount(events.get(e).name(), r.sum[e], r.least[e], r.most[e]));
            }
        }
        return new RegionSummary(r.name, r.kind, r.count, r.open, r.total / 1e9, r.shortest / 1e9, r.longest / 1e9,
                counted);
    }
}
