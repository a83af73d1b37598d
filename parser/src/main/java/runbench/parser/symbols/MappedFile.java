package runbench.parser.symbols;

/**
 * What was mapped, as the kernel names it.
 *
 * @param path of a file; {@code [vdso]}, {@code //anon} and the like for other memory
 * @param buildId lower-case hexadecimal; empty where the kernel did not tell
 */
public record MappedFile(String path, String buildId) {
    private static final String DELETED = " (deleted)";

    /** False for memory that no file stands for. */
    boolean isFile() {
        return path.startsWith("/") && !path.startsWith("//") && !path.startsWith("/memfd:")
                && !path.startsWith("/SYSV") && !path.startsWith("/dev/zero");
    }

    /** True where the file had been removed when its mapping was looked at. */
    boolean deleted() {
        return path.endsWith(DELETED);
    }

    /** As people call it: the last part of a path. */
    String library() {
        String name = deleted() ? path.substring(0, path.length() - DELETED.length()) : path;
        return isFile() ? name.substring(name.lastIndexOf('/') + 1) : name;
    }
}
