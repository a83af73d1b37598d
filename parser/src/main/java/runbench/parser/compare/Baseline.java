package runbench.parser.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.json.Json;
import runbench.base.json.OutputFormat;
import runbench.base.process.IoReason;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Circumstances.Difference.About;
import runbench.parser.compare.Circumstances.Fact;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.record.Metadata.SampledBy;

/**
 * Stored runs of one program, with which new runs are compared.
 *
 * @param label name of the program, and the place of the runs
 * @param runs values of the runs, in the order of time
 * @param circumstances facts about program, measurement and machine; empty: unknown
 * @param primary quantity that decided when the runs were stored; null: unknown
 */
public record Baseline(String label, List<RunValues> runs, List<Fact> circumstances, String primary) {
    private static final String MODE = "mode";
    /** Facts of the measurement that do not change the values. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("runbench", "java");
    /** The side that the reason of a comparison names; here it would be the other one. */
    private static final Pattern SIDE = Pattern.compile("^[A-Z]+( in \\d+ of \\d+ runs)?: ");
    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    /** A quantity of all runs: those of the two formats that the baseline needs. */
    private record Stored(Measurand what, List<Double> values, String estimated) {}

    /**
     * Reads the result of {@code runbench compare --json} or of {@code runbench sample -n N --json}. Of a comparison of
     * two programs, B is the baseline: the newer runs.
     *
     * @throws RunbenchException (bad input) the file is no such result, or holds several comparisons
     */
    public static Baseline read(Path file) {
        try {
            JsonNode json = JSON.readTree(file.toFile());
            if (is(OutputFormat.REPETITIONS, json)) {
                return ofRepetitions(json.path("repetitions"), file);
            }
            if (is(OutputFormat.COMPARISON, json) && json.path("comparison").isObject()) {
                if (json.has("further") || json.has("sweep")) {
                    throw RunbenchException.badInput(file + " compares several programs: a baseline is one program")
                            .remedy("name the folder of its runs: --baseline DIR/A");
                }
                return ofComparison(json.path("comparison"), file);
            }
            throw noResult(file, "it is another JSON file");
        } catch (JsonProcessingException e) {
            throw noResult(file, Json.reason(e)).causedBy(e);
        } catch (IOException e) {
            throw noResult(file, IoReason.of(e)).causedBy(e);
        }
    }

    private static boolean is(OutputFormat format, JsonNode json) {
        return json.path(OutputFormat.FORMAT).asText().equals(format.format())
                && json.path(OutputFormat.VERSION).asInt() == format.version();
    }

    private static RunbenchException noResult(Path file, String why) {
        return RunbenchException.badInput(file + ": not a baseline: " + why)
                .remedy("write one with: runbench sample -n 10 --json=" + file
                        + " -- PROGRAM; or name a folder of runs");
    }

    private static Baseline ofRepetitions(JsonNode json, Path file) throws JsonProcessingException {
        List<Stored> all = new ArrayList<>();
        for (JsonNode quantity : json.path("quantities")) {
            all.add(stored(quantity, "values"));
        }
        List<String> runs = new ArrayList<>();
        json.path("runs").forEach(run -> runs.add(run.asText()));
        return of(json.path("label").asText() + " (" + file + ")", runs, facts(json), all, absent(json), null);
    }

    private static Baseline ofComparison(JsonNode json, Path file) throws JsonProcessingException {
        List<Stored> all = new ArrayList<>(List.of(stored(json.path("primary"), "b")));
        for (JsonNode other : json.path("others")) {
            all.add(stored(other, "b"));
        }
        JsonNode b = json.path("b");
        List<String> runs = new ArrayList<>();
        b.path("runs").forEach(run -> runs.add(run.asText()));
        return of(b.path("label").asText() + " (B of " + file + ")", runs, facts(b), all, absent(json),
                all.get(0).what().name());
    }

    private static Stored stored(JsonNode quantity, String values) throws JsonProcessingException {
        List<Double> list = new ArrayList<>();
        quantity.path(values).forEach(value -> list.add(value.asDouble()));
        return new Stored(JSON.treeToValue(quantity.path("what"), Measurand.class), list,
                quantity.path("estimated").asText(null));
    }

    private static List<Fact> facts(JsonNode side) throws JsonProcessingException {
        List<Fact> facts = new ArrayList<>();
        for (JsonNode fact : side.path("circumstances")) {
            facts.add(JSON.treeToValue(fact, Fact.class));
        }
        return facts;
    }

    private static List<AbsentMetric> absent(JsonNode json) throws JsonProcessingException {
        List<AbsentMetric> absent = new ArrayList<>();
        for (JsonNode metric : json.path("absent")) {
            AbsentMetric a = JSON.treeToValue(metric, AbsentMetric.class);
            absent.add(new AbsentMetric(a.name(), SIDE.matcher(a.reason()).replaceFirst("")));
        }
        return absent;
    }

    private static Baseline of(String label, List<String> names, List<Fact> facts, List<Stored> quantities,
            List<AbsentMetric> absent, String primary) {
        boolean emulated = isEmulated(facts);
        Map<String, String> estimated = new HashMap<>();
        quantities.stream()
                .filter(q -> q.estimated() != null)
                .forEach(q -> estimated.put(q.what().name(), q.estimated()));
        Map<String, String> reasons = new LinkedHashMap<>();
        absent.forEach(a -> reasons.put(a.name(), a.reason()));
        Set<String> exact = quantities.stream()
                .map(Stored::what)
                .filter(what -> emulated && !what.time())
                .map(Measurand::name)
                .collect(Collectors.toSet());
        List<RunValues> runs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Map<Measurand, Double> values = new LinkedHashMap<>();
            for (Stored q : quantities) {
                if (i < q.values().size()) {
                    values.put(q.what(), q.values().get(i));
                }
            }
            runs.add(new RunValues(names.get(i), null, values, estimated, reasons, exact));
        }
        return new Baseline(label, List.copyOf(runs), facts, primary);
    }

    /** Returns whether an emulator counted the runs with these facts. */
    private static boolean isEmulated(List<Fact> facts) {
        return facts.stream()
                .anyMatch(f -> f.name().equals(MODE) && f.values().equals(List.of(SampledBy.EMULATED.label())));
    }

    /**
     * Returns the differences between the baseline and new runs that forbid a verdict: of the machine and its state,
     * and of the measurement. Emulated counts do not depend on the machine, so that only the measurement must be the
     * same.
     *
     * @param ofNew facts about the new runs
     */
    public List<Difference> hindrances(List<Fact> ofNew) {
        boolean emulated = isEmulated(circumstances) && isEmulated(ofNew);
        Predicate<Difference> decisive = d -> d.about() == About.MEASUREMENT && !WITHOUT_EFFECT.contains(d.name())
                || d.about() == About.MACHINE && !emulated;
        return Circumstances.between(circumstances, ofNew).stream().filter(decisive).toList();
    }
}
