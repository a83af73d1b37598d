package runbench.base.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extraction of the operating system's reason from an exception, without the text that Java adds. */
public final class IoReason {
    /** E2BIG. */
    public static final int ARGUMENTS_TOO_LONG = 7;

    /**
     * The JDK's message for a program that could not be started: "error=2, REASON" up to JDK 22, "error: 2 (REASON) "
     * since.
     */
    private static final Pattern NOT_STARTED = Pattern.compile("error[=:] ?(\\d+)(?:, | \\()(.*?)\\)? *$",
            Pattern.DOTALL);

    private IoReason() {
    }

    public static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "No such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "Permission denied";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        String text = String.valueOf(e.getMessage()).strip();
        Matcher notStarted = NOT_STARTED.matcher(text);
        if (notStarted.find()) {
            return notStarted.group(2);
        }
        int open = text.lastIndexOf('(');
        return open >= 0 && text.endsWith(")") ? text.substring(open + 1, text.length() - 1) : text;
    }

    /**
     * Returns the system's error number for a program that could not be started.
     *
     * @return 0 if the exception contains no number
     */
    public static int errno(IOException e) {
        Matcher notStarted = NOT_STARTED.matcher(String.valueOf(e.getMessage()));
        return notStarted.find() ? Integer.parseInt(notStarted.group(1)) : 0;
    }
}
