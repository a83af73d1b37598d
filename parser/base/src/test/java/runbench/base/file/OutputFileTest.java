package runbench.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("beside")
@Tag("scenario")
class OutputFileTest {
    @TempDir
    Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private static String run(Path folder, String... command) throws Exception {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return process.exitValue() == 0 ? "" : said.isEmpty() ? "exit status " + process.exitValue() : said;
    }

    @Test
    void aRegularFileIsReplacedAndKeepsItsPermissions() throws IOException {
        Path file = folder.resolve("out.txt");
        OutputFile.write(file, "one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        OutputFile.write(file, "two");
        assertThat(file).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
        assertThat(names()).containsExactly("out.txt");
    }

    @Test
    void aFailedWriteKeepsTheOldFileAndLeavesNothing() throws IOException {
        Path file = folder.resolve("out.txt");
        OutputFile.write(file, "old");
        assertThatThrownBy(() -> OutputFile.writeText(file, out -> {
            out.write("half");
            out.flush();
            throw new IOException("No space left on device");
        })).hasMessage("No space left on device");
        assertThatThrownBy(() -> OutputFile.writeFile(file, draft -> {
            Files.writeString(draft, "half");
            throw new IllegalStateException("a fault of the caller");
        })).isInstanceOf(IllegalStateException.class);
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("out.txt");
    }

    @Test
    void aFullDiskKeepsTheOldFile() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        String refused = run(folder, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString());
        assumeTrue(refused.isEmpty(), "a file system of 64 KiB cannot be mounted: " + refused);
        try {
            Path file = small.resolve("chart.png");
            OutputFile.write(file, "old");
            assertThatThrownBy(() -> OutputFile.write(file, new byte[1 << 20])).isInstanceOf(IOException.class);
            assertThat(file).hasContent("old");
            try (Stream<Path> all = Files.list(small)) {
                assertThat(all).containsExactly(file);
            }
        } finally {
            run(folder, "umount", small.toString());
        }
    }

    @Test
    void aDeviceStaysADevice() throws Exception {
        Path device = folder.resolve("null");
        String refused = run(folder, "mknod", device.toString(), "c", "1", "3");
        assumeTrue(refused.isEmpty(), "a device cannot be made here: " + refused);
        OutputFile.write(device, "lost");
        OutputFile.writeFile(device, draft -> Files.writeString(draft, "lost"));
        int characterDevice = 0020000;
        int type = 0170000;
        assertThat((int) Files.getAttribute(device, "unix:mode", LinkOption.NOFOLLOW_LINKS) & type)
                .isEqualTo(characterDevice);
        assertThat(names()).containsExactly("null");
    }

    @Test
    void aPipeIsWrittenTo() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(run(folder, "mkfifo", pipe.toString()).isEmpty(), "mkfifo is not available");
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        OutputFile.write(pipe, "through the pipe");
        assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("through the pipe");
        assertThat(reader.waitFor()).isZero();
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void aSymbolicLinkStaysAndItsTargetIsReplaced() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path target = Files.writeString(there.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("there/target"));
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("there/later"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("link"));
        OutputFile.write(second, "new");
        OutputFile.write(dangling, "made");
        assertThat(link).isSymbolicLink();
        assertThat(second).isSymbolicLink();
        assertThat(dangling).isSymbolicLink();
        assertThat(target).hasContent("new");
        assertThat(there.resolve("later")).hasContent("made");
        try (Stream<Path> all = Files.list(there)) {
            assertThat(all).hasSize(2);
        }
    }

    @Test
    void aLoopOfLinksIsRefused() throws IOException {
        Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
        assertThatThrownBy(() -> OutputFile.write(folder.resolve("a"), "x")).isInstanceOf(FileSystemException.class)
                .hasMessageContaining("symbolic links");
    }

    @Test
    void standardOutputIsWrittenInPlaceAlsoWhereItIsAFile() throws Exception {
        Path kept = folder.resolve("kept.txt");
        List<String> java = List.of(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), ToStandardOutput.class.getName());
        assertThat(new ProcessBuilder(java).redirectOutput(kept.toFile()).start().waitFor()).isZero();
        assertThat(kept).hasContent("before\noutput\nafter");
        Process piped = new ProcessBuilder(java).start();
        assertThat(new String(piped.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("before\noutput\nafter\n");
        assertThat(Path.of("/dev/stdout")).isSymbolicLink();
    }

    /** Writes to standard output before, by, and after an output named /dev/stdout. */
    static final class ToStandardOutput {
        private ToStandardOutput() {
        }

        public static void main(String[] args) throws IOException {
            System.out.println("before");
            System.out.flush();
            OutputFile.write(Path.of("/dev/stdout"), "output\n");
            System.out.println("after");
            System.out.flush();
        }
    }

    @Test
    void aFolderAndAMissingFolderAreNamed() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        assertThatThrownBy(() -> OutputFile.write(there, "x")).hasMessageContaining("Is a directory");
        assertThatThrownBy(() -> OutputFile.write(folder.resolve("missing/out"), "x"))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void writersAtTheSameTimeEachLeaveAWholeFile() throws Exception {
        Path file = folder.resolve("out.txt");
        ExecutorService writers = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String content = Integer.toString(i % 10).repeat(20_000);
                all.add(() -> {
                    OutputFile.write(file, content);
                    return null;
                });
            }
            for (Future<Void> written : writers.invokeAll(all)) {
                written.get();
            }
        } finally {
            writers.shutdownNow();
        }
        String last = Files.readString(file);
        assertThat(last).hasSize(20_000).containsOnlyOnce(last);
        assertThat(last.chars().distinct().count()).isEqualTo(1);
        assertThat(names()).containsExactly("out.txt");
    }
}
