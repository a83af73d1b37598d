package runbench.measure.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.base.home.ProjectHome;
import runbench.parser.check.CheckedEvents;
import runbench.sampler.emulate.CacheModel;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.emulate.EmulatedModels;
import runbench.sampler.emulate.EmulationRequest;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.SamplingListener;

/** Counts in emulation with all models, in the cache sizes of this machine. */
final class InEmulation implements Counting {
    /** Slowdown of loops like the kernels'. */
    private static final double SLOWDOWN = 60;

    private final Map<String, String> countable = new LinkedHashMap<>();
    private final Map<String, String> uncountable = new LinkedHashMap<>();

    InEmulation(CheckedEvents known) {
        for (CheckedEvents.Checked event : known.all()) {
            if (EmulatedEvent.named(event.name()).isPresent()) {
                countable.put(event.name(), event.name());
            } else {
                uncountable.put(event.name(), "the emulated machine does not count it");
            }
        }
    }

    @Override
    public String name() {
        return KeptChecks.EMULATION;
    }

    @Override
    public Map<String, String> countable() {
        return countable;
    }

    @Override
    public Map<String, String> uncountable() {
        return uncountable;
    }

    @Override
    public double slowdown() {
        return SLOWDOWN;
    }

    @Override
    public List<Start> plan(Set<String> events) {
        return List.of((command, recording,
                output) -> new Emulator(ProjectHome.folder()).start(EmulationRequest.of(command, recording)
                        .stdout(output)
                        .l1d(CacheModel.of(SystemFiles.THIS_MACHINE).orElse(CacheModel.FALLBACK))
                        .models(EmulatedModels.all(SystemFiles.THIS_MACHINE))
                        .build(), new SamplingListener() {}));
    }

    @Override
    public Optional<Start> inTurns(Set<String> events) {
        return Optional.empty();
    }
}
