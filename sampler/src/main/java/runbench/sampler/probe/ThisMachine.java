package runbench.sampler.probe;

import java.util.function.Function;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.select.KnownEvents;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.KnownEvents.VendorEvents;
import runbench.sampler.nativeapi.NativeApi;

/**
 * This machine's events and the means to probe them.
 *
 * @param machine the machine
 * @param events list of its events
 * @param prober opens events
 * @param api native binding, or null if the platform has none
 * @param noApi why there is no native binding; otherwise empty
 */
public record ThisMachine(Machine machine, KnownEvents events, EventProbe prober, NativeApi api, String noApi) {
    public static ThisMachine read() {
        Machine machine = Machine.read(SystemFiles.THIS_MACHINE);
        NativeApi api = null;
        String why = "";
        try {
            api = NativeApi.load();
        } catch (LinkageError e) {
            why = "no native binding here: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown");
        }
        var pfm = api == null ? null : api.pfm().orElse(null);
        NameEncoder names = pfm == null ? NameEncoder.NONE : pfm.names();
        EventResolver resolver = new EventResolver(machine, () -> names, true);
        return new ThisMachine(machine, new KnownEvents(machine, pfm == null ? VendorEvents.NONE : pfm.events(), names),
                new EventProbe(machine, resolver, api), api, why);
    }

    /** Probes an event; without native binding, returns the reason. */
    public Countability probe(Function<EventProbe, Countability> question) {
        return api == null ? Countability.notProbed(noApi) : question.apply(prober);
    }
}
