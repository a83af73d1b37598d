package runbench.sampler.events.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The small files by which the kernel describes itself, under {@code /} or under a copy of them for tests. */
public record SystemFiles(Path root) {
    public static final SystemFiles THIS_MACHINE = new SystemFiles(Path.of("/"));

    /** The file's text without surrounding blanks; empty when it is missing or may not be read. */
    public Optional<String> text(String path) {
        try {
            // Latin-1 maps every byte to a character, so that no content can fail to decode.
            return Optional.of(Files.readString(at(path), StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    public List<String> lines(String path) {
        return text(path).map(t -> List.of(t.split("\n"))).orElse(List.of());
    }

    /** A decimal or 0x number alone in its file. */
    public Optional<Long> number(String path) {
        return text(path).flatMap(t -> {
            try {
                return Optional.of(Long.decode(t));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    /** Whether this user may make something there. */
    public boolean writable(String path) {
        return Files.isWritable(at(path));
    }

    public boolean exists(String path) {
        return Files.exists(at(path));
    }

    /** Names in a folder, sorted; empty when there is none. */
    public List<String> names(String path) {
        String[] names = at(path).toFile().list();
        if (names == null) {
            return List.of();
        }
        List<String> sorted = new ArrayList<>(List.of(names));
        Collections.sort(sorted);
        return sorted;
    }

    /** @param path absolute as on the machine */
    public Path at(String path) {
        return root.resolve(path.substring(1));
    }
}
