package runbench.parser.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import runbench.parser.compare.MetricComparison.RatioInterval;
import runbench.parser.compare.Repetitions.Quantity;

/**
 * The primary quantity of one program by the values of its parameters. For a parameter that sets the number of parallel
 * tasks, it has speedup and efficiency.
 *
 * @param parallel name of the parameter that sets the number of parallel tasks; null without one
 * @param points values in the order of the command
 */
public record Sweep(String parallel, List<SweepPoint> points) {
    private static final Set<String> PARALLEL = Set.of("threads", "ranks", "procs", "cores");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    /**
     * One combination of values.
     *
     * @param parameters value of each parameter, by name
     * @param quantity spread of the primary quantity over the rounds
     * @param ratio quantity relative to the first point, with its interval; 1 for the first point itself
     * @param verdict verdict relative to the first point; null for the first point itself
     * @param speedup time of the first point divided by that of this point; null without a parallel parameter
     * @param efficiency speedup divided by the increase of the number of tasks; null without a parallel parameter
     */
    public record SweepPoint(Map<String, String> parameters, Quantity quantity, RatioInterval ratio,
            RatioVerdict verdict, RatioInterval speedup, RatioInterval efficiency) {
        /** Returns the value of a parameter as a number; NaN if it is none. */
        public double number(String parameter) {
            String value = parameters.get(parameter);
            return value != null && NUMBER.matcher(value).matches() ? Double.parseDouble(value) : Double.NaN;
        }
    }

    /** Returns whether the name of a parameter says that it sets the number of parallel tasks. */
    public static boolean isParallel(String parameter) {
        return PARALLEL.contains(parameter);
    }

    /**
     * Returns the sweep of comparisons with the first point.
     *
     * @param all comparisons of each further point with the first one
     */
    static Sweep of(List<Comparison> all) {
        Comparison first = all.get(0);
        String parallel = parallel(all);
        List<SweepPoint> points = new ArrayList<>();
        points.add(point(first.a().parameters(), first.primary(), first.primary().a(), new RatioInterval(1.0, 1.0, 1.0),
                null));
        all.forEach(c -> points.add(
                point(c.b().parameters(), c.primary(), c.primary().b(), c.primary().ratio(), c.primary().verdict())));
        return new Sweep(parallel, parallel == null ? List.copyOf(points)
                : points.stream().map(p -> scaled(p, points.get(0), parallel)).toList());
    }

    /** Speedup is defined for wall times, and here for the values of a single parameter. */
    private static String parallel(List<Comparison> all) {
        Map<String, String> parameters = all.get(0).a().parameters();
        String name = parameters.keySet().iterator().next();
        boolean numbers = Stream.concat(Stream.of(parameters), all.stream().map(c -> c.b().parameters()))
                .map(p -> p.get(name))
                .allMatch(v -> NUMBER.matcher(v).matches() && Double.parseDouble(v) > 0);
        return parameters.size() == 1 && isParallel(name) && numbers
                && all.get(0).primary().what().equals(Measurand.WALL) ? name : null;
    }

    private static SweepPoint point(Map<String, String> parameters, MetricComparison m, List<Double> values,
            RatioInterval ratio, RatioVerdict verdict) {
        return new SweepPoint(parameters,
                Quantity.of(m.what(), values.stream().mapToDouble(Double::doubleValue).toArray(), m.estimated()), ratio,
                verdict, null, null);
    }

    private static SweepPoint scaled(SweepPoint p, SweepPoint first, String parallel) {
        RatioInterval speedup = p.ratio().inverse();
        return new SweepPoint(p.parameters(), p.quantity(), p.ratio(), p.verdict(), speedup,
                speedup.times(first.number(parallel) / p.number(parallel)));
    }
}
