package runbench.base.name;

/**
 * Matching of names with wildcards: {@code *} for any text and, if the caller enables it, {@code ?} for any one
 * character. A pattern may come from another user's display. So matching returns to the latest star only, and its steps
 * never exceed pattern length times name length.
 */
public final class Glob {
    private Glob() {
    }

    /** Returns whether a text contains a wildcard, {@code *} or {@code ?}. */
    public static boolean is(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /** Returns whether a whole name matches a pattern with {@code *} and {@code ?}. */
    public static boolean matches(String glob, String name) {
        return matches(glob, name, true);
    }

    /** Returns whether a whole name matches a pattern in which {@code *} is the only wildcard. */
    public static boolean matchesStars(String pattern, String name) {
        return matches(pattern, name, false);
    }

    private static boolean matches(String pattern, String name, boolean questionMarks) {
        int p = 0;
        int n = 0;
        int star = -1;
        int behindStar = 0;
        while (n < name.length()) {
            char c = p < pattern.length() ? pattern.charAt(p) : 0;
            if (p < pattern.length() && c == '*') {
                star = p++;
                behindStar = n;
            } else if (p < pattern.length() && (c == name.charAt(n) || questionMarks && c == '?')) {
                p++;
                n++;
            } else if (star >= 0) {
                // An earlier star need not match more characters: the latest one can match them.
                p = star + 1;
                n = ++behindStar;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
