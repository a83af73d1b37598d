package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class FontsTest {
    static Stream<Throwable> waysOfFailing() {
        return Stream.of(new InternalError("Fontconfig head is null"), new NoClassDefFoundError("sun.font"),
                new UnsatisfiedLinkError("libfontmanager.so"), new NullPointerException("fontconfig"),
                new ExceptionInInitializerError("sun.font.FontManagerFactory"));
    }

    @ParameterizedTest
    @MethodSource("waysOfFailing")
    void missingFontsHaveARemedy(Throwable failure) {
        Supplier<Object> use = () -> { throw sneaky(failure); };
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> Fonts.checked(use));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.remedy()).contains("apt-get install fontconfig fonts-dejavu-core libharfbuzz0b");
        assertThat(e).hasCause(failure);
    }

    @Test
    void outOfMemoryIsNotAFontError() {
        assertThatThrownBy(() -> Fonts.checked(() -> { throw new OutOfMemoryError(); }))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /** Starts a JVM whose fontconfig has no fonts. */
    @Test
    @Tag("scenario")
    @Tag("beside")
    void aMachineWithoutFonts(@TempDir Path folder) throws Exception {
        Path config = Files.writeString(folder.resolve("fonts.conf"),
                "<?xml version=\"1.0\"?><fontconfig><cachedir>" + folder + "</cachedir></fontconfig>");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.awt.headless=true",
                "-Duser.home=" + folder, "-cp", System.getProperty("java.class.path"), AsksForFonts.class.getName()));
        builder.environment().put("FONTCONFIG_FILE", config.toString());
        builder.redirectErrorStream(true);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeFalse(output.contains("drew"), "this JDK brings fonts of its own; nothing is missing to report");
        assertThat(output).contains("MACHINE").contains("apt-get install fontconfig fonts-dejavu-core libharfbuzz0b");
    }

    static final class AsksForFonts {
        private AsksForFonts() {
        }

        public static void main(String[] args) {
            try {
                Fonts.get();
                System.out.println("drew");
            } catch (RunbenchException e) {
                System.out.println(e.exitCode() + " " + e.getMessage() + " " + e.remedy().orElse(""));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable t) throws T {
        throw (T) t;
    }
}
