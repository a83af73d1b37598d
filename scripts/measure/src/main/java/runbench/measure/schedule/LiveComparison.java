package runbench.measure.schedule;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import runbench.base.json.OutputFormat;
import runbench.schedule.result.LiveResult.AloneSource;
import runbench.schedule.result.LiveStudy.LiveFigures;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.result.LiveStudy.PolicyGain;

/**
 * Runs a workload under several policies, in a random order per repetition, and compares them with the first policy.
 */
public final class LiveComparison {
    /** File name of the result, {@link OutputFormat#SCHEDULE_COMPARISON}. */
    public static final String RESULT = "comparison.json";

    private final LiveRequest request;
    private final TrafficMeter meter;
    private final LiveBenches benches;
    private final LiveObserver observer;

    /**
     * Creates a comparison.
     *
     * @param request request; each run gets a folder within its folder
     */
    LiveComparison(LiveRequest request, TrafficMeter meter, LiveBenches benches, LiveObserver observer) {
        this.request = request;
        this.meter = meter;
        this.benches = benches;
        this.observer = observer;
    }

    /**
     * Runs all repetitions, or until a signal ends them.
     *
     * @param policies policy names, the baseline first
     * @param seed seed of the order of the policies
     */
    LiveStudy run(List<String> policies, int repetitions, long seed, AloneTimes alone) throws IOException {
        Random random = new Random(seed);
        List<LiveFigures> runs = new ArrayList<>();
        boolean interrupted = false;
        for (int i = 1; i <= repetitions && !interrupted; i++) {
            List<String> order = new ArrayList<>(policies);
            Collections.shuffle(order, random);
            for (String policy : order) {
                String name = String.format(Locale.ROOT, "%s/%03d", policy, i);
                Path folder = request.folder().resolve(name);
                LiveResult result = new LiveRun(request.of(request.workload(), folder), meter, benches, alone, observer)
                        .run(LivePolicies.create(policy));
                LiveFolder.write(result, folder);
                runs.add(LiveFigures.of(policy, i, name, result));
                observer.step(runs.size() + "/" + repetitions * policies.size());
                interrupted = result.interrupted();
                if (interrupted) {
                    break;
                }
            }
        }
        LiveStudy study = of(request.workload().name(), policies, repetitions, seed, alone.source(), interrupted, runs);
        LiveFolder.write(OutputFormat.SCHEDULE_COMPARISON, study, request.folder().resolve(RESULT));
        return study;
    }

    /** Compares the complete repetitions. */
    static LiveStudy of(String workload, List<String> policies, int repetitions, long seed, AloneSource alone,
            boolean interrupted, List<LiveFigures> runs) {
        List<Integer> complete = new ArrayList<>();
        for (int i = 1; i <= repetitions; i++) {
            int round = i;
            if (policies.stream()
                    .allMatch(p -> runs.stream()
                            .anyMatch(r -> r.policy().equals(p) && r.repetition() == round && r.succeeded()))) {
                complete.add(i);
            }
        }
        List<PolicyGain> gains = complete.isEmpty() ? List.of()
                : policies.stream()
                        .skip(1)
                        .map(p -> PolicyGain.of(figures(runs, policies.get(0), complete), figures(runs, p, complete)))
                        .toList();
        return new LiveStudy(workload, policies.get(0), repetitions, complete.size(), seed, alone, interrupted, runs,
                gains);
    }

    private static List<LiveFigures> figures(List<LiveFigures> runs, String policy, List<Integer> rounds) {
        return rounds.stream()
                .map(i -> runs.stream()
                        .filter(r -> r.policy().equals(policy) && r.repetition() == i)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }
}
