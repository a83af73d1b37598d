package runbench.measure;

import java.util.List;
import java.util.Map;
import runbench.sampler.environment.MachineState;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;

/**
 * Loads what each run needs before its program is started, beside the reading of the command line: object mapper and event
 * tables take as long as the options do, and there is nearly always a second CPU.
 */
public final class HeadStart {
    private HeadStart() {
    }

    /** Returns at once. Whatever fails here fails again, and is told, where it is needed. */
    public static void take() {
        Thread loading = new Thread(HeadStart::load, "head-start");
        loading.setDaemon(true);
        loading.setUncaughtExceptionHandler((thread, e) -> { });
        loading.start();
    }

    private static void load() {
        new EventRequest(EventResolver.AUTO, List.of(), false, false, false).select(false);
        RunRecord.JSON.convertValue(MachineState.read(SystemFiles.THIS_MACHINE), Map.class);
    }
}
