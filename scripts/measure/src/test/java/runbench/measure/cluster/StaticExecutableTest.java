package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.measure.cluster.MissingRanks.StaticExecutable;

class StaticExecutableTest {
    private static final int LOAD = 1;
    private static final int INTERPRETER = 3;

    @TempDir
    Path folder;

    private Path program(boolean wide, boolean little, int... types) throws Exception {
        int at = wide ? 64 : 52;
        int size = wide ? 56 : 32;
        ByteBuffer image = ByteBuffer.allocate(at + size * types.length + 64);
        image.putInt(0, 0x7f454c46).put(4, (byte) (wide ? 2 : 1)).put(5, (byte) (little ? 1 : 2));
        image.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        if (wide) {
            image.putLong(32, at);
        } else {
            image.putInt(28, at);
        }
        image.putShort(wide ? 54 : 42, (short) size).putShort(wide ? 56 : 44, (short) types.length);
        for (int i = 0; i < types.length; i++) {
            image.putInt(at + i * size, types[i]);
        }
        return Files.write(folder.resolve("program"), image.array());
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void aProgramWithoutALoaderIsStatic(boolean wide, boolean little) throws Exception {
        assertThat(StaticExecutable.is(program(wide, little, LOAD, LOAD))).isTrue();
        assertThat(StaticExecutable.is(program(wide, little, LOAD, INTERPRETER, LOAD))).isFalse();
    }

    @Test
    void otherFilesAreNotStaticPrograms() throws Exception {
        assertThat(
                StaticExecutable.is(Files.writeString(folder.resolve("script"), "#!/bin/sh\n" + "true\n".repeat(50))))
                .isFalse();
        assertThat(StaticExecutable.is(Files.write(folder.resolve("short"), new byte[]{0x7f, 'E', 'L', 'F', 2, 1})))
                .isFalse();
        assertThat(StaticExecutable.is(folder.resolve("absent"))).isFalse();
    }
}
