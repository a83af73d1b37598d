package runbench.sampler.emulate;

import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An executable file and its target processor (System V ABI, chapter 4, "ELF Header").
 *
 * @param file path of the executable
 * @param architecture QEMU's name of the processor: x86_64, i386, aarch64, ...
 */
record ElfProgram(Path file, String architecture) {
    private static final int HEAD = 20;
    /** QEMU's names, by e_machine, class (1: 32 bits, 2: 64 bits) and byte order (1: little, 2: big). */
    private static final Map<List<Integer>, String> ARCHITECTURES = Map.ofEntries(
            Map.entry(List.of(62, 2, 1), "x86_64"), Map.entry(List.of(3, 1, 1), "i386"),
            Map.entry(List.of(183, 2, 1), "aarch64"), Map.entry(List.of(40, 1, 1), "arm"),
            Map.entry(List.of(243, 2, 1), "riscv64"), Map.entry(List.of(243, 1, 1), "riscv32"),
            Map.entry(List.of(21, 2, 1), "ppc64le"), Map.entry(List.of(21, 2, 2), "ppc64"),
            Map.entry(List.of(20, 1, 2), "ppc"), Map.entry(List.of(22, 2, 2), "s390x"),
            Map.entry(List.of(258, 2, 1), "loongarch64"), Map.entry(List.of(8, 1, 1), "mipsel"),
            Map.entry(List.of(8, 2, 1), "mips64el"));

    /**
     * Finds the program that a command names.
     *
     * @param name path of the program, or a name to look up in PATH
     * @param directory working directory of the program, for a relative path
     * @param path PATH in which a name without a slash is looked up
     * @return the program
     * @throws RunbenchException exit code 127: no such program; 126: it cannot be executed; 2: it is a script, or a
     *     program for a processor that is not emulated
     */
    static ElfProgram find(String name, Path directory, String path) {
        Path file = locate(name, directory, path);
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(256);
        } catch (IOException e) {
            throw RunbenchException
                    .of(ExitCode.NOT_EXECUTABLE, "cannot read the program " + file + ": " + e.getMessage())
                    .causedBy(e);
        }
        if (head.length > 2 && head[0] == '#' && head[1] == '!') {
            String line = new String(head, 2, head.length - 2, StandardCharsets.ISO_8859_1).split("\n", 2)[0].strip();
            throw RunbenchException.badInput(file + " is a script; the emulator runs machine code only")
                    .remedy("name its interpreter as the program: " + line + " " + name
                            + " ... (its child processes are followed)");
        }
        if (head.length < HEAD || head[0] != 0x7f || head[1] != 'E' || head[2] != 'L' || head[3] != 'F') {
            throw RunbenchException
                    .of(ExitCode.NOT_EXECUTABLE, file + " is not an ELF program; the emulator runs machine code only")
                    .remedy("name an executable, or the interpreter that runs this file");
        }
        ByteBuffer b = ByteBuffer.wrap(head).order(head[5] == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int machine = Short.toUnsignedInt(b.getShort(18));
        String architecture = ARCHITECTURES.get(List.of(machine, (int) head[4], (int) head[5]));
        if (architecture == null) {
            throw RunbenchException
                    .badInput(file + " is for a processor that is not emulated here (ELF machine " + machine + ", "
                            + (head[4] == 2 ? "64" : "32") + " bits)")
                    .remedy("build it for this machine: " + System.getProperty("os.arch"));
        }
        return new ElfProgram(file, architecture);
    }

    private static Path locate(String name, Path directory, String path) {
        if (name.contains("/")) {
            Path file = directory.resolve(name);
            if (!Files.exists(file)) {
                throw RunbenchException.of(ExitCode.NOT_FOUND, "there is no program " + file)
                        .remedy("check the path of the program");
            }
            if (!isRunnable(file)) {
                throw notExecutable(file);
            }
            return file;
        }
        Path found = null;
        for (String folder : path.split(":")) {
            Path file = directory.resolve(folder).resolve(name);
            if (isRunnable(file)) {
                return file;
            }
            found = found == null && Files.isRegularFile(file) ? file : found;
        }
        if (found != null) {
            throw notExecutable(found);
        }
        throw RunbenchException.of(ExitCode.NOT_FOUND, "there is no program '" + name + "' in PATH (" + path + ")")
                .remedy("check the name; a program outside PATH needs its path");
    }

    private static boolean isRunnable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static RunbenchException notExecutable(Path file) {
        boolean program = Files.isRegularFile(file);
        return RunbenchException
                .of(ExitCode.NOT_EXECUTABLE,
                        "the program " + file + (program ? " has no permission to be executed" : " is not a file"))
                .remedy(program ? "chmod +x " + file : "name the program in it");
    }
}
