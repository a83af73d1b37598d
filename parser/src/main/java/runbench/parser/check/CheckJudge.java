package runbench.parser.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.base.stats.Interval;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.check.CheckedItem.KernelComparison;
import runbench.parser.check.KernelRun.KnownCount;

/** Compares the counts of kernels with their known results. It is a function of values. */
public final class CheckJudge {
    /**
     * Tolerance as a share of a count with a known result, for the additions of the machine, mostly interrupts.
     */
    private static final double TOLERANCE = 0.01;
    /** Tolerance per unit of work if the expected count is 0. */
    private static final double ZERO_COUNT_TOLERANCE = 0.002;

    private final CheckedEvents known;
    private final List<KernelRun> runs;

    public CheckJudge(CheckedEvents known, List<KernelRun> runs) {
        this.known = known;
        this.runs = List.copyOf(runs);
    }

    /**
     * Returns the bounds of the count of a correct event.
     *
     * @param expected the kernel's known count
     */
    public static Interval allowed(KnownCount expected, double units) {
        return expected.bounds().widened(TOLERANCE * Math.abs(expected.bounds().high()) + ZERO_COUNT_TOLERANCE * units);
    }

    /**
     * Compares the events of all kernels with their known counts.
     *
     * @param uncountable reason for each event that this machine does not count
     */
    public List<CheckedItem> events(Map<String, String> uncountable) {
        List<CheckedItem> all = new ArrayList<>();
        for (CheckedEvents.Checked event : known.all()) {
            List<KernelComparison> comparisons = new ArrayList<>();
            for (KernelRun run : runs) {
                KernelRun.Count count = run.counts().get(event.name());
                KnownCount truth = known.truth(event.name(), run.truths());
                if (count != null && truth != null) {
                    Interval allowed = allowed(truth, run.units()).widened(count.error());
                    comparisons.add(KernelComparison.of(run.title(), truth.expected(), allowed.low(), allowed.high(),
                            count.value()));
                }
            }
            String why = uncountable.get(event.name());
            all.add(why != null ? CheckedItem.without(event.name(), null, CheckVerdict.NOT_COUNTABLE, why)
                    : comparisons.isEmpty()
                            ? CheckedItem.without(event.name(), null, CheckVerdict.NOT_CHECKED,
                                    "no kernel that runs here tells " + words(event.quantity()))
                            : CheckedItem.of(event.name(), null, comparisons));
        }
        return List.copyOf(all);
    }

    /**
     * Compares the metrics of all kernels with their known values.
     *
     * @param without reason for each metric that no kernel defines: not countable on this machine, or unknown
     */
    public List<CheckedItem> metrics(Map<String, CheckedItem> without) {
        Map<String, List<KernelComparison>> comparisons = new LinkedHashMap<>();
        Map<String, String> formulas = new LinkedHashMap<>();
        for (KernelRun run : runs) {
            for (KernelRun.MetricOfKernel m : run.metrics()) {
                comparisons.computeIfAbsent(m.metric(), n -> new ArrayList<>())
                        .add(KernelComparison.of(run.title(), m.expected(), m.bounds().low(), m.bounds().high(),
                                m.seen()));
                formulas.put(m.metric(), m.formula());
            }
        }
        Map<String, CheckedItem> all = new LinkedHashMap<>(without);
        comparisons.forEach((name, of) -> all.put(name, CheckedItem.of(name, formulas.get(name), of)));
        return List.copyOf(all.values());
    }

    /**
     * Adds quantities that follow from a kernel's report. References are loads and stores; misses of one kind are those
     * of loads.
     */
    public static Map<String, KnownCount> completed(List<KnownCount> said) {
        Map<String, KnownCount> all = said.stream()
                .collect(Collectors.toMap(KnownCount::quantity, k -> k, (a, b) -> a, LinkedHashMap::new));
        KnownCount loads = all.get("loads");
        KnownCount stores = all.get("stores");
        if (loads != null && stores != null) {
            all.put("references",
                    new KnownCount("references",
                            new Interval(loads.bounds().low() + stores.bounds().low(),
                                    loads.bounds().high() + stores.bounds().high()),
                            loads.expected() + stores.expected(), "its loads and stores"));
        }
        KnownCount misses = all.get("l1d_misses");
        if (misses != null && loads != null && stores != null && (loads.expected() == 0 || stores.expected() == 0)) {
            boolean reads = stores.expected() == 0;
            all.put("l1d_read_misses", part("l1d_read_misses", misses, reads));
            all.put("l1d_write_misses", part("l1d_write_misses", misses, !reads));
        }
        return all;
    }

    private static KnownCount part(String name, KnownCount whole, boolean all) {
        return all ? new KnownCount(name, whole.bounds(), whole.expected(), whole.why())
                : new KnownCount(name, Interval.exactly(0), 0, "it has no accesses of that kind");
    }

    private static String words(String quantity) {
        return quantity.replace('_', ' ');
    }
}
