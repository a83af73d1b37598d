package runbench.sampler.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The system's reason in an exception, without the class names and paths that Java wraps around it. */
final class IoReason {
    private IoReason() {
    }

    static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "No such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "Permission denied";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        String text = String.valueOf(e.getMessage());
        int error = text.lastIndexOf("error=");
        int comma = error < 0 ? -1 : text.indexOf(", ", error);
        if (comma >= 0) {
            return text.substring(comma + 2);
        }
        int open = text.lastIndexOf('(');
        return open >= 0 && text.endsWith(")") ? text.substring(open + 1, text.length() - 1) : text;
    }
}
