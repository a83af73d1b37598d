package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("scenario")
@Tag("beside")
class RawTextTest {
    @TempDir
    private Path dir;

    private static String of(byte[] bytes) {
        return RawText.of(bytes, 0, bytes.length);
    }

    @Test
    void anyBytesComeBack() {
        Random random = new Random(1);
        byte[] alphabet = "a\t\\'\"\u00ef\u20ac\ud83d\ude00\uef80\ufffd\u0000".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextBoolean() ? alphabet[random.nextInt(alphabet.length)]
                        : (byte) random.nextInt(256);
            }
            assertThat(RawText.bytes(of(bytes))).as(Arrays.toString(bytes)).isEqualTo(bytes);
        }
    }

    @Test
    void textThatIsUtf8StaysAsItIs() {
        assertThat(of("na\u00efve \ud83d\ude00".getBytes(StandardCharsets.UTF_8))).isEqualTo("na\u00efve \ud83d\ude00");
    }

    @Test
    void everyByteReachesAStartedProgramUnderItsOwnProcessId() throws Exception {
        byte[] all = new byte[255];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i + 1);
        }
        Path script = Files.writeString(dir.resolve("show"), "echo $$; printf %s \"$1\" > \"$2\"");
        Path out = dir.resolve("out");
        Process p = new ProcessBuilder(
                RawText.startable(List.of("/bin/sh", script.toString(), of(all), out.toString()))).start();
        assertThat(new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo(String.valueOf(p.pid()));
        assertThat(p.waitFor()).isZero();
        assertThat(Files.readAllBytes(out)).isEqualTo(all);
    }

    @Test
    void aVariableThatIsPassedOnKeepsItsBytes() throws Exception {
        Path out = dir.resolve("env");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        String script = "export RAW=$'a\\xffb'; exec '" + java + "' -cp '" + System.getProperty("java.class.path")
                + "' '" + Passing.class.getName() + "' '" + out + "'";
        Process p = new ProcessBuilder("bash", "-c", script).inheritIO().start();
        assertThat(p.waitFor()).isZero();
        assertThat(Files.readAllBytes(out)).isEqualTo(new byte[]{'a', (byte) 0xff, 'b'});
    }

    /** A Java program that starts a helper with its own environment and one variable more. */
    static final class Passing {
        private Passing() {
        }

        public static void main(String[] args) throws Exception {
            Map<String, String> wanted = new HashMap<>(System.getenv());
            wanted.put("MORE", "1");
            try (HelperProcess helper = HelperProcess.start("passing",
                    List.of("/bin/sh", "-c", "printf %s \"$RAW\" > \"$0\"", args[0]), wanted)) {
                helper.read(new HelperProcess.Reader() {
                    @Override
                    public void line(String line) {
                        // It writes none.
                    }

                    @Override
                    public void broken(java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
                System.exit(helper.await(() -> {}));
            }
        }
    }
}
