package runbench.livelog.display;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The authentication of requests by a token. The token is in the address of the page; the page sends it in the header
 * Authorization of each request. There is no cookie: browsers send a host's cookies to all its ports, so a server of
 * another user on this machine would receive it, and any foreign page could act with it. The browser's history holds
 * the address; the token is worthless after the run.
 */
final class Authentication {
    private static final String BEARER = "bearer ";

    /**
     * A secret that permits reading and stopping a log.
     *
     * @param text at least 22 characters that a URL can hold; 192 random bits if it is generated
     */
    record Token(String text) {
        private static final int RANDOM_BYTES = 24;

        /** @throws IllegalArgumentException the text is too short, or holds other characters */
        Token {
            if (!text.matches("[A-Za-z0-9_-]{22,128}")) {
                throw new IllegalArgumentException("not a token");
            }
        }

        /** Returns a new random token. */
        static Token random() {
            byte[] bytes = new byte[RANDOM_BYTES];
            new SecureRandom().nextBytes(bytes);
            return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }

        /** Compares in a time that does not depend on the number of equal characters. */
        boolean matches(String offered) {
            return offered != null && MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8),
                    offered.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String toString() {
            return "token";
        }
    }

    /**
     * The parts of a request that authentication depends on; each null if it is absent.
     *
     * @param host the header Host
     * @param authorization the header Authorization
     * @param queryToken the token in the query of the address
     * @param origin the header Origin
     * @param fetchSite the header Sec-Fetch-Site
     */
    record Credentials(String host, String authorization, String queryToken, String origin, String fetchSite) {}

    private final Token token;
    private final Set<String> hostNames;

    /** @param hostNames further names of this host in addresses; IP addresses and localhost are always valid */
    Authentication(Token token, Set<String> hostNames) {
        this.token = token;
        this.hostNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        this.hostNames.addAll(hostNames);
    }

    /** @throws HttpError 403: the host name is foreign; 401: the token is missing or wrong */
    void requireToken(Credentials c) throws HttpError {
        if (!isThisHost(c.host())) {
            // DNS rebinding: a foreign name that resolves to this machine would let a foreign page read the log.
            throw new HttpError(403, "this server is not known by that name: use its number, or localhost");
        }
        if (!token.matches(bearer(c.authorization())) && !token.matches(c.queryToken())) {
            throw new HttpError(401,
                    "this needs the token: open the whole address that was printed when the log was started");
        }
    }

    /**
     * Protects requests that change state.
     *
     * @throws HttpError 403: the request comes from another page; 401: the header has no token
     */
    void requireSameOrigin(Credentials c) throws HttpError {
        boolean isForeignOrigin = c.origin() != null && !c.origin().equalsIgnoreCase("http://" + c.host());
        boolean isCrossSite = c.fetchSite() != null && !c.fetchSite().equals("same-origin")
                && !c.fetchSite().equals("none");
        if (isForeignOrigin || isCrossSite) {
            throw new HttpError(403, "this is only done from the log's own page");
        }
        if (!token.matches(bearer(c.authorization()))) {
            throw new HttpError(401, "this needs the token in the header Authorization: Bearer TOKEN");
        }
    }

    private static String bearer(String authorization) {
        return authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    /** IP addresses cannot be rebound. The port may be that of a tunnel. */
    private boolean isThisHost(String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]{1,5}$", "");
        return name.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") || name.matches("\\[[0-9A-Fa-f:.]+(%[0-9A-Za-z._-]+)?\\]")
                || name.equalsIgnoreCase("localhost") || hostNames.contains(name);
    }
}
