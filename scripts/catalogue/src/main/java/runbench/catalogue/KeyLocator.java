package runbench.catalogue;

import java.util.List;
import java.util.regex.Pattern;

/** Finds the line of a key in a TOML text, for messages: the parser's tree holds no line numbers. */
final class KeyLocator {
    private final List<String> lines;

    KeyLocator(String text) {
        lines = text.lines().toList();
    }

    /**
     * Returns the line of a key.
     *
     * @param section header of the table as written, such as {@code bench."403.gcc".open}
     * @param within text that stands on the line of the enclosing inline table, or null
     * @param key the key, or null for the header itself
     * @return line number from 1; approximate if the key has an unusual form; 0 if the section is unknown
     */
    int line(String section, String within, String key) {
        int header = header(section.replace("\"", ""));
        if (header < 0 || key == null) {
            return header + 1;
        }
        int end = find(Pattern.compile("^\\s*\\["), header + 1, lines.size());
        end = end < 0 ? lines.size() : end;
        int from = header + 1;
        if (within != null) {
            int inner = find(Pattern.compile(Pattern.quote(within)), from, end);
            from = inner < 0 ? from : inner;
        }
        int found = find(Pattern.compile("(^|[{,\\s])[\"']?" + Pattern.quote(key) + "[\"']?\\s*="), from, end);
        return (found < 0 ? header : found) + 1;
    }

    private int header(String section) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("[") && line.replaceAll("[\\[\\]\"'\\s]", "").replaceAll("#.*", "").equals(section)) {
                return i;
            }
        }
        return -1;
    }

    private int find(Pattern pattern, int from, int to) {
        for (int i = from; i < to; i++) {
            if (pattern.matcher(lines.get(i)).find()) {
                return i;
            }
        }
        return -1;
    }
}
