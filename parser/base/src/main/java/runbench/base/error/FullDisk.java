package runbench.base.error;

import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The detection of a write that failed because the disk is full. Java drops the error number of a failed write and
 * keeps only the C library's message, in the user's locale. So this class writes once to {@code /dev/full}, which
 * always fails, and compares the messages.
 */
final class FullDisk {
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
                return message == null || message.isBlank() || message.contains(ALWAYS_FULL) ? UNTRANSLATED : message;
            }
        }
    }
}
