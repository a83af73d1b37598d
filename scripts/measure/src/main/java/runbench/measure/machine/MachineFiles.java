package runbench.measure.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.home.UserFolders;
import runbench.base.process.IoReason;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.probe.CheckedMachine;

/**
 * What was found out about a machine, kept for each host, processor, microcode and kernel.
 *
 * @param machine as {@link CheckedMachine} tells it
 */
public record MachineFiles(Path folder, Map<String, String> machine) {
    /** Writes a file whole or not at all. */
    public interface Writer {
        void to(Path file) throws IOException;
    }

    /** Those of this user on this machine: {@code $XDG_CACHE_HOME/runbench/KIND}. */
    public static MachineFiles ofThisMachine(String kind) {
        return new MachineFiles(UserFolders.cache().resolve(kind), CheckedMachine.of(SystemFiles.THIS_MACHINE));
    }

    public Path file(String name) {
        CRC32 sum = new CRC32();
        sum.update(machine.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(name + "-" + HexFormat.of().toHexDigits((int) sum.getValue()) + ".json");
    }

    /** @return where it is kept @throws RunbenchException exit code 3 */
    public Path keep(String name, String what, Writer writer) {
        Path file = file(name);
        try {
            Files.createDirectories(folder);
            OutputFile.writeFile(file, writer::to);
            return file;
        } catch (IOException e) {
            throw RunbenchException.machine(what + " cannot be kept in " + file + ": " + IoReason.of(e))
                    .remedy("make that folder writable, or name another with XDG_CACHE_HOME")
                    .causedBy(e);
        }
    }
}
