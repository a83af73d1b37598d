package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;

/** Reads a {@link Formula} by recursive descent: sum := product ((+|-) product)*, product := factor ((*|/) factor)*. */
final class FormulaParser {
    private static final int LONGEST = 1000;
    private static final int DEEPEST = 50;

    private final String text;
    private final List<String> names = new ArrayList<>();
    private int at;
    private int depth;

    FormulaParser(String text) {
        this.text = text;
    }

    Formula formula() {
        if (text.length() > LONGEST) {
            throw RunbenchException.badInput("a formula of more than " + LONGEST + " characters");
        }
        Formula.Node root = sum();
        if (at < text.length()) {
            throw wrong("'" + text.charAt(at) + "' does not belong here");
        }
        return new Formula(text, names, root);
    }

    private Formula.Node sum() {
        Formula.Node left = product();
        while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            left = new Formula.Operation(text.charAt(at++), left, product());
        }
        return left;
    }

    private Formula.Node product() {
        Formula.Node left = factor();
        while (at < text.length() && (text.charAt(at) == '*' || text.charAt(at) == '/')) {
            left = new Formula.Operation(text.charAt(at++), left, factor());
        }
        return left;
    }

    private Formula.Node factor() {
        skipBlanks();
        if (at >= text.length()) {
            throw wrong("a name or number is missing");
        }
        if (++depth > DEEPEST) {
            throw wrong("brackets and signs are nested more than " + DEEPEST + " deep");
        }
        Formula.Node node = operand(text.charAt(at));
        depth--;
        skipBlanks();
        return node;
    }

    private Formula.Node operand(char first) {
        if (first == '(') {
            at++;
            Formula.Node inner = sum();
            if (at >= text.length() || text.charAt(at) != ')') {
                throw wrong("'(' is not closed");
            }
            at++;
            return inner;
        } else if (first == '-') {
            at++;
            return new Formula.Negative(factor());
        } else if (first == '\'') {
            int end = text.indexOf('\'', at + 1);
            if (end < 0) {
                throw wrong("the name's closing ' is missing");
            }
            String name = text.substring(at + 1, end);
            at = end + 1;
            return name(name);
        } else if (digit(first) || first == '.') {
            return number();
        } else if (Character.isLetter(first) || first == '_') {
            int from = at;
            while (at < text.length() && inName(text.charAt(at))) {
                at++;
            }
            return name(text.substring(from, at));
        }
        throw wrong("'" + first + "' does not belong here");
    }

    private Formula.Node name(String name) {
        if (name.isBlank()) {
            throw wrong("a name is missing");
        }
        if (!names.contains(name)) {
            names.add(name);
        }
        return new Formula.Name(names.indexOf(name));
    }

    private Formula.Node number() {
        int from = at;
        while (at < text.length() && (digit(text.charAt(at)) || text.charAt(at) == '.' || exponent(from))) {
            at++;
        }
        try {
            return new Formula.Constant(Double.parseDouble(text.substring(from, at)));
        } catch (NumberFormatException e) {
            at = from;
            throw wrong("this is no number");
        }
    }

    /** Parses the exponent of 1e9 and 1e-9, including its sign. */
    private boolean exponent(int from) {
        char c = text.charAt(at);
        boolean e = c == 'e' || c == 'E';
        boolean sign = (c == '-' || c == '+') && at > from && Character.toLowerCase(text.charAt(at - 1)) == 'e';
        return e || sign;
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Returns whether a name may contain a character. perf's names contain hyphens and colons; a minus between names
     * therefore needs blanks around it.
     */
    private static boolean inName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == ':' || c == '.';
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private RunbenchException wrong(String what) {
        return RunbenchException.badInput("formula '" + text + "', character " + (at + 1) + ": " + what)
                .remedy("write names, numbers, + - * / and brackets, e.g. 1000 * branch-misses / instructions; "
                        + "a minus needs blanks around it, other names single quotes");
    }
}
