package runbench.parser.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.elf.ElfFile;
import runbench.parser.symbols.SymbolResolver.DebugFiles;

class ElfSymbolsTest {
    @TempDir
    private Path folder;

    private ElfFile file(ElfWriter writer) throws IOException {
        return new ElfFile(writer.write(folder.resolve("program")));
    }

    private static String[] names(ElfFile file, int type, long... addresses) throws IOException {
        return Arrays.stream(ElfSymbols.at(file, type, addresses))
                .map(f -> f == null ? null : f.name())
                .toArray(String[]::new);
    }

    @Test
    void segmentsTurnPlacesInTheFileIntoAddressesAndBack() throws IOException {
        try (ElfFile file = file(new ElfWriter(0x1100, 0x402100).buildId((byte) 0xab, (byte) 1))) {
            assertThat(file.addressOf(0x1234)).isEqualTo(0x402234);
            assertThat(file.addressOf(0x1010)).as("mappings begin at whole pages").isEqualTo(0x402010);
            assertThat(file.offsetOf(0x402234)).isEqualTo(0x1234);
            assertThat(file.addressOf(0x20000)).isEqualTo(-1);
            assertThat(file.buildId()).isEqualTo("ab01");
        }
    }

    @Test
    void anAddressBelongsToTheInnermostFunctionThatHoldsIt() throws IOException {
        try (ElfFile file = file(new ElfWriter(0, 0).symbols(ElfFile.SYMTAB, "outer:2:1000:200", "inner:2:1080:10",
                "data:1:1000:1000", "__alias:2:1000:200"))) {
            assertThat(names(file, ElfFile.SYMTAB, 0xfff, 0x1000, 0x1085, 0x1090, 0x1200)).containsExactly(null,
                    "outer", "inner", "outer", null);
        }
    }

    @Test
    void handWrittenCodeWithoutSizesGoesOnToTheNextSymbol() throws IOException {
        try (ElfFile file = file(
                new ElfWriter(0, 0).symbols(ElfFile.SYMTAB, "copy:0:1000:0", "$x:0:1008:0", "next:2:1100:10"))) {
            assertThat(names(file, ElfFile.SYMTAB, 0x1004, 0x1050, 0x1105, 0x1120)).containsExactly("copy", "copy",
                    "next", null);
        }
    }

    @Test
    void whatIsNotExportedGetsNoNeighboursName() throws IOException {
        try (ElfFile file = file(
                new ElfWriter(0, 0).symbols(ElfFile.DYNSYM, "exported:2:1000:20", "sizeless:2:1100:0"))) {
            assertThat(names(file, ElfFile.DYNSYM, 0x1010, 0x1020, 0x1110)).containsExactly("exported", null, null);
        }
    }

    @Test
    void versionsOfInterfacesAreNoPartOfNames() throws IOException {
        try (ElfFile file = file(new ElfWriter(0, 0).symbols(ElfFile.SYMTAB, "clock_gettime@@GLIBC_2.17:2:1000:20"))) {
            assertThat(names(file, ElfFile.SYMTAB, 0x1010)).containsExactly("clock_gettime");
        }
    }

    @Test
    void debugFilesAreFoundByBuildIdAndByNameWithTheRightChecksum() throws IOException {
        Path root = folder.resolve("debug");
        Path byId = root.resolve(".build-id/ab/01.debug");
        Files.createDirectories(byId.getParent());
        Path stripped = new ElfWriter(0, 0).buildId((byte) 0xab, (byte) 1).write(folder.resolve("stripped"));
        try (ElfFile elf = new ElfFile(stripped)) {
            assertThat(new DebugFiles(root).of(stripped, elf)).isEmpty();
            Files.writeString(byId, "x");
            assertThat(new DebugFiles(root).of(stripped, elf)).contains(byId);
        }
        Path named = folder.resolve(".debug/linked.debug");
        Files.createDirectories(named.getParent());
        Files.writeString(named, "symbols");
        CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(named));
        Path linked = new ElfWriter(0, 0).debugLink("linked.debug", (int) crc.getValue())
                .write(folder.resolve("linked"));
        try (ElfFile elf = new ElfFile(linked)) {
            assertThat(new DebugFiles(root).of(linked, elf)).contains(named);
            Files.writeString(named, "other symbols");
            assertThat(new DebugFiles(root).of(linked, elf)).as("of another build").isEmpty();
        }
    }

    @Test
    void whatIsNoElfFileOrCutOffIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "#!/bin/sh\n".repeat(20));
        assertThatThrownBy(() -> new ElfFile(text)).isInstanceOf(IOException.class);
        byte[] whole = Files.readAllBytes(
                new ElfWriter(0, 0).symbols(ElfFile.SYMTAB, "f:2:1000:20").write(folder.resolve("whole")));
        Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> new ElfFile(cut)).isInstanceOf(IOException.class);
    }

    @Test
    void compilersAreThoseOfTheComment() throws IOException {
        Path mixed = new ElfWriter(0, 0).comment("GCC: 12.2.0", "clang version 14", "GCC: 12.2.0")
                .write(folder.resolve("mixed"));
        assertThat(ElfFile.compiler(mixed)).hasValue("GCC: 12.2.0; clang version 14");
        assertThat(ElfFile.compiler(new ElfWriter(0, 0).write(folder.resolve("none")))).isEmpty();
        assertThat(ElfFile.compiler(Files.writeString(folder.resolve("script"), "#!/bin/sh\n"))).isEmpty();
    }

    @Test
    void listsNameKernelFunctionsAndCodeOfJitCompilers() throws IOException {
        Path kernel = Files.writeString(folder.resolve("kallsyms"),
                "ffffffff81000000 T first\nffffffff81000100 d data\nffffffffc0000000 t driver\t[module]\n");
        assertThat(
                SymbolLists.kernel(kernel, new long[]{0xffffffff80ffffffL, 0xffffffff81000180L, 0xffffffffc0000010L}))
                .extracting(f -> f == null ? null : f.name())
                .containsExactly(null, "first", "driver [module]");
        Path unsorted = Files.writeString(folder.resolve("unsorted"),
                "ffffffffc0000000 t high\t[b]\nffffffffa0000000 t low\t[a]\nffffffffb0000000 W middle\n");
        assertThat(
                SymbolLists.kernel(unsorted, new long[]{0xffffffffa0000008L, 0xffffffffbfffffffL, 0xffffffffc0000000L}))
                .extracting(f -> f.name())
                .containsExactly("low [a]", "middle", "high [b]");
        Path hidden = Files.writeString(folder.resolve("hidden"),
                "0000000000000000 T first\n0000000000000000 T second\n");
        assertThat(SymbolLists.kernel(hidden, new long[]{0xffffffff81000180L})).containsOnlyNulls();
        Path map = Files.writeString(folder.resolve("perf-1.map"),
                "7f0000001000 80 int Old.run()\nnonsense\n0x00007f0000001040 0x0000000000000040 void New.run(int, "
                        + "int)\n");
        assertThat(SymbolLists.perfMap(map, new long[]{0x7f0000001010L, 0x7f0000001050L, 0x7f0000001080L}))
                .extracting(f -> f == null ? null : f.name())
                .containsExactly("int Old.run()", "void New.run(int, int)", null);
    }

    /** Lists are read in pieces: a line may begin in one and end in the next, or be longer than a piece. */
    @Test
    void listsAreLongerThanTheBufferOfTheirReader() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(String.format("%016X t f%d\n", 0xffffffff81000000L + 16L * i, i));
        }
        String longName = "n".repeat(200_000);
        text.append("ffffffff82000000 t ").append(longName).append("\r\nffffffff82000010 W last");
        long[] addresses = {0xffffffff81000008L, 0xffffffff81000000L + 16L * 12_345, 0xffffffff8200000fL,
                0xffffffff82000010L, -1};
        assertThat(SymbolLists.kernel(Files.writeString(folder.resolve("long"), text), addresses))
                .extracting(f -> f.name())
                .containsExactly("f0", "f12345", longName, "last", "last");
    }
}
