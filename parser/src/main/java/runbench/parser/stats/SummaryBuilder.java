package runbench.parser.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricSummaries;
import runbench.parser.record.EmulatedMachine;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.EventInfo.EventScale;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.record.Recording.Trailer;
import runbench.parser.series.Axis;
import runbench.parser.series.CountedTime;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Period;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.stats.RunSummary.CountSources;
import runbench.parser.stats.RunSummary.EventSummary;

/** Collects a {@link RunSummary} from a stream of periods. */
final class SummaryBuilder implements SeriesCollector<RunSummary> {
    /** Note on a count of 0 that no trial contradicts. */
    private static final String NOT_SEEN = "not seen in a trial either: it did not happen, or this processor does "
            + "not know it";

    private static final String NEVER_ENABLED = "counting was never enabled";

    /** Maximum number of names of regions in a warning. */
    private static final int MAX_NAMES = 10;

    private final Periods periods;
    private final Recording recording;
    private final Metadata metadata;
    private final LogHistogram lengths = new LogHistogram();
    private final boolean[] ofSockets;
    private final MetricSummaries metrics;
    private final boolean anyMetric;
    private final RunLog log;
    /** The counts of regions; null if the program logged nothing. */
    private final RegionCounts regions;
    private long samples;
    private long irregular;
    private long repeated;
    private long late;
    /** Wall time of the run, known with the result, ns. */
    private long wallNanos;

    SummaryBuilder(Periods periods, List<Metric> metrics, RunLog log) {
        this.periods = periods;
        this.log = log;
        regions = log.isEmpty() ? null : new RegionCounts(periods, log);
        this.metrics = new MetricSummaries(metrics, periods);
        anyMetric = !metrics.isEmpty();
        recording = periods.recording();
        metadata = recording.metadata();
        ofSockets = periods.groupsOfSockets();
    }

    @Override
    public PeriodVisitor periods() {
        PeriodVisitor own = anyMetric ? p -> {
            period(p);
            metrics.period(p);
        } : this::period;
        return regions == null ? own : p -> {
            own.period(p);
            regions.period(p);
        };
    }

    private void period(Period p) {
        if (p.is(PeriodFlag.CLOSE) || ofSockets[p.group()]) {
            return;
        }
        samples++;
        irregular += p.is(PeriodFlag.IRREGULAR) ? 1 : 0;
        late += p.is(PeriodFlag.LATE) ? 1 : 0;
        if (p.is(PeriodFlag.REPEATED)) {
            repeated++;
            return;
        }
        lengths.add(p.lengthNanos());
    }

    @Override
    public RunSummary result(SeriesReport report) {
        Trailer end = recording.trailer().orElse(null);
        boolean instructions = metadata.countsInstructions();
        List<EventSummary> events = new ArrayList<>();
        for (int e = 0; e < periods.events().size(); e++) {
            events.add(event(e, report));
        }
        CountSources sources = new CountSources(
                periods.events().stream().filter(EventInfo::counted).map(EventInfo::source).distinct().toList());
        boolean any = lengths.count() > 0;
        ScopeSummary whose = ScopeSummary.of(metadata, end, report.tasks());
        boolean knowsFinals = report.finals().stream().anyMatch(f -> f != null);
        wallNanos = end != null && end.wallNanos() >= 0 ? end.wallNanos() : report.wallNanos();
        return new RunSummary(metadata.benchmark(), metadata.label(), sources.label().isEmpty() ? null : sources,
                metadata.mode(), metadata.axis(), metadata.periodNanos(), samples,
                new RunSummary.PeriodQuality(any ? (Long) (long) lengths.quantile(0.5) : null,
                        any ? (Long) (long) lengths.quantile(0.99) : null, any ? (Long) lengths.max() : null),
                irregular, samples < RunSummary.MIN_SAMPLES ? null : (Double) ((double) irregular / samples), repeated,
                report.gaps(), late, report.disordered(), Math.max(report.lost(), end == null ? 0 : end.lost()),
                Math.max(report.throttled(), end == null ? 0 : end.throttled()),
                known(end != null && end.costPerSampleNanos() >= 0 ? end.costPerSampleNanos()
                        : metadata.costPerSampleNanos()),
                end == null ? null : seconds(end.helperCpuNanos()), wallNanos / 1e9,
                end == null || end.cpuNanos() < 0 ? null : seconds(end.cpuNanos()),
                instructions ? null : (Double) (report.runNanos() / 1e9),
                end == null || end.exitStatus() < 0 ? null : (Integer) end.exitStatus(),
                end == null || end.signal() == 0 ? null : (Integer) end.signal(), end != null && end.timedOut(),
                end != null && end.interrupted(), List.copyOf(events), metrics.build(report), report.tasks().size(),
                longest(report.tasks()), knowsFinals ? (Boolean) (report.exact() && uncounted().isEmpty()) : null,
                report.discrepancies(), notes(whose), recording.damage().orElse(null), provenance(),
                periods.offCpu().orElse(null),
                periods.scheduling().map(t -> t.stream().limit(RunSummary.MAX_TASKS).toList()).orElse(null),
                regions == null ? null : regions.result(log), null, whose, EmulatedMachine.of(metadata).orElse(null),
                null, null);
    }

    private EventSummary event(int e, SeriesReport report) {
        EventInfo info = periods.events().get(e);
        String unit = info.unit().isEmpty() ? null : info.unit();
        String dead = report.notCounted().get(e);
        boolean never = periods.counted().isControlled() && periods.counted().stretches() == 0;
        if (!info.counted() || dead != null || never) {
            String reason = dead != null ? dead : info.counted() ? NEVER_ENABLED : info.reason();
            return new EventSummary(info.name(), CountStatus.NOT_COUNTED, reason, null, null, unit, null, null, null,
                    null, null, null, null, null, null, null, info.socketWide());
        }
        Axis axis = Envelopes.defaultAxis(periods);
        CountEstimate estimate = report.estimates().get(e);
        boolean estimated = estimate.estimated();
        double whole = estimate.count();
        EventScale scale = info.scale();
        double perUnit = info.isTime() ? 1 : scale.factor() * axis.recorded();
        Long last = report.finals().get(e);
        int cpus = periods.summedCpus(info);
        double mean = cpus * report.meanRate(e, info.overWallTime());
        return new EventSummary(info.name(), estimated ? CountStatus.ESTIMATED : CountStatus.COUNTED,
                estimated ? EventSummary.reason(estimate) : info.seen() ? null : NOT_SEEN, info.countedAs(),
                info.source(), unit, last != null ? last : report.counted().get(e), estimated ? finite(whole) : null,
                estimated ? finite(estimate.error()) : null, estimate.faults() > 0 ? (Long) estimate.faults() : null,
                Envelopes.rateUnit(info, axis, metadata.cpuWide()), finite(mean * perUnit),
                info.isTime() || cpus > 1 ? null : finite(report.peaks().get(e).rate(mean) * perUnit), estimate.share(),
                scale.factor() == 1 ? null : finite(scale.factor() * (last != null ? last : report.counted().get(e))),
                scale.factor() == 1 ? null : scale.unit(), info.socketWide());
    }

    /** Returns the notes of the sampler at the start and at the end. */
    private List<String> notes(ScopeSummary whose) {
        Stream<String> said = Stream.concat(Stream.of(metadata.json()), recording.trailer().stream().map(Trailer::json))
                .map(json -> json.path("note").asText(""));
        String cpus = metadata.cpuWide() ? "counted on CPUs, for all programs, idle time included" : "";
        Stream<String> ours = Stream.concat(Stream.of(cpus, bound(), delayed(), controlled(), missingRegions(),
                unknownCommand(), stopped(), uncounted()), whose == null ? Stream.empty() : whose.notes().stream());
        return Stream.concat(ours, said).filter(note -> !note.isEmpty()).distinct().toList();
    }

    /** Returns the number of programs and tasks of an emulated run that were not counted, as text; empty if none. */
    private String uncounted() {
        JsonNode end = recording.trailer().map(Trailer::json).orElse(MissingNode.getInstance());
        long programs = end.path("native_programs").asLong();
        long tasks = end.path("uncounted_tasks").asLong();
        String ran = programs == 0 ? ""
                : Units.counted(programs, "program")
                        + " ran without the emulator and were not counted (set-user-id, not readable or of another "
                        + "processor; the first: " + end.path("first_native_program").asText() + ")";
        String full = tasks == 0 ? ""
                : tasks + " threads and processes were not counted: too many ran at the same time";
        return ran + (ran.isEmpty() || full.isEmpty() ? "" : "; ") + full;
    }

    /** Returns the part of the run that was counted, as text; empty if it was counted from its start. */
    private String delayed() {
        double delay = metadata.delayNanos() / 1e9;
        Double share = recording.trailer().map(t -> t.wallNanos() / (t.wallNanos() + 1e9 * delay)).orElse(null);
        return delay == 0 ? ""
                : String.format(Locale.ROOT,
                        "counting started %.3f s after the start%s: all times and counts are from then on", delay,
                        share == null ? "" : ", for the last " + Units.percent(share) + " of the wall time");
    }

    /** Returns the part of the run in which the counters were enabled; null if nothing could disable them. */
    private RunSummary.Control control() {
        CountedTime counted = periods.counted();
        if (!counted.isControlled()) {
            return null;
        }
        long start = periods.startWallNanos();
        double nanos = Math.min(wallNanos, counted.within(start, start + wallNanos));
        return new RunSummary.Control(nanos / 1e9, wallNanos > 0 ? nanos / wallNanos : 0, counted.stretches());
    }

    private String controlled() {
        RunSummary.Control control = control();
        List<String> names = onlyRegions();
        return control == null ? ""
                : control.stretches() == 0
                        ? "nothing was counted: " + (names.isEmpty() ? "--control never enabled the counters"
                                : "no region of --only-region was open")
                        : String.format(Locale.ROOT,
                                "counted %s for %.3f s, %s of the wall time, in %s: rates are over this time, the rest "
                                        + "was not counted",
                                names.isEmpty() ? "under control" : "only in " + quoted(names), control.countedS(),
                                Units.percent(control.share()),
                                control.stretches() == 1 ? "1 stretch" : control.stretches() + " stretches");
    }

    private List<String> onlyRegions() {
        String names = metadata.json().path("control").path("regions").asText("");
        return names.isEmpty() ? List.of() : List.of(names.split("\n"));
    }

    private static String quoted(List<String> names) {
        return names.stream().map(n -> "'" + Printable.line(n) + "'").collect(Collectors.joining(", "));
    }

    /** Returns a warning about names of {@code --only-region} that the program did not log; empty if it logged all. */
    private String missingRegions() {
        List<String> logged = log.intervals()
                .stream()
                .filter(i -> i.tid() != RunLog.Interval.ALL_THREADS)
                .map(RunLog.Interval::name)
                .distinct()
                .toList();
        List<String> missing = onlyRegions().stream().filter(n -> !logged.contains(n)).toList();
        return missing.isEmpty() ? ""
                : "--only-region: the program has no region " + quoted(missing) + "; " + (logged.isEmpty()
                        ? "it logged none: link the event log (runbench/eventlog.h)"
                        : "its regions are " + quoted(logged.stream().limit(MAX_NAMES).toList())
                                + (logged.size() > MAX_NAMES ? ", and " + (logged.size() - MAX_NAMES) + " more" : ""));
    }

    /** Returns a warning about words that are no commands of {@code --control}; empty if there were none. */
    private String unknownCommand() {
        JsonNode control = recording.trailer().map(t -> t.json().path("control")).orElse(MissingNode.getInstance());
        long count = control.path("unknown_count").asLong();
        String word = control.path("unknown").asText();
        return count == 0 ? ""
                : "--control received '" + Printable.line(word) + "', which "
                        + (word.startsWith("snapshot") || word.startsWith("evlist") ? "only perf supports"
                                : word.startsWith("enable ") || word.startsWith("disable ")
                                        ? "is for single events: all are switched together"
                                        : "is no command")
                        + (count > 1 ? " (and " + Units.counted(count - 1, "more unknown line") + ")" : "")
                        + ": it had no effect; commands are enable, disable, ping and stop";
    }

    /** Returns the CPUs and NUMA nodes to which the program was bound, as text; empty if it was not bound. */
    private String bound() {
        JsonNode place = metadata.run().path("place");
        List<String> parts = new ArrayList<>();
        String cpus = place.path("cpus").asText("");
        String typed = place.path("cpu_list").asText("");
        if (!cpus.isEmpty()) {
            parts.add("bound to " + numbers("CPU", cpus) + (typed.equals(cpus) ? "" : " (" + typed + ")"));
        }
        if (place.has("mem_nodes")) {
            parts.add("memory of " + numbers("NUMA node", place.path("mem_nodes").asText()) + " only");
        }
        if (place.has("governors")) {
            List<String> governors = new ArrayList<>();
            place.path("governors").forEach(g -> governors.add(g.asText()));
            parts.add("governor " + String.join(", ", governors));
        }
        if (place.has("min_hz") && place.has("max_hz")) {
            parts.add("clock limits " + Units.si(place.path("min_hz").asDouble(), "Hz") + " to "
                    + Units.si(place.path("max_hz").asDouble(), "Hz"));
        }
        return String.join("; ", parts);
    }

    private static String numbers(String noun, String list) {
        return noun + (list.matches("[0-9]+") ? " " : "s ") + list;
    }

    private String stopped() {
        long times = recording.trailer().map(t -> t.json().path("stops").asLong()).orElse(0L);
        return times == 0 ? ""
                : String.format(Locale.ROOT,
                        "stopped %s (Ctrl-Z) for %.2f s in all: this time is part of the wall time", Units.times(times),
                        recording.trailer().orElseThrow().json().path("stopped_ns").asLong() / 1e9);
    }

    private RunSummary.Provenance provenance() {
        return new RunSummary.Provenance(metadata.observed(),
                metadata.delayNanos() == 0 ? null : (Double) (metadata.delayNanos() / 1e9), control(),
                recording.path().getFileName().toString(), metadata.startedUtc(), metadata.kernel(), metadata.machine(),
                metadata.cpus(), metadata.scope(), metadata.inherit(), metadata.realtimePriority(), metadata.command(),
                metadata.run().isMissingNode() ? null : metadata.run());
    }

    private static List<TaskInfo> longest(List<TaskInfo> tasks) {
        return tasks.stream()
                .sorted(Comparator.comparing(TaskInfo::runS, Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed())
                .limit(RunSummary.MAX_TASKS)
                .toList();
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static Long known(long value) {
        return value < 0 ? null : (Long) value;
    }

    private static Double seconds(long nanos) {
        return nanos < 0 ? null : (Double) (nanos / 1e9);
    }
}
