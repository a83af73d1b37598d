package runbench.base.name;

/**
 * Wildcards in names: {@code *} for any text, {@code ?} for any one character where the caller wants it. A pattern may
 * come from another user's display: matching returns to the latest star only, so that its steps never exceed pattern
 * length times name length.
 */
public final class Glob {
    private Glob() {
    }

    /** Whether a text has a wildcard, {@code *} or {@code ?}. */
    public static boolean is(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /** Whether a whole name matches a pattern with {@code *} and {@code ?}. */
    public static boolean matches(String glob, String name) {
        return matches(glob, name, true);
    }

    /** Whether a whole name matches a pattern in which {@code *} is the only wildcard. */
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
                // An earlier star need not take more: the latest one can take all of it.
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
