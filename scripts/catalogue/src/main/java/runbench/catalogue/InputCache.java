package runbench.catalogue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.HexFormat;
import runbench.base.digest.Digests;
import runbench.base.file.OutputFile;
import runbench.catalogue.generate.Generators;

/** The cache of generated inputs, by their hash. Inputs are generated once and verified before every use. */
final class InputCache {
    private final Path dir;
    private final FileFacts facts;

    InputCache(Path cacheDir) {
        dir = cacheDir.resolve("inputs");
        facts = new FileFacts(cacheDir);
    }

    /**
     * Creates a link to the cached input, which is generated if it is absent or damaged. Without a writable cache,
     * generates the file itself at the path.
     */
    void place(Step.Generate step, Path to) throws IOException {
        Files.deleteIfExists(to);
        Path file = dir.resolve(step.sha256().substring(0, 16) + "-" + Path.of(step.to()).getFileName())
                .toAbsolutePath();
        if (!Files.isRegularFile(file) || !facts.sha256(file).equals(step.sha256())) {
            if (!isWritable()) {
                generateChecked(step, to);
                return;
            }
            generateChecked(step, file);
        }
        Files.createSymbolicLink(to, file);
    }

    private boolean isWritable() {
        try {
            return Files.isWritable(Files.createDirectories(dir));
        } catch (IOException e) {
            return false;
        }
    }

    private static void generateChecked(Step.Generate step, Path file) throws IOException {
        OutputFile.writeFile(file, draft -> {
            String made = generate(step, draft);
            if (!made.equals(step.sha256())) {
                throw new IOException("the generator " + step.generator() + " made a file of sha256 " + made
                        + " where the catalogue says " + step.sha256());
            }
            // Read-only: a benchmark that writes through the link would damage the input of later runs.
            draft.toFile().setReadOnly();
        });
    }

    private static String generate(Step.Generate step, Path to) throws IOException {
        var digest = Digests.sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(to), digest)) {
            Generators.write(step.generator(), step.args(), out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
