package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Interval;

/**
 * A metric's formula: names, numbers, {@code + - * /} and brackets. It cannot execute code. Evaluation is in double
 * precision. A division by zero gives NaN or an infinity, which callers treat as undefined.
 */
public final class Formula {
    /** A part of a parsed formula. Values of names have the order of {@link Formula#names}. */
    sealed interface Node {
        double value(double[] names);

        Interval enclose(Interval[] names);

        /** Returns the range of the partial derivative with respect to one of the names within these intervals. */
        Interval slope(Interval[] names, int name);
    }

    record Constant(double number) implements Node {
        @Override
        public double value(double[] names) {
            return number;
        }

        @Override
        public Interval enclose(Interval[] names) {
            return Interval.exactly(number);
        }

        @Override
        public Interval slope(Interval[] names, int name) {
            return Interval.exactly(0);
        }
    }

    record Name(int index) implements Node {
        @Override
        public double value(double[] names) {
            return names[index];
        }

        @Override
        public Interval enclose(Interval[] names) {
            return names[index];
        }

        @Override
        public Interval slope(Interval[] names, int name) {
            return Interval.exactly(name == index ? 1 : 0);
        }
    }

    record Negative(Node of) implements Node {
        @Override
        public double value(double[] names) {
            return -of.value(names);
        }

        @Override
        public Interval enclose(Interval[] names) {
            return of.enclose(names).negative();
        }

        @Override
        public Interval slope(Interval[] names, int name) {
            return of.slope(names, name).negative();
        }
    }

    record Operation(char sign, Node left, Node right) implements Node {
        @Override
        public double value(double[] names) {
            double a = left.value(names);
            double b = right.value(names);
            return switch (sign) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                default -> a / b;
            };
        }

        @Override
        public Interval enclose(Interval[] names) {
            Interval a = left.enclose(names);
            Interval b = right.enclose(names);
            return switch (sign) {
                case '+' -> a.plus(b);
                case '-' -> a.plus(b.negative());
                case '*' -> a.times(b);
                default -> a.dividedBy(b);
            };
        }

        @Override
        public Interval slope(Interval[] names, int name) {
            Interval da = left.slope(names, name);
            Interval db = right.slope(names, name);
            return switch (sign) {
                case '+' -> da.plus(db);
                case '-' -> da.plus(db.negative());
                case '*' -> da.times(right.enclose(names)).plus(left.enclose(names).times(db));
                default -> quotient(da, db, left.enclose(names), right.enclose(names));
            };
        }

        private static Interval quotient(Interval da, Interval db, Interval a, Interval b) {
            Interval first = da.dividedBy(b);
            boolean constant = db.low() == 0 && db.high() == 0;
            return constant ? first : first.plus(a.dividedBy(b).times(db.dividedBy(b)).negative());
        }
    }

    /** Relative error of a few operations in double precision. */
    private static final double ROUNDING = 1e-14;

    private final String text;
    private final List<String> names;
    private final Node root;

    Formula(String text, List<String> names, Node root) {
        this.text = text;
        this.names = List.copyOf(names);
        this.root = root;
    }

    /**
     * Parses a formula.
     *
     * @throws runbench.base.error.RunbenchException exit code 2, naming the character of the syntax error
     */
    public static Formula parse(String text) {
        return new FormulaParser(text).formula();
    }

    /** Returns the names that the formula uses, without duplicates, in the order of appearance. */
    public List<String> names() {
        return names;
    }

    /**
     * Returns the value of the formula.
     *
     * @param values values of {@link #names}, in their order
     */
    public double value(double... values) {
        return root.value(values);
    }

    /**
     * Returns the range of values of the formula while each name is within its interval. If the formula is monotonic in
     * a name, the ends of that name's interval give the ends of the result. This holds however often the name occurs in
     * the formula (Moore, Kearfott, Cloud, Introduction to Interval Analysis, 2009, section 6.4). The range of {@code a
     * / (a + b)} is therefore exact, not overestimated.
     *
     * @param of intervals of {@link #names}, in their order
     */
    public Interval enclose(Interval... of) {
        Interval[] least = of.clone();
        Interval[] most = of.clone();
        for (int i = 0; i < of.length; i++) {
            Interval slope = root.slope(of, i);
            if (slope.low() >= 0 || slope.high() <= 0) {
                boolean rises = slope.low() >= 0;
                least[i] = Interval.exactly(rises ? of[i].low() : of[i].high());
                most[i] = Interval.exactly(rises ? of[i].high() : of[i].low());
            }
        }
        double low = root.enclose(least).low();
        double high = root.enclose(most).high();
        // Widens the ends by the largest possible rounding error.
        return new Interval(low - Math.abs(low) * ROUNDING, high + Math.abs(high) * ROUNDING);
    }

    /**
     * Returns the partial derivative of the formula with respect to one of its names.
     *
     * @param name index of the name in {@link #names}
     * @param values values of {@link #names}, in their order
     */
    double slope(int name, double... values) {
        Interval slope = root.slope(Arrays.stream(values).mapToObj(Interval::exactly).toArray(Interval[]::new), name);
        return slope.finite() ? (slope.low() + slope.high()) / 2 : Double.NaN;
    }

    /** Returns the formula as written. */
    @Override
    public String toString() {
        return text;
    }

    /**
     * Reads a {@link Formula} by recursive descent: sum := product ((+|-) product)*, product := factor ((*|/) factor)*.
     */
    private static final class FormulaParser {
        private static final int MAX_LENGTH = 1000;
        private static final int MAX_DEPTH = 50;

        private final String text;
        private final List<String> names = new ArrayList<>();
        private int at;
        private int depth;

        FormulaParser(String text) {
            this.text = text;
        }

        Formula formula() {
            if (text.length() > MAX_LENGTH) {
                throw RunbenchException.badInput("a formula of more than " + MAX_LENGTH + " characters");
            }
            Formula.Node root = sum();
            if (at < text.length()) {
                throw invalid("'" + text.charAt(at) + "' does not belong here");
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
                throw invalid("a name or number is missing");
            }
            if (++depth > MAX_DEPTH) {
                throw invalid("brackets and signs are nested more than " + MAX_DEPTH + " deep");
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
                    throw invalid("'(' is not closed");
                }
                at++;
                return inner;
            } else if (first == '-') {
                at++;
                return new Formula.Negative(factor());
            } else if (first == '\'') {
                int end = text.indexOf('\'', at + 1);
                if (end < 0) {
                    throw invalid("the name's closing ' is missing");
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
            throw invalid("'" + first + "' does not belong here");
        }

        private Formula.Node name(String name) {
            if (name.isBlank()) {
                throw invalid("a name is missing");
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
                throw invalid("this is no number");
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
         * Returns whether a name may contain a character. perf's names contain hyphens and colons; a minus between
         * names therefore needs blanks around it.
         */
        private static boolean inName(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == ':' || c == '.';
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private RunbenchException invalid(String what) {
            return RunbenchException.badInput("formula '" + text + "', character " + (at + 1) + ": " + what)
                    .remedy("write names, numbers, + - * / and brackets, e.g. 1000 * branch-misses / instructions; "
                            + "a minus needs blanks around it, other names single quotes");
        }
    }
}
