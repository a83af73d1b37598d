package runbench.parser.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Finds the separate debug file of a stripped file in the order that debuggers use: by build id, then by name and
 * checksum.
 */
final class DebugFiles {
    private final Path root;

    /**
     * Creates a finder.
     *
     * @param root root folder of debug files, usually /usr/lib/debug
     */
    DebugFiles(Path root) {
        this.root = root;
    }

    Optional<Path> of(Path file, ElfFile elf) throws IOException {
        String id = elf.buildId();
        if (id.length() > 2) {
            Path byId = root.resolve(".build-id").resolve(id.substring(0, 2)).resolve(id.substring(2) + ".debug");
            if (Files.isReadable(byId)) {
                return Optional.of(byId);
            }
        }
        Optional<ElfFile.DebugLink> link = elf.debugLink();
        if (link.isEmpty() || link.get().name().contains("/")) {
            return Optional.empty();
        }
        Path folder = file.toAbsolutePath().getParent();
        for (Path place : List.of(folder, folder.resolve(".debug"),
                root.resolve(folder.getRoot().relativize(folder)))) {
            Path candidate = place.resolve(link.get().name());
            if (Files.isRegularFile(candidate) && !candidate.equals(file)
                    && checksum(candidate) == link.get().checksum()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static int checksum(Path file) throws IOException {
        CRC32 crc = new CRC32();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return (int) crc.getValue();
    }
}
