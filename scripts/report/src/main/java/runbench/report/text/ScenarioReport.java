package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.sync.scenario.MethodComparison.Score;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;

/** Formats the verdicts of scenarios and the scores of methods as text and as JSON. */
public final class ScenarioReport {
    private static final String LINE = "%-4s  %-18s  %-42s  %12s  %-12s  %s";

    private ScenarioReport() {
    }

    /** Returns PASS, FAIL or SKIP, then one line per value with its limit; a violated limit is marked. */
    public static String verdict(Verdict v) {
        List<String> lines = new ArrayList<>();
        if (v.skipped() != null) {
            lines.add(String.format(LINE, v.outcome(), v.scenario(), v.skipped(), "", "", "").stripTrailing());
        }
        for (LimitCheck c : v.checks()) {
            boolean first = lines.isEmpty();
            String sign = c.bound() == LimitCheck.Bound.AT_MOST ? "<= "
                    : c.bound() == LimitCheck.Bound.AT_LEAST ? ">= " : "";
            lines.add(String.format(LINE, first ? v.outcome() : "", first ? v.scenario() : "", c.name(),
                    number(c.value()), c.bound() == LimitCheck.Bound.REPORTED ? "" : sign + number(c.limit()),
                    c.kept() ? "" : "VIOLATED").stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String number(double v) {
        return v == Math.rint(v) && Math.abs(v) < 1e15 ? String.format(Locale.ROOT, "%.0f", v)
                : String.format(Locale.ROOT, "%.3f", v);
    }

    public static long count(List<Verdict> verdicts, Verdict.Outcome outcome) {
        return verdicts.stream().filter(v -> v.outcome() == outcome).count();
    }

    public static String summary(List<Verdict> verdicts) {
        return verdicts.size() + " scenarios: " + count(verdicts, Verdict.Outcome.PASS) + " passed, "
                + count(verdicts, Verdict.Outcome.FAIL) + " failed, " + count(verdicts, Verdict.Outcome.SKIP)
                + " skipped";
    }

    /**
     * Returns the scores, methods in rows and conditions in columns: RMS / maximum in us. All methods share the
     * guaranteed interval.
     */
    public static List<String[]> scores(List<Score> scores) {
        Map<String, List<String>> byMethod = new LinkedHashMap<>();
        List<String> head = new ArrayList<>(List.of("rms/max us"));
        for (Score s : scores) {
            if (!head.contains(s.condition())) {
                head.add(s.condition());
            }
            byMethod.computeIfAbsent(s.method(), m -> new ArrayList<>(List.of(m)))
                    .add(String.format(Locale.ROOT, "%.3f/%.2f", s.rmsNanos() / 1e3, s.maxNanos() / 1e3));
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(head.toArray(String[]::new));
        byMethod.values().forEach(r -> rows.add(r.toArray(String[]::new)));
        String first = scores.get(0).method();
        List<String> width = new ArrayList<>(List.of("interval, us"));
        List<String> inside = new ArrayList<>(List.of("truth inside"));
        scores.stream().filter(s -> s.method().equals(first)).forEach(s -> {
            width.add(String.format(Locale.ROOT, "%.1f", s.widthNanos() / 1e3));
            inside.add(s.inside() + "/" + s.windows());
        });
        rows.add(width.toArray(String[]::new));
        rows.add(inside.toArray(String[]::new));
        return rows;
    }

    public static ObjectNode json(List<Verdict> verdicts, List<Score> scores) {
        ObjectNode root = JsonText.object();
        for (Verdict.Outcome o : Verdict.Outcome.values()) {
            root.put(o.name().toLowerCase(Locale.ROOT), count(verdicts, o));
        }
        ArrayNode scenarios = root.putArray("scenarios");
        for (Verdict v : verdicts) {
            ObjectNode node = scenarios.addObject().put("name", v.scenario()).put("outcome", v.outcome().name());
            if (v.skipped() != null) {
                node.put("why", v.skipped());
            }
            for (LimitCheck c : v.checks()) {
                ObjectNode check = node.withArray("/checks")
                        .addObject()
                        .put("name", c.name())
                        .put("value", JsonText.number(c.value()));
                if (c.bound() != LimitCheck.Bound.REPORTED) {
                    check.put(c.bound().name().toLowerCase(Locale.ROOT), c.limit()).put("kept", c.kept());
                }
            }
        }
        ArrayNode all = root.putArray("scores");
        for (Score s : scores) {
            all.addObject()
                    .put("condition", s.condition())
                    .put("method", s.method())
                    .put("windows", s.windows())
                    .put("error_rms_ns", s.rmsNanos())
                    .put("error_max_ns", s.maxNanos())
                    .put("slope_error_rms_ppm", s.slopeRms() * 1e6)
                    .put("err_stat_median_ns", JsonText.number(s.statNanos()))
                    .put("truth_inside", s.inside())
                    .put("guaranteed_width_median_ns", s.widthNanos());
        }
        return root;
    }
}
