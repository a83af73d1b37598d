package runbench.pas2p.signature;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Units;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.signature.ProgramComparison.SeveralThreads;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;

/**
 * Construction of the signature of a traced program, which can be measured on another machine, with another mapping or
 * another binary.
 */
public final class SignatureBuilder {
    private static final double MIN_REPORTED_SHARE = 0.05;
    /** Factor on the stretch, which averages out most disturbances of a busy machine. */
    private static final int STRETCH_FACTOR = 5;

    private final MpiTrace trace;
    private final SignedLevel level;
    private final PhaseAnalysis analysis;
    private final SignatureOptions options;
    private final List<String> warnings = new ArrayList<>();

    private SignatureBuilder(MpiTrace trace, SignedLevel level, SignatureOptions options) {
        this.trace = trace;
        this.level = level;
        analysis = level.analysis();
        this.options = options;
    }

    /**
     * Builds the signature of a level.
     *
     * @param level level of its phases
     * @param place the trace, as typed
     * @param inputs input files of the program that are not on its command line
     * @param runbench version of this product
     * @param progress receives the number of events
     * @throws RunbenchException the trace is incomplete, or no occurrence of a relevant phase is within the permitted
     *     stretch
     */
    public static Signature build(MpiTrace trace, SignedLevel level, SignatureOptions options, String place,
            List<Path> inputs, String runbench, Progress progress) {
        return new SignatureBuilder(trace, level, options).build(place, inputs, runbench, progress);
    }

    /** Builds the signature of the level with the least expected error. */
    public static Signature build(MpiTrace trace, PhaseAnalysis analysis, SignatureOptions options, String place,
            List<Path> inputs, String runbench, Progress progress) {
        return build(trace, SignedLevel.best(PhaseHierarchy.of(analysis), trace.locations(), options), options, place,
                inputs, runbench, progress);
    }

    /**
     * Builds the signature of a traced run with the default analysis.
     *
     * @param repeats traces of other runs of the same command; empty: none
     */
    public static Signature build(Path run, List<Path> repeats, SignatureOptions options, List<Path> inputs,
            String runbench, ProgressDisplay display) {
        MpiTrace trace = MpiTrace.open(run);
        PhaseHierarchy hierarchy = PhaseHierarchy
                .of(PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, display.start("ordering", "events")));
        Repeatability runs = repeats.isEmpty() ? Repeatability.NOT_KNOWN
                : Repeatability.of(trace, repeats, hierarchy.analysis().options().rule(),
                        display.start("comparing", "events"));
        return build(trace, SignedLevel.best(hierarchy, trace.locations(), options, runs), options, run.toString(),
                inputs, runbench, display.start("cutting", "events"));
    }

    private Signature build(String place, List<Path> inputs, String runbench, Progress progress) {
        check(place);
        SamplingPlan plan = level.plan(trace.locations(), options);
        if (plan.stop < 0) {
            throw RunbenchException
                    .badInput(place + ": nothing to measure: no occurrence of a relevant phase lies within the first "
                            + percent(options.widest()) + " of the run, after its warm-up (" + level.size()
                            + " occurrences in all)")
                    .remedy("allow more with --within 50%, make it of smaller phases with --level all, or trace a "
                            + "longer run");
        }
        warn(plan);
        OccurrenceCuts cuts = OccurrenceCuts.of(trace, analysis.options().rule(), level, plan, progress);
        Signature.Program program = TracedProgram.of(trace, inputs, warnings);
        Signature.Trace whole = SignedTrace.of(trace, level, plan);
        return new Signature(
                Signature.FORMAT, Signature.VERSION, new Signature.Made(trace.header(0).host(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), runbench, place),
                program, trace.header(0).mpi(), trace.ranks(),
                IntStream.range(0, trace.locations())
                        .mapToObj(l -> new Signature.Location(trace.rankOf(l), trace.threadOf(l)))
                        .toList(),
                trace.locations() > trace.ranks(), whole,
                level.signed(plan).stream().map(k -> SignedTrace.phase(k, plan)).toList(),
                SignedTrace.wanted(level, plan, cuts), cuts.end(plan.chosen.length - 1), whole.prefixS() / whole.teaS(),
                options.error(), options.confidence(), plan.within, List.copyOf(warnings),
                SignedTrace.repeated(level, plan, cuts), cuts.landmarks());
    }

    private void check(String place) {
        if (trace.locations() > trace.ranks()) {
            throw SeveralThreads
                    .of(place + ": rank " + trace.rankOf(trace.ranks()) + " called MPI from several threads");
        }
        if (!trace.complete() || analysis.sweep().leftOut() > 0) {
            throw RunbenchException
                    .badInput(place + ": the trace is not whole, so the positions of phases are unknown"
                            + trace.remarks().stream().map(r -> "; " + r).collect(Collectors.joining()))
                    .remedy("trace the program again");
        }
        if (!analysis.options().method().inTicks()) {
            throw RunbenchException
                    .badInput("--method blocks: a signature is made of phases that are found by their sends")
                    .remedy("leave out --method");
        }
        if (level.relevant().isEmpty()) {
            throw RunbenchException
                    .badInput(place + ": no phase has " + percent(analysis.options().relevantShare()) + " of the run")
                    .remedy("lower --relevant");
        }
    }

    private void warn(SamplingPlan plan) {
        if (plan.within > options.within()) {
            double cost = (level.endNanos(plan.stop) - analysis.runStartNanos()) / 1e9;
            warnings.add(String.format(Locale.ROOT,
                    "the first %s of the run contain too few relevant phases after their warm-up: widened to the first "
                            + "%s; a measurement takes about %s of a run of %s",
                    percent(options.within()), percent(plan.within), Units.seconds(cost),
                    Units.seconds(analysis.runNanos() / 1e9)));
        }
        Optional<String> disturbed = ProcessorUse.disturbed(trace.processorUse(), "traced");
        disturbed.or(() -> ProcessorUse.busy(trace.processorUse(), "traced"))
                .ifPresent(busy -> warnings.add(
                        busy + ": " + (disturbed.isPresent() ? "predictions from this signature are not usable; " : "")
                                + "trace it again while nothing else runs (runbench pas2p trace -o RUN2 -- mpirun -np "
                                + trace.ranks() + " " + String.join(" ", trace.header(0).program()) + ")"
                                + (plan.expectedError > options.error()
                                        ? ", or measure more of it with --within " + more()
                                        : "")));
        if (level.repeatability().count() > 0) {
            warnings.add(String.format(Locale.ROOT,
                    "%s sent other messages in %d stretch%s of the run (%s of its time), which no measurement "
                            + "covers; the part of them after the stop (%s of the run) is predicted to take as long as in the"
                            + " traced runs",
                    String.join(", ", level.repeatability().others()), level.repeatability().count(),
                    level.repeatability().count() == 1 ? "" : "es",
                    percent(plan.apartNanos() / (double) analysis.runNanos()),
                    percent(plan.apartNanosBehind() / (double) analysis.runNanos())));
        }
        double other = 1 - level.coverage();
        if (other > MIN_REPORTED_SHARE) {
            warnings.add(percent(other)
                    + " of the run is in no relevant phase: its time is predicted by the mean ratio of the "
                    + "relevant phases");
        }
        if (plan.expectedError > options.error()) {
            warnings.add(String.format(Locale.ROOT,
                    "durations scatter so much that the expected error is +-%s; the requested one is +-%s",
                    percent(plan.expectedError), percent(options.error())));
        }
        for (StratumDraft s : plan.strata) {
            double share = s.nanos / analysis.runNanos();
            String name = name(plan, s) + " (" + s.places.length + " occurrences, " + percent(share) + " of the run)";
            if (s.measured == 0) {
                warnings.add(name + " is not measured: " + (s.places.length < 2 && s.firstUsable > 0
                        ? "it is the run's first occurrence, which cannot be repeated without what precedes it"
                        : "it does not occur within the first " + percent(plan.within) + " of the run" + reach(s))
                        + "; its time is predicted by the ratio of the most similar phase");
            } else if (s.measured < s.wanted) {
                warnings.add(name + " is measured " + Units.times(s.measured) + "; an error of at most +-"
                        + percent(options.error()) + " needs " + s.wanted + " measurements" + reach(s));
            }
        }
        if (analysis.sweep().unmatched() > 0) {
            warnings.add(analysis.sweep().unmatched()
                    + " sends or receives of the trace have no counterpart: cuts after them may not be consistent");
        }
    }

    private String more() {
        return Math.min(100, Math.round(100 * options.within() * STRETCH_FACTOR)) + "%";
    }

    /** Returns the option that permits the wanted number of occurrences. */
    private String reach(StratumDraft s) {
        int at = s.firstUsable + s.wanted - 1;
        if (at >= s.places.length) {
            at = s.places.length - 1;
        }
        if (at < s.usableEnd) {
            return "";
        }
        return ", --within " + Math.min(100, (int) Math.ceil(100 * level.eventsThrough(s.places[at])))
                + "% would reach them";
    }

    private String name(SamplingPlan plan, StratumDraft s) {
        long classes = plan.strata.stream().filter(o -> o.phase == s.phase).count();
        return level.kind(s.phase).label() + (classes > 1 ? " class " + (s.id + 1) + " of " + classes : "");
    }

    private static String percent(double share) {
        return Units.percent(share);
    }
}
