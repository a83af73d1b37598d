package runbench.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Files and folders that only their owner can read. */
public final class PrivateFile {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> NEW_FOLDER = PosixFilePermissions
            .asFileAttribute(FOLDER);
    private static final FileAttribute<Set<PosixFilePermission>> NEW_FILE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFile() {
    }

    /**
     * Creates a folder with mode 0700, and its missing parents with the default mode. An existing empty folder gets
     * mode 0700. An existing folder with content keeps its mode, because it may serve other purposes.
     *
     * @param folder the folder; it may exist
     * @return {@code folder}
     * @throws IOException the folder cannot be created
     */
    public static Path folder(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().normalize().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(folder)) {
            return Files.createDirectory(folder, NEW_FOLDER);
        }
        try (Stream<Path> content = Files.list(folder)) {
            if (content.findAny().isEmpty()) {
                Files.setPosixFilePermissions(folder, FOLDER);
            }
        }
        return folder;
    }

    /**
     * Opens a file. A missing file is created with mode 0600 if the options request creation.
     *
     * @throws IOException the file cannot be opened
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, new HashSet<>(List.of(options)), NEW_FILE);
    }

    /**
     * Creates an empty file with mode 0600 unless it exists. {@link OutputFile} keeps the mode when it replaces the
     * file.
     *
     * @throws IOException the file cannot be created
     */
    public static void reserve(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, NEW_FILE);
        }
    }
}
