package runbench.sampler.events.machine;

import java.util.regex.Pattern;

/** Wildcards in names of tracepoints and PMUs: {@code *} and {@code ?}, as perf takes them. */
public final class Glob {
    private Glob() {
    }

    public static boolean is(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    public static boolean matches(String glob, String name) {
        StringBuilder regex = new StringBuilder();
        for (char c : glob.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return name.matches(regex.toString());
    }
}
