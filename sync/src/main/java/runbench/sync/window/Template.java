package runbench.sync.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.process.ProgramWords;

/**
 * A command that starts another on a node, such as {@code ssh {host} {command}}. {@code {host}} (or {@code {hosts}},
 * all of them separated by commas), {@code {address}}, {@code {name}} and {@code {port}} are the node's.
 * <p>{@code {command}} as a word of its own becomes the words of the command, quoted once more for each shell that
 * reads them: ssh, rsh and pdsh (but not {@code pdsh -R exec}) pass their arguments to a shell on the node. After
 * {@code sh -c} it becomes one word, quoted for that shell. Within a longer word, as in {@code sh -c 'cd /tmp; exec
 * {command}'}, it is quoted for the shell of that word.
 */
public final class Template {
    private static final String COMMAND = "{command}";
    /** Programs that join their arguments with blanks for a shell. */
    private static final Set<String> SHELLS_BEHIND = Set.of("ssh", "rsh", "pdsh", "dsh", "mrsh");

    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ksh", "zsh");

    private final List<String> words;

    private Template(List<String> words) {
        this.words = words;
    }

    /**
     * Parses a template.
     *
     * @param where option or file that contains the text, for messages
     * @param text the template
     * @throws RunbenchException if {@code {command}} is missing
     */
    public static Template parse(String where, String text) {
        List<String> words = Words.split(text);
        if (words.stream().noneMatch(word -> word.contains(COMMAND))) {
            throw RunbenchException.badInput(where + " '" + text + "': {command} is missing")
                    .remedy("For example: ssh {host} {command}");
        }
        return new Template(words);
    }

    /** Returns whether one command starts all nodes. */
    public boolean forAllNodes() {
        return words.stream().anyMatch(word -> word.contains("{hosts}"));
    }

    /**
     * Returns the words of the command for a node.
     *
     * @param node the node
     * @param hosts replaces {@code {hosts}}
     * @param command words of the command to start
     */
    public List<String> fill(Node node, String hosts, List<String> command) {
        List<String> filled = new ArrayList<>();
        int shells = shellsBehind(words.subList(0, words.indexOf(COMMAND) + 1));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals(COMMAND) && isShellScript(i)) {
                filled.add(quoted(Words.join(command), shells));
            } else if (word.equals(COMMAND)) {
                for (String part : command) {
                    filled.add(quoted(part, shells));
                }
            } else if (word.contains(COMMAND)) {
                int inner = shellsBehind(Words.split(word));
                List<String> parts = command.stream().map(part -> quoted(part, inner)).toList();
                filled.add(replace(word, node, hosts).replace(COMMAND, Words.join(parts)));
            } else {
                filled.add(replace(word, node, hosts));
            }
        }
        return filled;
    }

    /** Returns whether a word is the script of a shell, as in {@code sh -c {command}}. */
    private boolean isShellScript(int i) {
        return i > 1 && words.get(i - 1).matches("-[a-z]*c") && SHELLS.contains(base(words.get(i - 2)));
    }

    private static int shellsBehind(List<String> words) {
        int shells = 0;
        for (int i = 0; i < words.size(); i++) {
            // pdsh -R ssh is one program, not two.
            boolean program = i == 0 || !words.get(i - 1).equals("-R");
            shells += program && SHELLS_BEHIND.contains(base(words.get(i))) ? 1 : 0;
        }
        boolean direct = String.join(" ", words).matches(".*\\bpdsh\\b.* -R ?exec\\b.*");
        return direct ? shells - 1 : shells;
    }

    private static String base(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** Returns whether the template leaves the program's standard input open after the end of its own. */
    boolean hidesEndOfInput() {
        return words.stream().anyMatch(word -> base(word).equals("pdsh"));
    }

    /** Returns a hint why nothing was written, and a command that shows it; empty without ssh. */
    String silenceHint(Node node) {
        int ssh = 0;
        while (ssh < words.size() && !base(words.get(ssh)).equals("ssh")) {
            ssh++;
        }
        if (ssh == words.size() || words.contains("BatchMode=yes") || words.contains("-oBatchMode=yes")) {
            return "";
        }
        List<String> tried = words.subList(ssh, words.size())
                .stream()
                .takeWhile(word -> !word.contains(COMMAND))
                .map(word -> replace(word, node, node.host()))
                .toList();
        return ". Perhaps ssh asks for a password, a passphrase or whether to trust the host, which cannot be "
                + "answered here; see: " + Words.join(tried) + " true; then log in by key (ssh-copy-id "
                + Words.quote(node.host()) + "), and start with: ssh -o BatchMode=yes {host}"
                + " {command}, which fails immediately instead of asking";
    }

    private static String quoted(String word, int times) {
        String quoted = word;
        for (int i = 0; i < times; i++) {
            quoted = Words.quote(quoted);
        }
        return quoted;
    }

    private static String replace(String word, Node node, String hosts) {
        return word.replace("{hosts}", hosts)
                .replace("{host}", node.host())
                .replace("{address}", node.address())
                .replace("{name}", node.name())
                .replace("{port}", "" + node.port());
    }

    /** Splits command lines into words as a shell does: blanks separate, single and double quotes join. */
    public static final class Words {
        private static final String SAFE = "[A-Za-z0-9_./:=,@%+-]+";

        private Words() {
        }

        public static List<String> split(String line) {
            List<String> words = new ArrayList<>();
            StringBuilder word = null;
            char quote = 0;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
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
            return word.matches(SAFE) ? word : ProgramWords.quoted(word);
        }

        /** Returns a line that a shell splits into {@code words}. */
        public static String join(List<String> words) {
            return words.stream().map(Words::quote).collect(Collectors.joining(" "));
        }
    }
}
