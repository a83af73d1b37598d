package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that each heading of the troubleshooting page is a message of the program: other headings cannot be found. */
@Tag("beside")
class TroubleshootingTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final List<String> ROOMS = List.of("native", "parser", "sampler", "plotter", "sync", "pas2p",
            "scripts");

    @Test
    void everyHeadingIsSaidByTheProgram() throws IOException {
        String sources = sources();
        List<String> headings = Files.readAllLines(HOME.resolve("docs/reference/messages.md"))
                .stream()
                .filter(line -> line.startsWith("### `"))
                .map(line -> line.substring(5, line.indexOf('`', 5)))
                .toList();
        assertThat(headings).hasSizeGreaterThan(20).doesNotHaveDuplicates();
        assertThat(headings).filteredOn(heading -> !sources.contains(heading))
                .as("headings that no program prints")
                .isEmpty();
    }

    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String room : ROOMS) {
            try (Stream<Path> files = Files.walk(HOME.resolve(room))) {
                for (Path file : files.filter(TroubleshootingTest::isSource).collect(Collectors.toList())) {
                    all.append(Files.readString(file)).append('\n');
                }
            }
        }
        // Texts that are split over lines, in Java and in C.
        return all.toString().replaceAll("\"\\s*\\+?\\s*\"", "");
    }

    private static boolean isSource(Path file) {
        String path = file.toString();
        return (path.endsWith(".java") && path.contains("/src/main/") || path.endsWith(".c") || path.endsWith(".pl"))
                && !path.contains("/target/") && !path.contains("/build/");
    }
}
