package runbench.livelog.display;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The decoded parameters of a URL's query. */
final class QueryParameters {
    private static final int MAX_BYTES = 4096;
    private static final int MAX_PARAMETERS = 64;

    private final Map<String, List<String>> values = new TreeMap<>();

    /**
     * Decodes a query.
     *
     * @param query the raw query; null or empty: no parameters
     * @throws HttpError 400: malformed; 414: too long
     */
    QueryParameters(String query) throws HttpError {
        if (query == null || query.isEmpty()) {
            return;
        }
        String[] parts = query.length() > MAX_BYTES ? new String[MAX_PARAMETERS + 1] : query.split("&", -1);
        if (parts.length > MAX_PARAMETERS) {
            throw new HttpError(414,
                    "the query is too long: at most " + MAX_BYTES + " bytes, " + MAX_PARAMETERS + " parts");
        }
        for (String part : parts) {
            int equal = part.indexOf('=');
            if (equal < 1) {
                throw new HttpError(400, "a query is name=value&name=value");
            }
            values.computeIfAbsent(decoded(part.substring(0, equal)), name -> new ArrayList<>())
                    .add(decoded(part.substring(equal + 1)));
        }
    }

    private static String decoded(String text) throws HttpError {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new HttpError(400, "a % in a query is followed by two hexadecimal digits");
        }
    }

    /** @throws HttpError 400: a parameter has another name than these */
    void requireOnly(Set<String> names) throws HttpError {
        if (!names.containsAll(values.keySet())) {
            throw new HttpError(400, "known here: " + String.join(", ", names));
        }
    }

    /** Returns the first value of a parameter, or null. */
    String text(String name) {
        return values.containsKey(name) ? values.get(name).get(0) : null;
    }

    /** Returns all values of a parameter; empty: none. */
    List<String> texts(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * Returns a number.
     *
     * @param missing result if the parameter is absent
     * @throws HttpError 400: not a whole number from {@code min} to {@code max}
     */
    long number(String name, long min, long max, long missing) throws HttpError {
        String text = text(name);
        if (text == null) {
            return missing;
        }
        long number = text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : Long.MIN_VALUE;
        if (number < min || number > max) {
            throw new HttpError(400, name + " is a whole number from " + min + " to " + max);
        }
        return number;
    }
}
