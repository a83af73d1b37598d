package runbench.pas2p.scaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.Usability;
import runbench.pas2p.scaling.ScalingPrediction.ApartPhase;
import runbench.pas2p.scaling.ScalingPrediction.ScalingPhase;
import runbench.pas2p.trace.ProcessorUse;

/** Output of a prediction for another number of ranks as values for JSON, and remarks. Times are seconds. */
public final class ScalingReport {
    private static final double MAX_REACH = 4;

    private ScalingReport() {
    }

    /** Returns all fields. */
    public static Map<String, Object> fields(ScalingPrediction s) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("extrapolated", !s.isInterpolated());
        all.put("ranks", s.ranks());
        all.put("predicted_s", s.predictedS());
        all.put("interval_s", s.intervalS());
        all.put("confidence", s.confidence());
        all.put("usable", unusable(s).isEmpty());
        all.put("from", s.runs().stream().map(ScalingReport::run).toList());
        all.put("not_used", s.others().stream().map(ScalingReport::run).toList());
        all.put("phases", s.phases().stream().map(ScalingReport::phase).toList());
        all.put("relevant_in_some", s.apart().stream().map(ScalingReport::apart).toList());
        all.put("rest_s", law(s.rest()));
        if (s.actual() != null) {
            all.put("actual_s", s.actual().seconds());
            all.put("actual_source", s.actual().source());
            all.put("error", s.error());
            all.put("in_interval", s.holds());
        }
        all.put("remarks", remarks(s));
        return all;
    }

    private static Map<String, Object> run(ScaledRun r) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ranks", r.ranks());
        fields.put("source", r.source());
        fields.put("tea_s", r.runS());
        return fields;
    }

    private static Map<String, Object> phase(ScalingPhase p) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", p.label());
        fields.put("activity", p.activity());
        fields.put("weights", p.weights());
        fields.put("weight", p.weight() == null ? null : law(p.weight()));
        fields.put(p.weight() == null ? "total_s" : "mean_s", law(p.time()));
        fields.put("predicted_s", p.timeS());
        fields.put("deviation_s", p.deviationS());
        return fields;
    }

    private static Map<String, Object> apart(ApartPhase p) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", p.label());
        fields.put("activity", p.activity());
        fields.put("source", p.source());
        fields.put("share", p.share());
        return fields;
    }

    private static Map<String, Object> law(ScalingLaw l) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("value", l.value());
        fields.put("deviation", l.deviation());
        fields.put("law", l.formula());
        fields.put("law_share", l.share());
        fields.put("misfit", l.misfit());
        return fields;
    }

    /** Returns the reason why the prediction should not be used, and the remedy; empty: it is usable. */
    public static Optional<Usability> unusable(ScalingPrediction s) {
        return s.relativeHalfWidth() <= Usability.MAX_HALF_WIDTH ? Optional.empty()
                : Optional.of(
                        new Usability("the interval ends " + Units.percent(s.relativeHalfWidth()) + " above the time",
                                "trace another number of ranks, nearer to " + s.ranks()));
    }

    /** Returns INTERPOLATED for a number of ranks between the traced ones, EXTRAPOLATED otherwise. */
    public static String kind(ScalingPrediction s) {
        return s.isInterpolated() ? "INTERPOLATED" : "EXTRAPOLATED";
    }

    /** Returns remarks for readers. */
    public static List<String> remarks(ScalingPrediction s) {
        List<String> all = new ArrayList<>();
        all.add(kind(s) + ": phases with " + s.ranks() + " ranks are assumed to follow the laws of the traced runs, on"
                + " their machine");
        if (s.counts() == 2) {
            all.add("two numbers of ranks do not separate the laws: the interval contains their distance only; a"
                    + " third number narrows it");
        }
        s.others()
                .forEach(r -> all.add(r.source() + " (" + Units.counted(r.ranks(), "rank") + ") is not used: none of "
                        + "its phases is relevant in all other runs, too"));
        if (s.reach() > MAX_REACH) {
            all.add(String.format(Locale.ROOT,
                    "%.1f times beyond the traced numbers of ranks: the laws may not apply" + " that far", s.reach()));
        }
        shared(s).ifPresent(all::add);
        programs(s).ifPresent(all::add);
        s.phases()
                .stream()
                .filter(p -> p.weight() == null)
                .forEach(p -> all.add(p.label() + ": its weights ("
                        + p.weights()
                                .stream()
                                .map(w -> String.format(Locale.ROOT, "%,d", w))
                                .collect(Collectors.joining("; "))
                        + ") follow no law: the time of all its occurrences is fitted"));
        s.apart()
                .forEach(p -> all
                        .add(p.label() + " of " + p.source() + " (" + p.activity() + ", " + Units.percent(p.share())
                                + " of it) is not relevant in all runs: its time is part of the rest"));
        return all;
    }

    /** Returns that ranks waited for processors: then times depend on the machine's number of processors. */
    private static Optional<String> shared(ScalingPrediction s) {
        List<String> runs = s.runs()
                .stream()
                .filter(r -> r.trace().processorUse().stream().anyMatch(ProcessorUse::lacked))
                .map(r -> Units.counted(r.ranks(), "rank"))
                .distinct()
                .toList();
        return runs.isEmpty() ? Optional.empty()
                : Optional.of("ranks waited for processors in the runs of " + String.join(", ", runs)
                        + ": their times are those of a machine with too few processors");
    }

    private static Optional<String> programs(ScalingPrediction s) {
        List<String> commands = s.runs()
                .stream()
                .map(r -> String.join(" ", r.trace().header(0).program()))
                .filter(c -> !c.isEmpty())
                .distinct()
                .toList();
        return commands.size() < 2 ? Optional.empty()
                : Optional.of("the runs have different commands (" + String.join("; ", commands)
                        + "): the laws contain the effect of the difference");
    }
}
