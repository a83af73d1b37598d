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
 * Measured properties of machines, kept in one file per host, processor, microcode and kernel.
 *
 * @param folder folder of the files
 * @param machine identification of the machine, from {@link CheckedMachine}
 */
public record MachineFiles(Path folder, Map<String, String> machine) {
    /** Writes a file completely or not at all. */
    public interface Writer {
        void to(Path file) throws IOException;
    }

    /** Returns the files of this user for this machine: {@code $XDG_CACHE_HOME/runbench/KIND}. */
    public static MachineFiles ofThisMachine(String kind) {
        return new MachineFiles(UserFolders.cache().resolve(kind), CheckedMachine.of(SystemFiles.THIS_MACHINE));
    }

    public Path file(String name) {
        CRC32 sum = new CRC32();
        sum.update(machine.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(name + "-" + HexFormat.of().toHexDigits((int) sum.getValue()) + ".json");
    }

    /**
     * Writes a file.
     *
     * @return path of the file
     * @throws RunbenchException exit code 3: it cannot be written
     */
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
