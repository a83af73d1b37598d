package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.stats.Interval;
import runbench.parser.series.Envelope;
import runbench.parser.structure.Structure;

/**
 * One point for each phase that a run's structure shows; each lies where the lowest and the highest of its stretches
 * do.
 */
final class PhasePoints {
    /** A phase that the run was in once is taken in so many parts. */
    private static final int PARTS = 4;

    private final Envelope flops;
    private final Envelope bytes;
    private final RunPoint whole;
    private final double bytesPerRunTime;

    private PhasePoints(Envelope flops, Envelope bytes, RunPoint whole, double bytesPerRunTime) {
        this.flops = flops;
        this.bytes = bytes;
        this.whole = whole;
        this.bytesPerRunTime = bytesPerRunTime;
    }

    /** Sums over a stretch: operations and bytes per bucket, and how many buckets held both. */
    private record Stretch(double flops, double bytes, int buckets) {
        double performance(double cpus) {
            return flops / buckets * cpus;
        }

        double intensity() {
            return flops / bytes;
        }
    }

    /**
     * None where the structure has no two phases.
     *
     * @param metrics along the running time, as finely as the structure
     * @param bytesPerRunTime what makes the rate of bytes one of running time, as that of operations is
     */
    static List<RunPoint> of(Structure structure, List<Envelope> metrics, RunPoint whole, double bytesPerRunTime) {
        Optional<Envelope> flops = named(metrics, RunPoint.FLOP_RATE);
        Optional<Envelope> bytes = RunPoint.BANDWIDTHS.stream().flatMap(b -> named(metrics, b).stream()).findFirst();
        if (structure.phases().size() < 2 || flops.isEmpty() || bytes.isEmpty()) {
            return List.of();
        }
        PhasePoints points = new PhasePoints(flops.get(), bytes.get(), whole, bytesPerRunTime);
        return structure.phases().stream().flatMap(p -> points.of(p, structure.stays()).stream()).toList();
    }

    private static Optional<Envelope> named(List<Envelope> metrics, String name) {
        return metrics.stream().filter(e -> e.event().equals(name)).findFirst();
    }

    private Optional<RunPoint> of(Structure.RecurringPhase phase, List<Structure.Stay> stays) {
        List<Stretch> stretches = new ArrayList<>();
        List<Structure.Stay> own = stays.stream().filter(s -> s.phase().equals(phase.name())).toList();
        int parts = own.size() == 1 ? PARTS : 1;
        for (Structure.Stay s : own) {
            for (int i = 0; i < parts; i++) {
                double length = (s.to() - s.from()) / parts;
                stretch(s.from() + i * length, s.from() + (i + 1) * length).ifPresent(stretches::add);
            }
        }
        if (stretches.isEmpty()) {
            return Optional.empty();
        }
        Stretch all = stretches.stream()
                .reduce((a, b) -> new Stretch(a.flops + b.flops, a.bytes + b.bytes, a.buckets + b.buckets))
                .orElseThrow();
        double[] fast = stretches.stream().mapToDouble(s -> s.performance(whole.cpus())).sorted().toArray();
        double[] dense = stretches.stream().mapToDouble(Stretch::intensity).sorted().toArray();
        String from = String.format(Locale.ROOT, ", in phase %s (%d times, %.0f %% of the run)", phase.name(),
                phase.times(), 100 * phase.share());
        return Optional.of(new RunPoint(whole.name() + ", phase " + phase.name(), whole.cpus(),
                all.performance(whole.cpus()), new Interval(fast[0], fast[fast.length - 1]), all.intensity(),
                new Interval(dense[0], dense[dense.length - 1]), whole.traffic(), whole.flopsFrom() + from,
                whole.bytesFrom() + from));
    }

    /** Of the buckets whose middle lies in it. */
    private Optional<Stretch> stretch(double from, double to) {
        double f = 0;
        double b = 0;
        int buckets = 0;
        for (int i = 0; i < Math.min(flops.buckets(), bytes.buckets()); i++) {
            double at = flops.origin() + (i + 0.5) * flops.bucketWidth();
            if (at >= from && at < to && flops.mean()[i] > 0 && bytes.mean()[i] > 0) {
                f += flops.mean()[i];
                b += bytes.mean()[i] * bytesPerRunTime;
                buckets++;
            }
        }
        return buckets == 0 ? Optional.empty() : Optional.of(new Stretch(f, b, buckets));
    }
}
