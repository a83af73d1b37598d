package runbench.measure.service;

import static runbench.measure.service.CostTable.CPU;
import static runbench.measure.service.CostTable.KERNEL_CYCLES;
import static runbench.measure.service.CostTable.MISSES;
import static runbench.measure.service.CostTable.SWITCHES;
import static runbench.measure.service.CostTable.USER_CYCLES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.measure.machine.Metrics;
import runbench.measure.schedule.TrafficMeters.TrafficEvents;
import runbench.measure.schedule.TrafficMeters;
import runbench.measure.service.StackCounters.SampledCounts;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest.SamplingMode;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult.CounterStatus;
import runbench.sampler.run.SamplingResult.Total;
import runbench.sampler.run.SamplingResult;
import runbench.sampler.run.Signal;
import runbench.sync.service.CostMeter;

/**
 * Counts the cost of readings with the sampler, attached to the reading thread and to the programs that it starts. A
 * machine that cannot count an event yields its reason, and the bench continues.
 */
public final class SampledCosts implements CostMeter {
    /** Only totals are used; rare samples do not disturb the readings. */
    private static final SamplingPeriod PERIOD = SamplingPeriod.parse("10s");
    /** Time after which a helper that does not start is given up. */
    private static final long START_SECONDS = 10;

    private final EventSelection events;
    private final Optional<TrafficEvents> traffic;

    private SampledCosts(EventSelection events, Optional<TrafficEvents> traffic) {
        this.events = events;
        this.traffic = traffic;
    }

    public static SampledCosts ofThisMachine() {
        EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames, false);
        Optional<TrafficEvents> traffic = TrafficMeters.eventsOfTask(Metrics.here(), resolver);
        List<String> names = new ArrayList<>(List.of(CPU, SWITCHES, USER_CYCLES, KERNEL_CYCLES, MISSES));
        traffic.ifPresent(t -> t.names().stream().filter(name -> !names.contains(name)).forEach(names::add));
        return new SampledCosts(resolver.resolve(String.join(",", names)), traffic);
    }

    @Override
    public Count start(boolean sharedStack) {
        Attached attached = new Attached(events);
        StackCounters before = StackCounters.read();
        return new Count() {
            @Override
            public List<Cost> per(long readings) {
                StackCounters stack = StackCounters.read().since(before);
                return new CostTable(attached.end(), stack, traffic, sharedStack, readings).costs();
            }

            @Override
            public void close() {
                attached.close();
            }
        };
    }

    /** The sampler on the calling thread. */
    private static final class Attached {
        private final EventSelection events;
        private Path folder;
        private Sampling sampling;
        private CompletableFuture<SamplingResult> result;
        private String failure = "";

        Attached(EventSelection events) {
            this.events = events;
            CompletableFuture<Object> counting = new CompletableFuture<>();
            try {
                folder = Files.createTempDirectory("runbench-bench");
                SamplingRequest request = SamplingRequest.of(List.of(), folder.resolve("costs.rec"), events)
                        .attachment(new Attachment(Attachment.To.THREAD,
                                Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString()))
                        .period(PERIOD)
                        .mode(SamplingMode.POLL)
                        .splitGroups(true)
                        .build();
                sampling = new Sampler(Helper.locate(ProjectHome.folder())).start(request, new SamplingListener() {
                    @Override
                    public void exec(long wallNanos) {
                        counting.complete(wallNanos);
                    }
                });
                result = CompletableFuture.supplyAsync(sampling::await, task -> {
                    Thread thread = new Thread(task, "service-costs");
                    thread.setDaemon(true);
                    thread.start();
                });
                CompletableFuture.anyOf(counting, result).get(START_SECONDS, TimeUnit.SECONDS);
            } catch (RunbenchException e) {
                fail(e.getMessage());
            } catch (IOException e) {
                fail(e.toString());
            } catch (ExecutionException e) {
                fail(e.getCause().getMessage());
            } catch (TimeoutException e) {
                fail("the sampler did not start within " + START_SECONDS + " s");
            } catch (InterruptedException e) {
                close();
                throw interrupted(e);
            }
        }

        private void fail(String why) {
            close();
            failure = why;
        }

        private static RunbenchException interrupted(InterruptedException e) {
            Thread.currentThread().interrupt();
            return RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(e);
        }

        SampledCounts end() {
            Map<String, Double> counts = new HashMap<>();
            Map<String, String> reasons = new HashMap<>();
            events.notCounted().forEach((NotCounted n) -> reasons.put(n.name(), n.reason()));
            if (failure.isEmpty()) {
                sampling.stop(Signal.INT);
                try {
                    SamplingResult r = result.get(START_SECONDS, TimeUnit.SECONDS);
                    r.counters().forEach((CounterStatus c) -> reasons.put(c.name(), c.reason()));
                    r.totals().forEach(t -> add(t, counts, reasons));
                } catch (ExecutionException e) {
                    failure = e.getCause().getMessage();
                } catch (TimeoutException e) {
                    failure = "the sampler did not end within " + START_SECONDS + " s";
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
            if (!failure.isEmpty()) {
                events.events().forEach(e -> reasons.put(e.name(), failure));
            }
            close();
            for (EventSum sum : events.sums()) {
                if (counts.keySet().containsAll(sum.summands())) {
                    counts.put(sum.name(), sum.summands().stream().mapToDouble(counts::get).sum());
                } else {
                    sum.summands()
                            .stream()
                            .filter(reasons::containsKey)
                            .findFirst()
                            .ifPresent(s -> reasons.put(sum.name(), reasons.get(s)));
                }
            }
            return new SampledCounts(counts, reasons);
        }

        /** Adds a total, scaled to the whole time if it was multiplexed. */
        private static void add(Total t, Map<String, Double> counts, Map<String, String> reasons) {
            if (t.runningNanos() > 0) {
                counts.put(t.name(), t.value() * ((double) t.enabledNanos() / t.runningNanos()));
            } else if (reasons.getOrDefault(t.name(), "").isEmpty()) {
                reasons.put(t.name(), "the event was never scheduled: all counters are in use by other programs");
            }
        }

        void close() {
            if (sampling != null) {
                sampling.close();
            }
            if (folder != null) {
                folder.resolve("costs.rec").toFile().delete();
                folder.toFile().delete();
            }
        }
    }
}
