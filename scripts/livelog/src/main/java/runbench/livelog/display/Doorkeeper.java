package runbench.livelog.display;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who comes in. The token stands in the page's address and, in each request that the page makes, in the header
 * Authorization; there is no cookie: a browser sends those of a host to all its ports, so that any other user's server
 * on this machine would be given it, and sends them unasked, so that any page could act with it. A header is only sent
 * by who knows the token. The price is that the browser's history has the address; it is worth nothing when the run has
 * ended.
 */
final class Doorkeeper {
    private static final String BEARER = "bearer ";

    private final AccessToken token;
    private final Set<String> names;

    /** @param names of this host, as they may stand in an address beside numbers and localhost */
    Doorkeeper(AccessToken token, Set<String> names) {
        this.token = token;
        this.names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        this.names.addAll(names);
    }

    /**
     * What a browser and its user say of themselves; each null where it is not said.
     *
     * @param host the header Host
     * @param authorization the header
     * @param asked the token in the address
     * @param origin the header
     * @param site the header Sec-Fetch-Site
     */
    record Visitor(String host, String authorization, String asked, String origin, String site) {}

    /** @throws Refusal not this one */
    void admit(Visitor v) throws Refusal {
        if (!isThisHost(v.host())) {
            // A foreign name that points here is how a foreign page reads what is on this machine (DNS rebinding).
            throw new Refusal(403, "this server is not known by that name: use its number, or localhost");
        }
        if (!token.is(bearer(v.authorization())) && !token.is(v.asked())) {
            throw new Refusal(401,
                    "this needs the token: open the whole address that was printed when the log was started");
        }
    }

    /** For what changes something. @throws Refusal it comes from another page */
    void sameOrigin(Visitor v) throws Refusal {
        boolean foreign = v.origin() != null && !v.origin().equalsIgnoreCase("http://" + v.host());
        boolean across = v.site() != null && !v.site().equals("same-origin") && !v.site().equals("none");
        if (foreign || across) {
            throw new Refusal(403, "this is only done from the log's own page");
        }
        if (!token.is(bearer(v.authorization()))) {
            throw new Refusal(401, "this needs the token in the header Authorization: Bearer TOKEN");
        }
    }

    private static String bearer(String authorization) {
        return authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    /** Numbers are nobody else's names; the port may be another one, of a tunnel. */
    private boolean isThisHost(String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]{1,5}$", "");
        return name.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") || name.matches("\\[[0-9A-Fa-f:.]+(%[0-9A-Za-z._-]+)?\\]")
                || name.equalsIgnoreCase("localhost") || names.contains(name);
    }
}
