package runbench.pas2p.study;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command line, split at blanks, with quotes as in a shell; no other shell syntax is supported. */
final class CommandWords {
    private static final Pattern PART = Pattern
            .compile("\\G(?:([^\\s'\"\\\\]+)|'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|\\\\(.)|(\\s+))");

    private CommandWords() {
    }

    /**
     * Splits a line.
     *
     * @throws IllegalArgumentException a quote is not closed
     */
    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        Matcher m = PART.matcher(line);
        int at = 0;
        while (m.find()) {
            at = m.end();
            if (m.group(5) != null) {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            word.append(m.group(1) != null ? m.group(1)
                    : m.group(2) != null ? m.group(2)
                            : m.group(3) != null ? m.group(3).replaceAll("\\\\(.)", "$1") : m.group(4));
        }
        if (at != line.length()) {
            throw new IllegalArgumentException("a quote is not closed: " + line.substring(at));
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
