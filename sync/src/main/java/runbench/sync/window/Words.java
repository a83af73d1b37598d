package runbench.sync.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Splits command lines into words as a shell does: blanks separate, single and double quotes join. */
public final class Words {
    private static final String SAFE = "[A-Za-z0-9_./:=,@%+-]+";

    private Words() {
    }

    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                word = word == null ? new StringBuilder() : word;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
            } else {
                word = word == null ? new StringBuilder() : word;
                word.append(c);
            }
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }

    /** Returns the word in quotes, so that a shell reads {@code word}. */
    static String quote(String word) {
        return word.matches(SAFE) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns a line that a shell splits into {@code words}. */
    public static String join(List<String> words) {
        return words.stream().map(Words::quote).collect(Collectors.joining(" "));
    }
}
