package runbench.parser.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Recordings from a real PMU; src/test/resources/zen5/README.md has their truths. */
public final class Zen5 {
    private Zen5() {
    }

    /**
     * Unpacks one.
     *
     * @param name without .rec.gz
     */
    public static Recording open(Path directory, String name) {
        Path file = directory.resolve(name + ".rec");
        try (InputStream in = new GZIPInputStream(Zen5.class.getResourceAsStream("/zen5/" + name + ".rec.gz"))) {
            Files.copy(in, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Recording.open(file).requireIntact();
    }
}
