package runbench.sampler.emulate;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("machine")
@Tag("beside")
class Bzip2AgainstCallgrindMachineTest extends AgainstCallgrind {
    @Test
    void bzip2() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bzip2")), "no bzip2: apt-get install bzip2");
        StringBuilder text = new StringBuilder();
        for (long i = 0, random = 401; i < 20_000; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L; // Knuth, MMIX
            text.append("word").append((random >>> 40) % 997).append(i % 11 == 0 ? '\n' : ' ');
        }
        Files.writeString(folder.resolve("input"), text);
        agree(List.of("/usr/bin/bzip2", "-9", "-c", "input"));
    }
}
