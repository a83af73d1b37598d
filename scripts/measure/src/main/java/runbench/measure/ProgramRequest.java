package runbench.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import runbench.sampler.run.Attachment;

/**
 * A program to be measured, or what runs already.
 *
 * @param command program and arguments; may be empty where something is attached to
 * @param name in charts and files; null for the program's
 * @param stdin of the program; null for none, {@code ProgramBuilder.OWN_INPUT} for that of this process
 * @param attachment what is observed instead of a program, or besides; null for nothing
 * @param limit of an observation; null for none
 * @param emulation instead of the hardware; empty for the hardware
 */
public record ProgramRequest(List<String> command, String name, Path stdin, Attachment attachment, Duration limit,
        SamplingSettings sampling, Optional<EmulationSettings> emulation, OutputRequest output) {
    public ProgramRequest {
        command = List.copyOf(command);
    }

    String title() {
        String program = command.isEmpty() ? attachment.words() : command.get(0);
        return name == null ? program.substring(program.lastIndexOf('/') + 1).replace(' ', '-') : name;
    }

    String label() {
        String words = String.join(" ", command);
        return attachment == null ? words
                : "observed: " + attachment.words() + (words.isEmpty() ? "" : " while running " + words);
    }

    boolean cpuWide() {
        return attachment != null && attachment.to() == Attachment.To.CPUS;
    }
}
