package runbench.base.digest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests of files, as 64 hexadecimal digits. */
public final class Digests {
    private static final int BUFFER = 1 << 16;

    private Digests() {
    }

    /**
     * Returns the digest of a file's content.
     *
     * @return SHA-256, lower-case hexadecimal
     * @throws IOException the file cannot be read
     */
    public static String of(Path file) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            byte[] buffer = new byte[BUFFER];
            while (in.read(buffer) >= 0) {
                // The stream digests all bytes that are read.
            }
            return HexFormat.of().formatHex(((DigestInputStream) in).getMessageDigest().digest());
        }
    }

    /** Returns a new SHA-256 digest, for data that is digested while it is read or written. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
