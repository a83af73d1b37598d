package runbench.base.error;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** A translator from thrown errors to failures with a message for users. */
public final class ExceptionTranslator {
    private ExceptionTranslator() {
    }

    /** Returns a path, or that of the folder above it if only that exists. */
    private static String existing(String file) {
        Path path = Path.of(file);
        Path above = path.toAbsolutePath().getParent();
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS) || above == null || !Files.isDirectory(above) ? file
                : above.toString();
    }

    /**
     * Returns the failure as an error for users. A failure due to an interrupt of the thread is one of exit code 130, a
     * known failure is unchanged, a file system error becomes a message, and any other failure becomes an internal
     * error.
     */
    public static RunbenchException translate(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof ClosedByInterruptException || t instanceof InterruptedException) {
                return RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(failure);
            }
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof RunbenchException known) {
                return known;
            }
            if (t instanceof NoSuchFileException missing) {
                return RunbenchException.badInput("no such file: " + missing.getFile()).causedBy(failure);
            }
            if (t instanceof AccessDeniedException denied) {
                return RunbenchException.machine("permission denied: " + denied.getFile())
                        .remedy("write elsewhere with -o DIR, or: ls -ld " + existing(denied.getFile()))
                        .causedBy(failure);
            }
            if (t instanceof FileAlreadyExistsException there) {
                return RunbenchException.badInput("cannot make " + there.getFile() + ": a file of that name is there")
                        .remedy("choose another name or folder")
                        .causedBy(failure);
            }
            if (t instanceof NotDirectoryException file) {
                return RunbenchException.badInput(file.getFile() + ": is not a folder").causedBy(failure);
            }
            if (t instanceof DirectoryNotEmptyException full) {
                return RunbenchException.machine("the folder " + full.getFile() + " is not empty").causedBy(failure);
            }
            if (t instanceof FileSystemException fs) {
                return RunbenchException.machine(fs.getFile() + ": "
                        + (fs.getReason() == null ? "the system gives no reason (" + fs.getClass().getSimpleName() + ")"
                                : fs.getReason()))
                        .causedBy(failure);
            }
            if (t instanceof FileNotFoundException open) { // its message contains the file and the reason
                return RunbenchException.machine("cannot open " + open.getMessage()).causedBy(failure);
            }
            if (t instanceof InvalidPathException path) {
                return RunbenchException
                        .badInput("'" + path.getInput() + "' cannot be the name of a file: " + path.getReason())
                        .causedBy(failure);
            }
            if (t instanceof IOException io && FullDisk.caused(io)) {
                return RunbenchException.machine("no space left on the disk")
                        .remedy("make room (df -h), or write elsewhere with -o DIR")
                        .causedBy(failure);
            }
            if (t instanceof OutOfMemoryError) {
                return RunbenchException.machine("the Java heap is too small for this")
                        .remedy("RUNBENCH_JVM_OPTIONS=-Xmx8g runbench ...")
                        .causedBy(failure);
            }
        }
        return RunbenchException.of(ExitCode.MACHINE, "internal error: " + failure)
                .remedy("this is a defect of runbench; RUNBENCH_DEBUG=1 runbench ... shows where")
                .causedBy(failure);
    }

    /**
     * The detection of a write that failed because the disk is full. Java drops the error number of a failed write and
     * keeps only the C library's message, in the user's locale. So this class writes once to {@code /dev/full}, which
     * always fails, and compares the messages.
     */
    static final class FullDisk {
        private static final String ALWAYS_FULL = "/dev/full";
        /** The message of C libraries without translations. */
        private static final String UNTRANSLATED = "No space left on device";

        private FullDisk() {
        }

        static boolean caused(IOException failure) {
            return caused(failure, SystemSentence.TEXT);
        }

        /**
         * Returns whether a failure's message contains the system's message for a full disk.
         *
         * @param sentence the system's message for ENOSPC; writers of file formats may add text around it
         */
        static boolean caused(IOException failure, String sentence) {
            String message = failure.getMessage();
            return message != null && message.contains(sentence);
        }

        /** The system's message, determined at its first use. */
        private static final class SystemSentence {
            private static final String TEXT = learned();

            private static String learned() {
                try (FileOutputStream full = new FileOutputStream(ALWAYS_FULL)) {
                    full.write(0);
                    return UNTRANSLATED;
                } catch (IOException e) {
                    // If the device cannot be opened, the message names the device.
                    String message = e.getMessage();
                    return message == null || message.isBlank() || message.contains(ALWAYS_FULL) ? UNTRANSLATED
                            : message;
                }
            }
        }
    }
}
