package runbench.sampler.emulate;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("nightly")
@Tag("machine")
@Tag("beside")
class CompilerAgainstCallgrindMachineTest extends AgainstCallgrind {
    @Test
    void compilerOfC() throws IOException, InterruptedException {
        Process find = new ProcessBuilder("sh", "-c", "exec gcc -print-prog-name=cc1").redirectErrorStream(true)
                .start();
        Path cc1 = Path.of(new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        assumeTrue(find.waitFor() == 0 && cc1.isAbsolute(), "no C compiler: apt-get install gcc");
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            source.append("int f")
                    .append(i)
                    .append("(int *a, int n) { int s = ")
                    .append(i)
                    .append("; for (int k = 0; k < n; k++) { if (a[k] & 1) s += a[k] * ")
                    .append(i + 3)
                    .append("; else a[k] = s ^ k; } return s; }\n");
        }
        Files.writeString(folder.resolve("input.c"), source);
        agree(List.of(cc1.toString(), "-quiet", "-O2", "-frandom-seed=1", "input.c", "-o", "/dev/null"));
    }
}
