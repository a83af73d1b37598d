package runbench.parser.symbols;

/**
 * A mapping as the kernel names it.
 *
 * @param path path of a file; {@code [vdso]}, {@code //anon} and similar for other memory
 * @param buildId build id in lower-case hexadecimal; empty if the kernel did not report it
 */
public record MappedFile(String path, String buildId) {
    private static final String DELETED = " (deleted)";

    /** Returns whether the mapping has a file. */
    boolean isFile() {
        return path.startsWith("/") && !path.startsWith("//") && !path.startsWith("/memfd:")
                && !path.startsWith("/SYSV") && !path.startsWith("/dev/zero");
    }

    /** Returns whether the file had been removed when its mapping was read. */
    boolean deleted() {
        return path.endsWith(DELETED);
    }

    /** Returns the name for readers: the last part of the path. */
    String library() {
        String name = deleted() ? path.substring(0, path.length() - DELETED.length()) : path;
        return isFile() ? name.substring(name.lastIndexOf('/') + 1) : name;
    }
}
