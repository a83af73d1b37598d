package runbench.sampler.emulate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.machine.SystemFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CacheModelTest {
    @TempDir
    Path root;

    @Test
    void parsesTypedCaches() {
        assertThat(CacheModel.parse("32K,8,64")).isEqualTo(new CacheModel(32768, 8, 64));
        assertThat(CacheModel.parse("49152, 12, 64").toString()).isEqualTo("48 KiB, 12 ways, lines of 64 bytes");
        assertThat(CacheModel.parse("48k,12,64").option()).isEqualTo("49152,12,64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "32K", "32K,8", "32K,8,64,1", "32K,7,64", "32K,8,63", "0,8,64", "32K,0,64", "32G,8,64",
            "48K,8,64", "32K,65,64", "-1,8,64"})
    void rejectsInvalidCaches(String text) {
        assertThatThrownBy(() -> CacheModel.parse(text)).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.remedy()).get().asString().contains("32K,8,64");
        });
    }

    @Test
    void findsTheFirstLevelDataCache() throws IOException {
        cache("index0", "1", "Instruction", "32K", "8");
        cache("index1", "1", "Data", "48K", "12");
        cache("index2", "2", "Unified", "1024K", "16");
        assertThat(CacheModel.of(new SystemFiles(root))).contains(new CacheModel(48 << 10, 12, 64));
    }

    @Test
    void isEmptyWithoutKernelDescription() throws IOException {
        assertThat(CacheModel.of(new SystemFiles(root))).isEmpty();
        cache("index0", "1", "Data", "0K", "0");
        assertThat(CacheModel.of(new SystemFiles(root))).isEmpty();
    }

    private void cache(String index, String level, String type, String size, String ways) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu0/cache").resolve(index));
        Files.writeString(folder.resolve("level"), level + "\n");
        Files.writeString(folder.resolve("type"), type + "\n");
        Files.writeString(folder.resolve("size"), size + "\n");
        Files.writeString(folder.resolve("ways_of_associativity"), ways + "\n");
        Files.writeString(folder.resolve("coherency_line_size"), "64\n");
    }
}
