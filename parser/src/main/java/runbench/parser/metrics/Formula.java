package runbench.parser.metrics;

import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Interval;

/**
 * A metric's formula: names, numbers, {@code + - * /} and brackets, nothing that could do harm. Evaluated in double
 * precision; a division by zero gives NaN or an infinity, which callers take for "nothing to say".
 */
public final class Formula {
    /** Part of a parsed formula; values of names come in the order of {@link Formula#names}. */
    sealed interface Node {
        double value(double[] names);

        Interval enclose(Interval[] names);

        /** What its partial derivative after one of the names is within these intervals. */
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
                default -> a.over(b);
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
            Interval first = da.over(b);
            boolean constant = db.low() == 0 && db.high() == 0;
            return constant ? first : first.plus(a.over(b).times(db.over(b)).negative());
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

    /**
     * Every value that it can have while each name lies in its interval. Where it only rises or only falls with a name,
     * that name's ends give the ends, however often it stands in the formula (Moore, Kearfott, Cloud, Introduction to
     * Interval Analysis, 2009, section 6.4): {@code a / (a + b)} is no wider than it is.
     *
     * @param of {@link #names}, in their order
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
        // What rounding may have taken away at the ends.
        return new Interval(low - Math.abs(low) * ROUNDING, high + Math.abs(high) * ROUNDING);
    }

    /**
     * The rate at which its value grows with one of its names.
     *
     * @param values of {@link #names}, in their order
     */
    double slope(int name, double... values) {
        Interval slope = root.slope(Arrays.stream(values).mapToObj(Interval::exactly).toArray(Interval[]::new), name);
        return slope.finite() ? (slope.low() + slope.high()) / 2 : Double.NaN;
    }

    /** As written. */
    @Override
    public String toString() {
        return text;
    }
}
