package runbench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;
import runbench.parser.symbols.KeptSymbols;
import runbench.report.RunChart.ChartCaption;

/** The texts about a run that its chart and its summary share. */
public final class RunCaption {
    /**
     * Share of time from which an event counts as fully measured. Starting and stopping the counters costs an event
     * some time on every machine; multiplexing costs far more.
     */
    public static final double FULLY_MEASURED = 0.99;

    /** Minimum share of the wall time for waiting or ready time to be stated. */
    private static final double MIN_STATED_SHARE = 0.05;
    /** Lower bound of a function's share from which it characterises a run or a phase. */
    private static final double MIN_FUNCTION_SHARE = 0.1;

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
                s.irregularShare() == null ? Double.NaN : s.irregularShare(),
                Stream.concat(headline(s).map(RunCaption::sentence).stream(), allRemarks(s).stream()).toList());
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

    /**
     * Returns the most important fact about a run as a predicate of its program: "waited for 61 % of 5.75 s", or where
     * it spent its running time. Empty if nothing stands out.
     */
    public static Optional<String> headline(RunSummary s) {
        return offCpu(s).or(() -> function(s.functions()).map("spent "::concat));
    }

    /** Returns a predicate of the program as a sentence. */
    public static String sentence(String predicate) {
        return "The program " + predicate + ".";
    }

    /**
     * Returns the times off the CPUs as a predicate of the program; empty if they are short or unknown. Their cause may
     * be other programs, so the load is stated if it occupied all CPUs.
     */
    public static Optional<String> offCpu(RunSummary s) {
        return offCpu(s.offCpu(), load(s));
    }

    /** Returns whether the program had no CPU for a considerable part of the run although it was able to run. */
    public static boolean isStarved(RunSummary s) {
        return s.offCpu() != null && s.offCpu().isStarved();
    }

    static Optional<String> offCpu(OffCpu times, String load) {
        return Optional.ofNullable(times).filter(OffCpu::isNoteworthy).map(off -> {
            String wall = Units.seconds(off.wallS());
            if (off.readyS() == null) {
                return "was on no CPU for %s%s of %s%s".formatted(off.isMinimum() ? "at least " : "",
                        share(off.offCpuS(), off), wall, load);
            }
            boolean waiting = off.waitingS() >= MIN_STATED_SHARE * off.wallS();
            String ready = "was ready but had no CPU for ";
            if (off.readyS() < MIN_STATED_SHARE * off.wallS()) {
                return "waited for " + share(off.waitingS(), off) + " of " + wall;
            }
            return waiting
                    ? "waited for " + share(off.waitingS(), off) + " of " + wall + ", and " + ready
                            + share(off.readyS(), off) + load
                    : ready + share(off.readyS(), off) + " of " + wall + load;
        });
    }

    private static String share(double seconds, OffCpu off) {
        return Math.round(100 * seconds / off.wallS()) + " %";
    }

    /** Returns the load of the machine before the run, in brackets; empty if it left a CPU free, or is unknown. */
    private static String load(RunSummary s) {
        JsonNode run = s.provenance().run();
        double load = run == null ? 0 : run.path("machine_state").path("load").asDouble();
        int cpus = s.provenance().cpus();
        return cpus > 0 && load >= cpus ? " (load " + Units.si(load) + " on " + Units.counted(cpus, "CPU") + ")" : "";
    }

    /**
     * Returns the function in which the program spent most of its running time: "62 % of its running time in f (lib)".
     * Empty without a considerable share. Functions of the kernel are left out: the kernel takes many samples late,
     * where it enables interrupts again.
     *
     * @param functions functions of the run; null if they are unknown
     */
    public static Optional<String> function(RunningFunctions functions) {
        return Optional.ofNullable(functions)
                .flatMap(all -> all.functions()
                        .stream()
                        .findFirst()
                        .flatMap(f -> function(f, " of its running time "
                                + (all.unsampledS() > 0 ? "outside the kernel " : "") + "in ")));
    }

    /**
     * Returns the share of a function with its name and library: "62 % in f (lib)"; empty for the kernel's, and without
     * a considerable share.
     *
     * @param total text between share and name
     */
    public static Optional<String> function(FunctionShare f, String total) {
        if (f.low() < MIN_FUNCTION_SHARE || f.library().equals(KeptSymbols.KERNEL)) {
            return Optional.empty();
        }
        return Optional
                .of(Math.round(100 * f.share()) + " %" + total + (f.named() ? f.function() + " (" + f.library() + ")"
                        : "functions of " + f.library() + " without names"));
    }

    /**
     * Returns a sentence about threads of one process that ran side by side with very different CPU times; empty if
     * there are none.
     */
    public static Optional<String> imbalance(RunSummary s) {
        return ThreadBalance.of(s).map(ThreadBalance::sentence);
    }

    /** Returns {@link RunSummary#tooFewSamples} as a sentence. */
    public static Optional<String> tooFewSamples(RunSummary s) {
        return s.tooFewSamples().map(RunCaption::capitalized);
    }

    /** Returns words without a full stop as a sentence. */
    public static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
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

    /** Returns events that were not counted with the reasons, then the reservations, one sentence each. */
    private static List<String> allRemarks(RunSummary s) {
        return Stream.concat(
                uncounted(s).entrySet()
                        .stream()
                        .map(e -> String.join(", ", e.getValue()) + ": not counted (" + e.getKey() + ")"),
                remarks(s).stream()).toList();
    }

    /** Returns the events that were not counted, by reason. */
    public static Map<String, List<String>> uncounted(RunSummary s) {
        return s.events()
                .stream()
                .filter(e -> e.status() == CountStatus.NOT_COUNTED)
                .collect(Collectors.groupingBy(EventSummary::reason, LinkedHashMap::new,
                        Collectors.mapping(EventSummary::name, Collectors.toList())));
    }

    /** Returns the reservations about the numbers, one sentence each. */
    public static List<String> remarks(RunSummary s) {
        List<String> notes = new ArrayList<>();
        if (s.emulated() != null) {
            notes.add(s.emulated().words());
        }
        tooFewSamples(s).ifPresent(notes::add);
        for (EventSummary event : s.events()) {
            if (event.status() == CountStatus.COUNTED && event.reason() != null) {
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
