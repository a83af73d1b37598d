package runbench.base.error;

import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Detects a write that failed because the disk is full. Java drops the error number of a failed write and keeps only
 * the C library's message, in the user's locale. So this class obtains that message once, by a write to the device that
 * is always full, and compares.
 */
final class FullDisk {
    private static final String ALWAYS_FULL = "/dev/full";
    /** Of C libraries without translations. */
    private static final String UNTRANSLATED = "No space left on device";

    private FullDisk() {
    }

    static boolean caused(IOException failure) {
        return caused(failure, SystemSentence.TEXT);
    }

    /** @param sentence the system's for ENOSPC; writers of formats put words of their own around it */
    static boolean caused(IOException failure, String sentence) {
        String message = failure.getMessage();
        return message != null && message.contains(sentence);
    }

    /** Found out when first needed. */
    private static final class SystemSentence {
        private static final String TEXT = learned();

        private static String learned() {
            try (FileOutputStream full = new FileOutputStream(ALWAYS_FULL)) {
                full.write(0);
                return UNTRANSLATED;
            } catch (IOException e) {
                // Where the device cannot even be opened, the message names it.
                String message = e.getMessage();
                return message == null || message.isBlank() || message.contains(ALWAYS_FULL) ? UNTRANSLATED : message;
            }
        }
    }
}
