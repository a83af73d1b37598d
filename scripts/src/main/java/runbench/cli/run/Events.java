package runbench.cli.run;

import runbench.sampler.events.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Machine;
import runbench.sampler.events.SystemFiles;
import runbench.sampler.nativeapi.NativeApi;

/** Event names as typed to counters of this machine. */
final class Events {
    private Events() {
    }

    static EventSelection select(String list) {
        return new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames).resolve(list);
    }
}
