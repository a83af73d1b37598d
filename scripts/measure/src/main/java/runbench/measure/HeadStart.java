package runbench.measure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import runbench.sampler.environment.MachineState;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;

/**
 * Loads classes and tables that every run needs while the command line is parsed. Object mapper and event tables take
 * as long to load as the options, and nearly every machine has a second CPU.
 */
public final class HeadStart {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final AtomicReference<HeadStart> TAKEN = new AtomicReference<>();

    private final long startNanos = System.nanoTime();
    private final CompletableFuture<MachineState> state = new CompletableFuture<>();

    private HeadStart() {
    }

    /**
     * Starts loading and returns immediately. An error is ignored here: it recurs, and is reported, where the data is
     * needed.
     */
    public static void take() {
        HeadStart taken = new HeadStart();
        TAKEN.set(taken);
        Thread loading = new Thread(taken::load, "head-start");
        loading.setDaemon(true);
        loading.setUncaughtExceptionHandler((thread, e) -> {});
        loading.start();
    }

    private void load() {
        try {
            state.complete(MachineState.read(SystemFiles.THIS_MACHINE));
        } catch (RuntimeException | Error e) {
            state.completeExceptionally(e);
            throw e;
        }
        new EventRequest(EventResolver.AUTO, List.of(), false, false, false).select(false);
        RunRecord.JSON.convertValue(state.join(), Map.class);
    }

    /** Returns the current state of the machine for one run; later runs of the same command read it again. */
    static CompletableFuture<MachineState> machine() {
        HeadStart taken = TAKEN.getAndSet(null);
        return taken != null && System.nanoTime() - taken.startNanos < FRESH_NANOS ? taken.state
                : CompletableFuture.supplyAsync(() -> MachineState.read(SystemFiles.THIS_MACHINE));
    }
}
