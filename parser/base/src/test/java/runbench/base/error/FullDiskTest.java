package runbench.base.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExceptionTranslator.FullDisk;

@Tag("scenario")
@Tag("beside")
class FullDiskTest {
    private static final Path FULL = Path.of("/dev/full");

    /** Prints what becomes of a write to a full device, and the language of the system's own sentence. */
    public static void main(String[] args) {
        try (FileOutputStream out = new FileOutputStream(FULL.toFile())) {
            out.write(1);
        } catch (IOException e) {
            System.out.println(ExceptionTranslator.translate(e).getMessage());
            System.out.println(e.getMessage());
        }
    }

    /** @param locales folder of locales beside the system's; null: none */
    private static List<String> inLocale(String locale, Path locales) throws IOException {
        ProcessBuilder child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                FullDiskTest.class.getName());
        child.environment().put("LC_ALL", locale);
        child.environment().remove("LANGUAGE");
        if (locales != null) {
            child.environment().put("LOCPATH", locales.toString());
        }
        return new String(child.redirectErrorStream(true).start().getInputStream().readAllBytes(),
                StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aFullDeviceHasAnErrorOfItsOwn() throws IOException {
        assumeTrue(Files.exists(FULL), "there is no /dev/full");
        assertThat(inLocale("C", null)).startsWith("no space left on the disk", "No space left on device");
    }

    @Test
    void alsoWhereTheSystemSpeaksAnotherLanguage(@TempDir Path locales) throws IOException, InterruptedException {
        assumeTrue(Files.exists(FULL), "there is no /dev/full");
        try {
            new ProcessBuilder("localedef", "-i", "de_DE", "-f", "UTF-8", locales.resolve("de_DE.UTF-8").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            assumeTrue(false, "localedef is not installed: no locale of another language can be made");
        }
        List<String> lines = inLocale("de_DE.UTF-8", locales);
        assumeTrue(!lines.contains("No space left on device"),
                "the German sentences of the C library are not installed");
        assertThat(lines).startsWith("no space left on the disk");
        assertThat(lines.get(1)).contains("kein Speicherplatz");
    }

    @Test
    void theSystemsSentenceDecidesAndNotEnglish() {
        String german = "Auf dem Gerät ist kein Speicherplatz mehr verfügbar";
        assertThat(FullDisk.caused(new IOException(german), german)).isTrue();
        assertThat(FullDisk.caused(new IOException("chart.png: " + german + " (through reference chain: x)"), german))
                .isTrue();
        assertThat(FullDisk.caused(new IOException("Eingabe-/Ausgabefehler"), german)).isFalse();
        assertThat(FullDisk.caused(new IOException((String) null), german)).isFalse();
    }

    @Test
    void otherFailuresAreNotTakenForIt() {
        assertThat(FullDisk.caused(new IOException("Broken pipe"))).isFalse();
        assertThat(ExceptionTranslator.translate(new IOException("Input/output error")).getMessage())
                .doesNotContain("no space");
    }

    @Test
    void anUnopenedFileSaysWhichAndWhy() {
        IOException e = new java.io.FileNotFoundException(new File("/x") + " (Permission denied)");
        assertThat(ExceptionTranslator.translate(e)).hasMessage("cannot open /x (Permission denied)");
    }
}
