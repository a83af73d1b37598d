package runbench.sync.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.clock.Clock;
import runbench.sync.service.CostMeter;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.service.TimeServices;
import runbench.sync.service.TimeServices.TimeService;
import runbench.sync.service.Traffic;

/**
 * Characterises several time services one after the other, each at all rates. A failure of one does not affect the
 * others.
 */
public final class BenchSession {
    /** Maximum duration of the measurement of the loop at one rate, s. */
    private static final double MAX_LOOP_SECONDS = 1;

    private final List<String> services;
    private final String truth;
    private final List<Double> rates;
    private final long eachNanos;
    private final String traffic;
    private final CostMeter meter;
    /** Cost of the loop that reads a service, by its rate. */
    private final Map<Double, List<Cost>> loops = new HashMap<>();
    private long done;

    /**
     * Creates a session.
     *
     * @param services names of the services
     * @param truth clock with the right time
     * @param rates readings per second
     * @param eachNanos duration at each rate, ns
     * @param traffic {@code HOST[:PORT],MBIT}: repeats each rate under this traffic; null if none
     * @param meter counts the cost of the readings
     */
    public BenchSession(List<String> services, String truth, List<Double> rates, long eachNanos, String traffic,
            CostMeter meter) {
        this.services = services;
        this.truth = truth;
        this.rates = rates;
        this.eachNanos = eachNanos;
        this.traffic = traffic;
        this.meter = meter;
    }

    /** Rejects unknown services before the measurement. */
    public void checkNames() throws IOException {
        Clock.open(truth).close();
        for (String name : services) {
            try {
                TimeServices.open(name).close();
            } catch (RunbenchException e) {
                if (e.exitCode() == ExitCode.BAD_INPUT) {
                    throw e;
                }
            } catch (IOException unreachable) {
                // The failure concerns this service only and is reported by its measurement.
            }
        }
    }

    /**
     * Measures all services.
     *
     * @param progress receives the number of finished series
     */
    public List<ServiceResult> run(Progress progress) {
        List<ServiceResult> results = new ArrayList<>();
        services.forEach(name -> results.add(result(name, progress)));
        return results;
    }

    private long seriesPerService() {
        return (long) rates.size() * (traffic == null ? 1 : 2);
    }

    /** Measures one service. Its failure keeps its earlier series and the other services. */
    private ServiceResult result(String name, Progress progress) {
        List<Series> all = new ArrayList<>();
        long before = done;
        try {
            series(name, all, progress);
            return new ServiceResult(name, all, null);
        } catch (RunbenchException | IOException e) {
            RunbenchException known = ExceptionTranslator.translate(e);
            if (known.exitCode() == ExitCode.INTERRUPTED) {
                throw known;
            }
            done = before + seriesPerService();
            String message = known.getMessage();
            return new ServiceResult(name, all,
                    (message.startsWith(name + ": ") ? message.substring(name.length() + 2) : message)
                            + known.remedy().map(remedy -> " (" + remedy + ")").orElse(""));
        }
    }

    private void series(String name, List<Series> all, Progress progress) throws IOException {
        try (Clock right = Clock.open(truth); TimeService service = TimeServices.open(name)) {
            // The first readings load classes and are discarded.
            ServiceBench.series(service, right, 50, 0.2, null, CostMeter.NONE);
            for (boolean loaded : traffic == null ? new boolean[]{false} : new boolean[]{false, true}) {
                for (double rate : rates) {
                    try (Traffic meanwhile = loaded ? Traffic.start(traffic) : null) {
                        all.add(ServiceBench.series(service, right, rate, eachNanos * 1e-9, meanwhile, meter)
                                .withLoop(loop(right, rate)));
                    }
                    progress.at(++done, services.size() * seriesPerService());
                }
            }
        }
    }

    /** Returns the cost of the loop at a rate. It is measured once, because it does not depend on the service. */
    private List<Cost> loop(Clock right, double rate) throws IOException {
        List<Cost> known = loops.get(rate);
        if (known == null) {
            double seconds = Math.min(MAX_LOOP_SECONDS, eachNanos * 1e-9);
            known = ServiceBench.series(CostMeter.NOTHING, right, rate, seconds, null, meter).costs();
            loops.put(rate, known);
        }
        return known;
    }

    /**
     * The result of one time service at all rates.
     *
     * @param service name of the service
     * @param series one series per rate
     * @param failure reason why series are missing; null if none is
     */
    public record ServiceResult(String service, List<Series> series, String failure) {
        private static final int MAX_LABEL_CHARS = 30;

        /** Returns a label that fits into a table: without folders and the content of brackets. */
        public String label() {
            String label = service.replaceAll("\\(.*\\)", "(...)")
                    .replaceAll("(?<=:)/\\S*/(?=[^/\\s]+/?[^/\\s]*$)", "");
            return label.length() <= MAX_LABEL_CHARS ? label : label.substring(0, MAX_LABEL_CHARS - 3) + "...";
        }
    }

    /**
     * Statistics of half round trips as in Tinetti, Romero, De Giusti, section 2.2, ns.
     *
     * @param mean mean of those within twice the minimum
     * @param min minimum
     * @param max maximum of those within twice the minimum
     * @param beyond share of the others, 0..1
     * @param belowByMean mean deviation of those below the mean; negative
     * @param aboveByMean mean deviation of those above the mean
     */
    public record RoundTrips(double mean, double min, double max, double beyond, double belowByMean,
            double aboveByMean) {
        public static RoundTrips of(double[] trips) {
            double min = Arrays.stream(trips).min().orElse(Double.NaN);
            double[] kept = Arrays.stream(trips).filter(t -> t <= 2 * min).toArray();
            double mean = Arrays.stream(kept).average().orElse(Double.NaN);
            return new RoundTrips(mean, min, Arrays.stream(kept).max().orElse(Double.NaN),
                    1 - (double) kept.length / trips.length,
                    Arrays.stream(kept).filter(t -> t < mean).map(t -> t - mean).average().orElse(0),
                    Arrays.stream(kept).filter(t -> t > mean).map(t -> t - mean).average().orElse(0));
        }
    }
}
