package runbench.align.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes.EnvelopeScales;

/** Collects the events and metrics of all ranks. */
final class DrawnQuantities {
    private static final String UTILISATION = "cpu_utilisation";

    private final List<RankReading> readings;
    private final ViewRequest request;
    private final boolean fine;

    /**
     * Creates the collection.
     *
     * @param fine use the narrow buckets
     */
    DrawnQuantities(List<RankReading> readings, ViewRequest request, boolean fine) {
        this.readings = readings;
        this.request = request;
        this.fine = fine;
    }

    private List<Envelope> of(EnvelopeScales scales) {
        return fine ? scales.fine() : scales.merged();
    }

    /**
     * Returns the quantities, metrics first.
     *
     * @throws RunbenchException (bad input) no rank has a quantity requested by name
     */
    List<Quantity> all() {
        Map<String, Boolean> names = new LinkedHashMap<>();
        for (RankReading r : readings) {
            if (r.view() != null) {
                of(r.metrics()).stream()
                        .map(Envelope::event)
                        .filter(n -> request.events().isEmpty() ? addsInformation(r, n) : request.wants(n))
                        .forEach(n -> names.put(n, true));
            }
        }
        for (RankReading r : readings) {
            if (r.view() != null) {
                r.view()
                        .periods()
                        .events()
                        .stream()
                        .filter(EventInfo::counted)
                        .filter(e -> !(e.isTime() && names.containsKey(UTILISATION)))
                        .map(EventInfo::name)
                        .filter(request::wants)
                        .forEach(n -> names.putIfAbsent(n, false));
            }
        }
        requireAsked(names);
        List<Quantity> all = new ArrayList<>();
        names.forEach((name, metric) -> all.add(quantity(name, metric)));
        return all;
    }

    /** Returns whether a metric adds information: the rate of a single event duplicates the event's own series. */
    private static boolean addsInformation(RankReading r, String name) {
        Metric metric = r.view().metrics().stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
        boolean one = BoundMetric.bind(metric, r.view().periods()).events().size() <= 1;
        return !one || metric.name().equals(UTILISATION) || !metric.unit().endsWith("/s");
    }

    private void requireAsked(Map<String, Boolean> names) {
        for (String asked : request.events()) {
            if (names.keySet().stream().noneMatch(asked::equalsIgnoreCase)) {
                List<String> known = readings.stream()
                        .filter(r -> r.view() != null)
                        .flatMap(r -> Stream.concat(
                                r.view().periods().events().stream().filter(EventInfo::counted).map(EventInfo::name),
                                of(r.metrics()).stream().map(Envelope::event)))
                        .distinct()
                        .toList();
                throw RunbenchException
                        .badInput("--events " + asked + ": no " + (isOfPrograms() ? "program" : "rank") + " has it")
                        .remedy("there are: " + String.join(", ", known.isEmpty() ? List.of("none") : known));
            }
        }
    }

    private boolean isOfPrograms() {
        return readings.stream().anyMatch(r -> r.opened().clock().rank().program() != null);
    }

    private Quantity quantity(String name, boolean metric) {
        List<Quantity.RankRates> ranks = new ArrayList<>();
        Envelope first = null;
        for (RankReading r : readings) {
            Envelope e = r.view() == null ? null
                    : of(metric ? r.metrics() : r.events()).stream()
                            .filter(x -> x.event().equals(name))
                            .findFirst()
                            .orElse(null);
            first = first == null ? e : first;
            ranks.add(e == null ? Quantity.RankRates.none(r.opened().rank(), absent(r, name))
                    : new Quantity.RankRates(r.opened().rank(), e.mean(), e.min(), e.max(), e.figures().mean(),
                            e.figures().peak(), e.shareMeasured(), null));
        }
        String unit = Objects.requireNonNull(first, name).rateUnit();
        return new Quantity(name, unit, Quantity.kind(unit), metric, first.countedAs(), ranks);
    }

    private static String absent(RankReading r, String name) {
        if (r.view() == null) {
            return r.opened().why();
        }
        return r.view()
                .periods()
                .events()
                .stream()
                .filter(e -> e.name().equals(name))
                .map(EventInfo::reason)
                .filter(w -> !w.isEmpty())
                .findFirst()
                .orElse("not counted on this " + (r.opened().clock().rank().program() == null ? "rank" : "program"));
    }
}
