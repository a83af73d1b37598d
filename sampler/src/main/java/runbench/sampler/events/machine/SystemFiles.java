package runbench.sampler.events.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's files in {@code /proc} and {@code /sys}.
 *
 * @param root {@code /}, or the root of a copy for tests
 */
public record SystemFiles(Path root) {
    public static final SystemFiles THIS_MACHINE = new SystemFiles(Path.of("/"));

    /** Returns the file's text without surrounding blanks, or empty if the file is missing or unreadable. */
    public Optional<String> text(String path) {
        try {
            // Latin-1 maps every byte to a character, so decoding cannot fail.
            return Optional.of(Files.readString(at(path), StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    public List<String> lines(String path) {
        return text(path).map(t -> List.of(t.split("\n"))).orElse(List.of());
    }

    /** Returns the file's single decimal or 0x number, or empty if the file is unreadable or has other content. */
    public Optional<Long> number(String path) {
        return text(path).flatMap(t -> {
            try {
                return Optional.of(Long.decode(t));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    /** Returns true if this user has write permission. */
    public boolean writable(String path) {
        return Files.isWritable(at(path));
    }

    public boolean exists(String path) {
        return Files.exists(at(path));
    }

    /** Returns the sorted names in a folder; empty if the folder does not exist. */
    public List<String> names(String path) {
        String[] names = at(path).toFile().list();
        if (names == null) {
            return List.of();
        }
        List<String> sorted = new ArrayList<>(List.of(names));
        Collections.sort(sorted);
        return sorted;
    }

    /**
     * Returns the location of a file below the root.
     *
     * @param path absolute path on the machine
     */
    public Path at(String path) {
        return root.resolve(path.substring(1));
    }
}
