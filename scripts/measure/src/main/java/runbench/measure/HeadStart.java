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
 * Loads what each run needs before its program is started, beside the reading of the command line: object mapper and
 * event tables take as long as the options do, and there is nearly always a second CPU.
 */
public final class HeadStart {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final AtomicReference<HeadStart> TAKEN = new AtomicReference<>();

    private final long startNanos = System.nanoTime();
    private final CompletableFuture<MachineState> state = new CompletableFuture<>();

    private HeadStart() {
    }

    /** Returns at once. Whatever fails here fails again, and is told, where it is needed. */
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

    /** The machine as it is now, for one run; further runs of a command look again. */
    static CompletableFuture<MachineState> machine() {
        HeadStart taken = TAKEN.getAndSet(null);
        return taken != null && System.nanoTime() - taken.startNanos < FRESH_NANOS ? taken.state
                : CompletableFuture.supplyAsync(() -> MachineState.read(SystemFiles.THIS_MACHINE));
    }
}
