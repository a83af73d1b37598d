package runbench.cli.option;

import java.util.Optional;
import picocli.CommandLine.Mixin;
import runbench.measure.EmulationSettings;
import runbench.measure.SamplingSettings;
import runbench.sampler.run.Attachment;

/** Options of commands that measure on the hardware or in emulation. */
public final class MeasurementOptions {
    @Mixin
    private SamplingOptions sampling;

    @Mixin
    private PlaceOptions place;

    @Mixin
    private EmulationOptions emulation;

    /**
     * Settings of a measurement.
     *
     * @param sampling events, period and scope
     * @param emulation settings of an emulated run; empty: hardware counters
     */
    public record Settings(SamplingSettings sampling, Optional<EmulationSettings> emulation) {}

    public boolean isEmulated() {
        return emulation.asked();
    }

    /** Returns whether {@code --force} is given. */
    public boolean isForced() {
        return sampling.isForced();
    }

    /** Returns whether a program runs several times, once per group of events. */
    public boolean exact() {
        return sampling.count().exact();
    }

    /**
     * Returns the settings.
     *
     * @param attachment target of an observation; null: a program is started
     * @throws runbench.base.error.RunbenchException (bad input) the options exclude one another
     */
    public Settings settings(Attachment attachment) {
        emulation.reject(attachment, sampling.count());
        SamplingSettings settings = sampling.settings(emulation.asked())
                .at(place.placement(attachment, emulation.asked()));
        return new Settings(settings, emulation.settings(settings.events().emulatedNames()));
    }
}
