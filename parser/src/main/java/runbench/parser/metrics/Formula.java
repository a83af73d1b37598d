package runbench.parser.metrics;

import java.util.Arrays;
import java.util.List;
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
}
