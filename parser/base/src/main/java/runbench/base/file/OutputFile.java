package runbench.base.file;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The writer of every output of the product. A regular file is written under a temporary name in its own folder and
 * then renamed. So readers see either the old or the new content, and a failed write leaves the old file. A device, a
 * pipe and {@code /dev/stdout} are written to directly. A symbolic link is kept, and the file that it names is
 * replaced.
 */
public final class OutputFile {
    private static final int MAX_LINKS = 40;
    /** The path of an open file of a process, as {@code /dev/stdout} and {@code /dev/fd/N} resolve to it. */
    private static final Pattern OPEN_FILE = Pattern.compile("/proc/[^/]+/fd/(\\d+)");
    private static final AtomicLong DRAFTS = new AtomicLong();

    /**
     * A function that writes the content of one file to a stream of bytes or to a writer.
     *
     * @param <S> type of the stream or writer
     * @param <R> type of the result
     */
    @FunctionalInterface
    public interface Content<S, R> {
        R writeTo(S out) throws IOException;
    }

    /**
     * A function without result that writes the content of one file to a stream of bytes or to a writer.
     *
     * @param <S> type of the stream or writer
     */
    @FunctionalInterface
    public interface Effect<S> {
        void writeTo(S out) throws IOException;
    }

    /** A function that writes one file at a temporary path, which differs from the final one. */
    @FunctionalInterface
    public interface Draft {
        void writeTo(Path draft) throws IOException;
    }

    private OutputFile() {
    }

    /**
     * Writes bytes as one file.
     *
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, (OutputStream out) -> out.write(content));
    }

    /**
     * Writes text as one file, in UTF-8.
     *
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static void write(Path file, String content) throws IOException {
        write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes text as one file, in UTF-8, through a buffer.
     *
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static void writeText(Path file, Effect<Writer> content) throws IOException {
        produceText(file, out -> {
            content.writeTo(out);
            return null;
        });
    }

    /**
     * Writes text as one file, in UTF-8, through a buffer.
     *
     * @return the result of {@code content}
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static <R> R produceText(Path file, Content<Writer, R> content) throws IOException {
        return produce(file, out -> {
            // A JSON or CSV writer closes its output; this file is closed later, by produce().
            Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
                @Override
                public void close() throws IOException {
                    flush();
                }
            };
            R result = content.writeTo(text);
            text.flush();
            return result;
        });
    }

    /**
     * Writes one file from a stream of bytes. The stream is not buffered.
     *
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static void write(Path file, Effect<OutputStream> content) throws IOException {
        produce(file, out -> {
            content.writeTo(out);
            return null;
        });
    }

    /**
     * Writes one file from a stream of bytes. The stream is not buffered.
     *
     * @return the result of {@code content}
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static <R> R produce(Path file, Content<OutputStream, R> content) throws IOException {
        Path target = target(file);
        if (isWrittenDirectly(target)) {
            try (OutputStream out = openDirectly(target)) {
                return content.writeTo(out);
            }
        }
        List<R> result = new ArrayList<>(1);
        replace(target, draft -> {
            try (OutputStream out = create(draft, target)) {
                result.add(content.writeTo(out));
            }
        });
        return result.get(0);
    }

    /**
     * Writes one file with code that needs a path, and then renames it to the final name. If the output is a device or
     * a pipe, the content passes through a temporary file.
     *
     * @throws IOException the file cannot be written; its old content is unchanged
     */
    public static void writeFile(Path file, Draft content) throws IOException {
        Path target = target(file);
        if (!isWrittenDirectly(target)) {
            replace(target, content);
            return;
        }
        Path folder = Files.createTempDirectory("runbench-output-");
        Path draft = folder.resolve("draft");
        try {
            content.writeTo(draft);
            try (OutputStream out = openDirectly(target)) {
                Files.copy(draft, out);
            }
        } finally {
            Files.deleteIfExists(draft);
            Files.delete(folder);
        }
    }

    private static void replace(Path target, Draft content) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "Is a directory");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        String unique = "." + ProcessHandle.current().pid() + "-" + DRAFTS.incrementAndGet() + ".part";
        Path draft = folder.resolve("." + target.getFileName() + unique);
        try {
            content.writeTo(draft);
            keepPermissions(target, draft);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AccessDeniedException e) {
            // Users do not know the draft.
            throw draft.toString().equals(e.getFile())
                    ? (IOException) new AccessDeniedException(target.toString()).initCause(e)
                    : e;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Creates the draft with the permissions of the file that it replaces, before it has any content. */
    private static OutputStream create(Path draft, Path old) throws IOException {
        FileAttribute<?>[] attributes = Files.exists(old)
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(old))}
                : new FileAttribute<?>[0];
        return Channels.newOutputStream(Files.newByteChannel(draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes));
    }

    private static void keepPermissions(Path old, Path draft) throws IOException {
        if (Files.exists(old)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(old);
            if (!permissions.equals(Files.getPosixFilePermissions(draft))) {
                Files.setPosixFilePermissions(draft, permissions);
            }
        }
    }

    /**
     * Follows symbolic links up to an open file of a process. The last link may name a file that does not exist yet.
     */
    private static Path target(Path file) throws IOException {
        Path at = file;
        for (int links = 0; Files.isSymbolicLink(at); links++) {
            if (links == MAX_LINKS) {
                throw new FileSystemException(file.toString(), null, "Too many levels of symbolic links");
            }
            if (isOpenFile(at)) {
                return at;
            }
            Path folder = at.toAbsolutePath().getParent().toRealPath();
            at = folder.resolve(Files.readSymbolicLink(at));
        }
        return at;
    }

    /**
     * Returns whether a path names an open file of a process. A rename onto such a path would replace only the name,
     * and the process would write into the old file.
     */
    private static boolean isOpenFile(Path path) throws IOException {
        return OPEN_FILE.matcher(realName(path)).matches();
    }

    private static String realName(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        return folder == null ? path.toString() : folder.toRealPath().resolve(path.getFileName()).toString();
    }

    private static boolean isWrittenDirectly(Path target) throws IOException {
        if (Files.isSymbolicLink(target)) {
            return true;
        }
        return Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
    }

    private static OutputStream openDirectly(Path target) throws IOException {
        // A second open of a redirected standard output would start at offset 0 and overwrite the existing content.
        if (Files.isSymbolicLink(target)) {
            String open = Files.readSymbolicLink(target).toString();
            for (int fd = 1; fd <= 2; fd++) {
                if (realName(target).equals(Path.of("/proc/self").toRealPath() + "/fd/" + fd)) {
                    return unclosed(fd == 1 ? FileDescriptor.out : FileDescriptor.err);
                }
            }
            if (open.startsWith("/")) {
                return Files.newOutputStream(target, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            }
        }
        return Files.newOutputStream(target, StandardOpenOption.WRITE);
    }

    /** Returns a stream whose close() does not close the descriptor, because the process continues to write to it. */
    private static OutputStream unclosed(FileDescriptor descriptor) {
        return new FileOutputStream(descriptor) {
            @Override
            public void close() {
                // Left open intentionally; FileOutputStream holds no buffer.
            }
        };
    }
}
