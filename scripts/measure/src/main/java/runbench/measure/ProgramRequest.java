package runbench.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.CountingControl;

/**
 * A request to measure a program or an observation target.
 *
 * @param command program and arguments; may be empty if there is an attachment
 * @param name name in charts and files; null: the program's file name
 * @param stdin standard input of the program; null: none, {@code ProgramBuilder.OWN_INPUT}: that of this process
 * @param attachment processes or CPUs to observe; null: none
 * @param times duration of an observation, delay and intervals
 * @param sampling events, period and scope
 * @param emulation settings of the emulated run; empty: hardware counters
 * @param output folder and output files
 */
public record ProgramRequest(List<String> command, String name, Path stdin, Attachment attachment, Times times,
        SamplingSettings sampling, Optional<EmulationSettings> emulation, OutputRequest output) {
    /**
     * Times of a measurement.
     *
     * @param limit duration of an observation; null: unlimited
     * @param delay wall time before counting starts; null: none
     * @param control way in which other programs enable and disable the counters; null: they are always enabled
     * @param interval wall time between reports of the counts while the program runs; null: none
     */
    public record Times(Duration limit, Duration delay, CountingControl control, Duration interval) {
        /** The times of a measurement of a whole program. */
        public static final Times WHOLE = new Times(null, null, null, null);
    }

    public ProgramRequest {
        command = List.copyOf(command);
    }

    /** Returns the request for another folder and files. */
    public ProgramRequest with(OutputRequest files) {
        return new ProgramRequest(command, name, stdin, attachment, times, sampling, emulation, files);
    }

    String title() {
        if (name != null) {
            return name;
        }
        if (command.isEmpty()) {
            return attachment.name();
        }
        String program = command.get(0);
        return program.substring(program.lastIndexOf('/') + 1).replace(' ', '-');
    }

    String label() {
        String words = String.join(" ", command);
        return attachment == null ? words
                : "observed: " + attachment.words() + (words.isEmpty() ? "" : " while running " + words);
    }

    boolean cpuWide() {
        return attachment != null && attachment.kind() == Attachment.To.CPUS;
    }
}
