package runbench.livelog.display;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Who has it may see the log and stop it: 192 random bits. */
public record AccessToken(String text) {
    private static final int BYTES = 24;

    /** @throws IllegalArgumentException too short to be safe, or with characters that an address cannot have */
    public AccessToken {
        if (!text.matches("[A-Za-z0-9_-]{22,128}")) {
            throw new IllegalArgumentException("not a token");
        }
    }

    /** A new one. */
    public static AccessToken random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** In a time that does not tell how much of it is right. */
    boolean is(String offered) {
        return offered != null && MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8),
                offered.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "token";
    }
}
