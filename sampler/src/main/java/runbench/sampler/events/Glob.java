package runbench.sampler.events;

import java.util.regex.Pattern;

/** Wildcards in names of tracepoints and PMUs: {@code *} and {@code ?}, as perf takes them. */
final class Glob {
    private Glob() {
    }

    static boolean is(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    static boolean matches(String glob, String name) {
        StringBuilder regex = new StringBuilder();
        for (char c : glob.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return name.matches(regex.toString());
    }
}
