package runbench.measure.compare;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.parser.compare.ComparisonFamily;

/**
 * The parameters of one program, and the values with which it runs.
 *
 * @param values values of each parameter in the order of the command, by name
 */
public record ParameterSweep(Map<String, List<String>> values) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final String DECIMAL = "-?\\d+(?:\\.\\d+)?";
    private static final Pattern RANGE = Pattern
            .compile("(" + DECIMAL + ")\\.\\.(" + DECIMAL + ")(?:/(" + DECIMAL + "))?");
    private static final String FORMS = "--parameter threads=1,2,4 lists values; --parameter n=10..100/10 is a range "
            + "with a step";

    /**
     * Reads parameters.
     *
     * @param typed parameters as typed: {@code threads=1,2,4}, or {@code n=10..100/10} for 10, 20, ... 100
     * @throws RunbenchException (bad input) a name or a value cannot be read or occurs twice, or there are too few or
     *     too many combinations
     */
    public static ParameterSweep of(List<String> typed) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String parameter : typed) {
            int equals = parameter.indexOf('=');
            if (equals < 0 || !NAME.matcher(parameter.substring(0, equals)).matches()) {
                throw RunbenchException.badInput("--parameter " + parameter + " is not NAME=VALUES").remedy(FORMS);
            }
            String name = parameter.substring(0, equals);
            if (values.put(name, values(parameter, parameter.substring(equals + 1))) != null) {
                throw RunbenchException.badInput("--parameter " + name + " is given twice")
                        .remedy("name all its values once: --parameter " + name + "=1,2,4");
            }
        }
        long combinations = values.values().stream().mapToLong(List::size).reduce(1, Math::multiplyExact);
        if (combinations < 2) {
            throw RunbenchException.badInput("--parameter " + String.join(" ", typed) + " has a single value")
                    .remedy("a sweep needs at least two: " + FORMS);
        }
        if (combinations > ComparisonFamily.MAX_PROGRAMS) {
            throw tooMany(String.join(" --parameter ", typed), String.valueOf(combinations));
        }
        return new ParameterSweep(values);
    }

    private static RunbenchException tooMany(String typed, String count) {
        return RunbenchException.badInput("--parameter " + typed + ": " + count + " combinations exceed the maximum of "
                + ComparisonFamily.MAX_PROGRAMS).remedy("choose fewer values, or a larger step");
    }

    private static List<String> values(String parameter, String typed) {
        Matcher range = RANGE.matcher(typed);
        List<String> values = range.matches() ? range(parameter, range) : Arrays.asList(typed.split(",", -1));
        if (values.stream().anyMatch(String::isBlank)) {
            throw RunbenchException.badInput("--parameter " + parameter + " has an empty value").remedy(FORMS);
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw RunbenchException.badInput("--parameter " + parameter + " has a value twice")
                    .remedy("name each value once; -n sets the number of runs of each");
        }
        return List.copyOf(values);
    }

    private static List<String> range(String parameter, Matcher range) {
        BigDecimal from = new BigDecimal(range.group(1));
        BigDecimal to = new BigDecimal(range.group(2));
        BigDecimal step = range.group(3) == null ? BigDecimal.ONE : new BigDecimal(range.group(3));
        if (step.signum() <= 0 || from.compareTo(to) >= 0) {
            throw RunbenchException.badInput("--parameter " + parameter + " is not an ascending range")
                    .remedy("FIRST..LAST/STEP with FIRST below LAST and a positive STEP: n=10..100/10");
        }
        BigDecimal steps = to.subtract(from).divideToIntegralValue(step);
        if (steps.compareTo(BigDecimal.valueOf(ComparisonFamily.MAX_PROGRAMS)) >= 0) {
            throw tooMany(parameter, steps.add(BigDecimal.ONE).toPlainString());
        }
        List<String> values = new ArrayList<>();
        for (BigDecimal value = from; value.compareTo(to) <= 0; value = value.add(step)) {
            values.add(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
        }
        return values;
    }

    /** Returns all combinations of values, by parameter; the last parameter varies fastest. */
    List<Map<String, String>> points() {
        List<Map<String, String>> points = List.of(Map.of());
        for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
            List<Map<String, String>> extended = new ArrayList<>();
            for (Map<String, String> point : points) {
                for (String value : parameter.getValue()) {
                    Map<String, String> with = new LinkedHashMap<>(point);
                    with.put(parameter.getKey(), value);
                    extended.add(with);
                }
            }
            points = extended;
        }
        return points;
    }

    /**
     * Returns the words of the program with one combination of values.
     *
     * @param program words with {@code {NAME}} in the place of each parameter
     */
    static List<String> words(List<String> program, Map<String, String> point) {
        List<String> words = new ArrayList<>();
        for (String word : program) {
            String filled = word;
            for (Map.Entry<String, String> value : point.entrySet()) {
                filled = filled.replace("{" + value.getKey() + "}", value.getValue());
            }
            words.add(filled);
        }
        return words;
    }

    /**
     * Checks that the program uses every parameter.
     *
     * @throws RunbenchException (bad input) a parameter has no place in the words
     */
    void requireUsed(List<String> program) {
        for (String name : values.keySet()) {
            if (program.stream().noneMatch(word -> word.contains("{" + name + "}"))) {
                throw RunbenchException
                        .badInput("--parameter " + name + " has no place in the program: " + String.join(" ", program))
                        .remedy("write {" + name + "} where its value belongs: -- " + program.get(0) + " {" + name
                                + "}");
            }
        }
    }
}
