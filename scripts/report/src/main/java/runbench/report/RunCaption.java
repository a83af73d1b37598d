package runbench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Term;
import runbench.parser.series.OffCpu;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;
import runbench.report.RunChart.ChartCaption;

/** The texts about a run that its chart and its summary share. */
public final class RunCaption {
    /**
     * Share of time from which an event counts as fully measured. Starting and stopping the counters costs an event
     * some time on every machine; multiplexing costs far more.
     */
    public static final double FULLY_MEASURED = 0.99;

    private RunCaption() {
    }

    static ChartCaption of(RunSummary s) {
        RunSummary.Provenance p = s.provenance();
        Long kept = s.period() == null ? null : s.period().p50Ns();
        long gaps = s.mode() != null && s.mode().is(SampledBy.EMULATED) ? 0 : s.gaps(); // Emulated runs count along
                                                                                        // instructions, so gaps
                                                                                        // in wall time have no meaning.
        return new ChartCaption(s.benchmark(), label(s), p.machine(), p.kernel(), source(s), s.periodNs(),
                kept == null ? Double.NaN : kept, s.samples(), s.lost(), gaps,
                s.irregularShare() == null ? Double.NaN : s.irregularShare(), remarks(s));
    }

    /**
     * Returns the remark about an event that was not counted all the time.
     *
     * @param shareMeasured share of the time in which the event was counted, 0..1
     * @return empty text for a fully measured event
     */
    public static String scaledEstimate(double shareMeasured) {
        return shareMeasured < FULLY_MEASURED
                ? "scaled estimate: counted " + Numbers.percent(shareMeasured) + " of the time"
                : "";
    }

    /** Returns the description of the program that actually ran. */
    public static String label(RunSummary s) {
        return s.label() == null || s.label().isEmpty() ? String.join(" ", s.provenance().command()) : s.label();
    }

    /** Returns the source of the counts, for the summary and the chart. */
    public static String source(RunSummary s) {
        if (s.source() == null) {
            return "nothing was counted";
        }
        if (s.source().all().get(0).is(CountSource.EMULATED)) {
            return s.source().label();
        }
        return counters(s.source().all().stream().map(Term::label).toList())
                + (s.provenance().scope() != null && s.provenance().scope().is(CountScope.USER) ? ", user mode only"
                        : "");
    }

    /**
     * Returns the sources of the counts.
     *
     * @param labels labels of {@link CountSource}
     */
    public static String counters(List<String> labels) {
        if (labels.isEmpty()) {
            return "nothing was counted";
        }
        return "counted by " + labels.stream()
                .map(label -> Term.of(CountSource.class, label))
                .map(source -> switch (source.value()) {
                    case PMU -> "hardware PMU";
                    case SOFTWARE -> "software events of the kernel";
                    case TRACEPOINT -> "tracepoints";
                    case BREAKPOINT -> "hardware breakpoints";
                    case RESCTRL -> "the kernel's cache monitoring (resctrl)";
                    case EMULATED, UNKNOWN -> source.label();
                })
                .collect(Collectors.joining(" + "));
    }

    /** Returns the end of the run, if it was not exit status 0, as a predicate of "the run". */
    public static Optional<String> ending(RunSummary s) {
        if (s.observed()) {
            return Optional.empty();
        } else if (s.interrupted()) {
            return Optional.of("was interrupted");
        } else if (s.timedOut()) {
            return Optional.of("was stopped at its timeout");
        } else if (s.signal() != null && s.signal() != 0) {
            return Optional.of("was terminated by signal " + s.signal());
        } else if (s.exitStatus() == null) {
            return Optional.of("has no recorded end");
        } else if (s.exitStatus() != 0) {
            return Optional.of("ended with exit status " + s.exitStatus());
        }
        return Optional.empty();
    }

    /** Returns the share of the wall time off the CPUs; empty if it is small or unknown. */
    public static Optional<String> offCpu(RunSummary s) {
        return offCpu(s.offCpu());
    }

    /** Returns {@link #offCpu} as a sentence. */
    public static Optional<String> offCpuSentence(RunSummary s) {
        return offCpu(s).map(RunCaption::sentence);
    }

    static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    static Optional<String> offCpu(OffCpu times) {
        return Optional.ofNullable(times)
                .filter(OffCpu::isNoteworthy)
                .map(off -> "%s%s of %s not on a CPU%s".formatted(off.isMinimum() ? "at least " : "",
                        Math.round(100 * off.offCpuS() / off.wallS()) + " %", Units.seconds(off.wallS()),
                        off.readyS() == null ? ""
                                : ": %s waiting, %s ready but not running".formatted(Units.seconds(off.waitingS()),
                                        Units.seconds(off.readyS()))));
    }

    /** Returns {@link RunSummary#tooFewSamples} as a sentence. */
    public static Optional<String> tooFewSamples(RunSummary s) {
        return s.tooFewSamples().map(RunCaption::sentence);
    }

    /** Returns the metrics without a value: reason to names, in the order of the metrics. */
    public static Map<String, List<String>> missing(RunSummary s) {
        Map<String, List<String>> missing = new LinkedHashMap<>();
        s.metrics()
                .stream()
                .filter(m -> m.value() == null)
                .forEach(m -> missing.computeIfAbsent(m.reason(), r -> new ArrayList<>()).add(m.name()));
        return missing;
    }

    /** Returns the reservations about the numbers, one sentence each. */
    public static List<String> remarks(RunSummary s) {
        List<String> notes = new ArrayList<>();
        if (s.emulated() != null) {
            notes.add(s.emulated().words());
        }
        tooFewSamples(s).ifPresent(notes::add);
        for (EventSummary event : s.events()) {
            if (event.status() == CountStatus.NOT_COUNTED) {
                notes.add(event.name() + ": not counted (" + event.reason() + ")");
            } else if (event.status() == CountStatus.COUNTED && event.reason() != null) {
                notes.add(event.name() + ": " + event.finalCount() + " (" + event.reason() + ")");
            }
        }
        missing(s).forEach(
                (reason, names) -> notes.add("Not computed: " + String.join(", ", names) + ": " + reason + "."));
        s.damaged().ifPresent(d -> notes.add("The recording is " + d.words() + "."));
        s.discrepancies().forEach(notes::add);
        s.notes().forEach(notes::add);
        ending(s).ifPresent(e -> notes.add("The run " + e + "."));
        return notes;
    }
}
