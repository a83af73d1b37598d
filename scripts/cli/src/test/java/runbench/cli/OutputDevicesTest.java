package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that every command keeps an output path that is a device, and keeps the target of a symbolic link. */
@Tag("beside")
@Tag("scenario")
class OutputDevicesTest {
    @TempDir
    private Path folder;

    @Test
    void commandsWriteIntoDevicesAndThroughLinks() throws Exception {
        Runbench.assumeCounting(folder);
        String run = folder.resolve("run").toString();
        Runbench.Ended sampled = Runbench.run(folder.resolve("out"), "sample", "-o", run, "--no-chart", "--", "sleep",
                "0.2");
        assertThat(sampled.code()).as(sampled.output()).isZero();
        into("device", List.of("sync", "simulate", "scale", "--nodes", "20,40", "--chart"),
                List.of("plot", run, "--page"), List.of("export", run, "--format", "perfetto", "-o"));
        Path kept = Files.writeString(folder.resolve("kept"), "old");
        into("link", List.of("plot", run, "--no-page", "-o"));
        assertThat(kept).isRegularFile();
        assertThat(Files.size(kept)).isGreaterThan(100);
        try (var files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".new") || name.endsWith(".part"));
        }
    }

    @SafeVarargs
    private void into(String kind, List<String>... commands) throws Exception {
        for (List<String> command : commands) {
            Path output = kind.equals("device") ? device("out.png")
                    : Files.createSymbolicLink(folder.resolve("out.png"), Path.of("kept"));
            Runbench.Ended ended = Runbench.run(folder.resolve("out"),
                    Stream.concat(command.stream(), Stream.of(output.toString())).toList());
            BasicFileAttributes now = Files.readAttributes(output, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            assertThat(kind.equals("device") ? now.isOther() : now.isSymbolicLink()).as("%s: %s", command, ended)
                    .isTrue();
            assertThat(ended.code()).as("%s: %s", command, ended).isZero();
            Files.delete(output);
        }
    }

    /** Creates a device like /dev/null. */
    private Path device(String name) throws IOException, InterruptedException {
        Path device = folder.resolve(name);
        Process made = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").redirectErrorStream(true).start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(made.waitFor() == 0, () -> "devices cannot be made here: " + said.strip());
        return device;
    }
}
