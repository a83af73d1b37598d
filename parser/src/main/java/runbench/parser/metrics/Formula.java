package runbench.parser.metrics;

import java.util.List;

/**
 * A metric's formula: names, numbers, {@code + - * /} and brackets, nothing that could do harm. Evaluated in double
 * precision; a division by zero gives NaN or an infinity, which callers take for "nothing to say".
 */
public final class Formula {
    /** Part of a parsed formula; values of names come in the order of {@link Formula#names}. */
    sealed interface Node {
        double value(double[] names);
    }

    record Constant(double number) implements Node {
        @Override
        public double value(double[] names) {
            return number;
        }
    }

    record Name(int index) implements Node {
        @Override
        public double value(double[] names) {
            return names[index];
        }
    }

    record Negative(Node of) implements Node {
        @Override
        public double value(double[] names) {
            return -of.value(names);
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
    }

    private final String text;
    private final List<String> names;
    private final Node root;

    Formula(String text, List<String> names, Node root) {
        this.text = text;
        this.names = List.copyOf(names);
        this.root = root;
    }

    /**
     * @throws runbench.base.error.RunbenchException exit code 2, naming the character at which it is no formula
     */
    public static Formula parse(String text) {
        return new FormulaParser(text).formula();
    }

    /** What it uses, each once, in the order of appearance. */
    public List<String> names() {
        return names;
    }

    /** @param values of {@link #names}, in their order */
    public double value(double... values) {
        return root.value(values);
    }

    /** As written. */
    @Override
    public String toString() {
        return text;
    }
}
