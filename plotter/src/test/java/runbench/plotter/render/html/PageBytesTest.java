package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the same page in processes of their own: the order of hash tables may differ between two of them. */
@Tag("scenario")
@Tag("beside")
class PageBytesTest {
    private static final int PROCESSES = 2;

    @TempDir
    private Path folder;

    /** Writes the page to the file that the argument names. */
    public static void main(String[] file) throws IOException {
        Files.write(Path.of(file[0]), page().getBytes(StandardCharsets.UTF_8));
    }

    private static String page() {
        return HtmlPage.text(PageExamples.page(4, 400, 200));
    }

    @Test
    void thePageHasTheSameBytesInEachProcess() throws IOException, InterruptedException {
        List<Process> builds = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            builds.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    PageBytesTest.class.getName(), folder.resolve(i + ".html").toString()).inheritIO().start());
        }
        for (int i = 0; i < PROCESSES; i++) {
            assertThat(builds.get(i).waitFor()).isZero();
            assertThat(Files.readString(folder.resolve(i + ".html")).equals(page())).as("page of process %d", i)
                    .isTrue();
        }
    }
}
