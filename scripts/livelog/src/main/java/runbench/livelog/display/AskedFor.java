package runbench.livelog.display;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The query of an address: names that are known, values that are whole. */
final class AskedFor {
    private static final int LONGEST = 4096;
    private static final int MOST = 64;

    private final Map<String, List<String>> values = new TreeMap<>();

    /**
     * @param query as it was sent; null: none
     * @throws Refusal not written as queries are, or far too long
     */
    AskedFor(String query) throws Refusal {
        if (query == null || query.isEmpty()) {
            return;
        }
        String[] parts = query.length() > LONGEST ? new String[MOST + 1] : query.split("&", -1);
        if (parts.length > MOST) {
            throw new Refusal(414, "this asks for too much at once: " + LONGEST + " bytes, " + MOST + " parts at most");
        }
        for (String part : parts) {
            int equal = part.indexOf('=');
            if (equal < 1) {
                throw new Refusal(400, "a query is name=value&name=value");
            }
            values.computeIfAbsent(decoded(part.substring(0, equal)), name -> new ArrayList<>())
                    .add(decoded(part.substring(equal + 1)));
        }
    }

    private static String decoded(String text) throws Refusal {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, "a % in a query is followed by two hexadecimal digits");
        }
    }

    /** @throws Refusal another name than these */
    void only(Set<String> names) throws Refusal {
        if (!names.containsAll(values.keySet())) {
            throw new Refusal(400, "known here: " + String.join(", ", names));
        }
    }

    /** The first of that name; null: none. */
    String text(String name) {
        return values.containsKey(name) ? values.get(name).get(0) : null;
    }

    List<String> texts(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** @throws Refusal not a whole number, or not within these */
    long number(String name, long least, long most, long otherwise) throws Refusal {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        long number = text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : Long.MIN_VALUE;
        if (number < least || number > most) {
            throw new Refusal(400, name + " is a whole number from " + least + " to " + most);
        }
        return number;
    }
}
