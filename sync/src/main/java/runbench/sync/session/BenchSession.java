package runbench.sync.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.clock.Clock;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.service.TimeService;
import runbench.sync.service.TimeServices;
import runbench.sync.service.Traffic;

/** Time services one after the other, each at all rates; what befalls one leaves the others. */
public final class BenchSession {
    private final List<String> services;
    private final String truth;
    private final List<Double> rates;
    private final long eachNanos;
    private final String traffic;
    private long done;

    /**
     * @param truth clock that shows what a service ought to answer
     * @param rates readings a second
     * @param eachNanos how long at each rate
     * @param traffic {@code HOST[:PORT],MBIT}: at each rate once more under it; null: none
     */
    public BenchSession(List<String> services, String truth, List<Double> rates, long eachNanos, String traffic) {
        this.services = services;
        this.truth = truth;
        this.rates = rates;
        this.eachNanos = eachNanos;
        this.traffic = traffic;
    }

    /** Rejects what is not a service at all, before anything is measured. */
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
                // A failure of this service alone.
            }
        }
    }

    /** @param progress receives the series that are done */
    public List<ServiceResult> run(Progress progress) {
        List<ServiceResult> results = new ArrayList<>();
        services.forEach(name -> results.add(result(name, progress)));
        return results;
    }

    private long seriesPerService() {
        return (long) rates.size() * (traffic == null ? 1 : 2);
    }

    /** One service's failure is its own: what it answered before, and the others, are kept. */
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
            // The first readings load classes; they say nothing about the service.
            ServiceBench.series(service, right, 50, 0.2, null);
            for (boolean loaded : traffic == null ? new boolean[]{false} : new boolean[]{false, true}) {
                for (double rate : rates) {
                    try (Traffic meanwhile = loaded ? Traffic.start(traffic) : null) {
                        all.add(ServiceBench.series(service, right, rate, eachNanos * 1e-9, meanwhile));
                    }
                    progress.at(++done, services.size() * seriesPerService());
                }
            }
        }
    }
}
