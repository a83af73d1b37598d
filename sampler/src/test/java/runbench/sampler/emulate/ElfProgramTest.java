package runbench.sampler.emulate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ElfProgramTest {
    @TempDir
    Path folder;

    @Test
    void usesTheEmulatorsArchitectureNames() throws IOException {
        assertThat(find(elf(62, 2, 1)).architecture()).isEqualTo("x86_64");
        assertThat(find(elf(3, 1, 1)).architecture()).isEqualTo("i386");
        assertThat(find(elf(183, 2, 1)).architecture()).isEqualTo("aarch64");
        assertThat(find(elf(22, 2, 2)).architecture()).isEqualTo("s390x");
    }

    @Test
    void searchesPathAndProgramFolder() throws IOException {
        Path program = elf(62, 2, 1);
        assertThat(ElfProgram.find("program", Path.of("/"), "/nowhere:" + folder).file()).isEqualTo(program);
        assertThat(ElfProgram.find("./program", folder, "").file().normalize()).isEqualTo(program);
        assertThatThrownBy(() -> ElfProgram.find("program", Path.of("/"), "/nowhere"))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("'program' in PATH");
    }

    @Test
    void scriptIsRejectedWithItsInterpreter() throws IOException {
        assertThatThrownBy(() -> find(write("#!/usr/bin/perl -w\nprint 1;\n".getBytes(StandardCharsets.US_ASCII))))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e).hasMessageContaining("is a script");
                    assertThat(e.remedy()).get().asString().contains("/usr/bin/perl -w ");
                });
    }

    @Test
    void rejectsNonProgramsAndOtherProcessors() throws IOException {
        assertThatThrownBy(() -> find(write(new byte[]{1}))).hasMessageContaining("not an ELF program");
        assertThatThrownBy(() -> find(write(new byte[0]))).hasMessageContaining("not an ELF program");
        assertThatThrownBy(() -> find(elf(9999, 2, 1))).hasMessageContaining("ELF machine 9999, 64 bits");
    }

    /** Tests for the exit codes of a native run and of a shell. */
    @Test
    void programThatCannotRunHasShellExitCode() throws IOException {
        assertThat(code(folder.resolve("missing").toString(), "")).isEqualTo(127);
        assertThat(code("missing", folder.toString())).isEqualTo(127);
        assertThat(code(folder.toString(), "")).isEqualTo(126);
        assertThat(code(write(new byte[]{1}).toString(), "")).isEqualTo(126);
        Path closed = elf(62, 2, 1);
        assertThat(closed.toFile().setExecutable(false, false)).isTrue();
        assertThat(code(closed.toString(), "")).isEqualTo(126);
        assertThat(code("program", "/nowhere:" + folder)).isEqualTo(126);
    }

    private int code(String program, String path) {
        return catchThrowableOfType(RunbenchException.class, () -> ElfProgram.find(program, folder, path)).exitCode()
                .code();
    }

    private ElfProgram find(Path file) {
        return ElfProgram.find(file.toString(), folder, "");
    }

    private Path elf(int machine, int bits, int order) throws IOException {
        byte[] head = Arrays.copyOf(new byte[]{0x7f, 'E', 'L', 'F', (byte) bits, (byte) order, 1}, 64);
        head[18] = (byte) (order == 1 ? machine : machine >> 8);
        head[19] = (byte) (order == 1 ? machine >> 8 : machine);
        return write(head);
    }

    private Path write(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("program"), bytes);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
