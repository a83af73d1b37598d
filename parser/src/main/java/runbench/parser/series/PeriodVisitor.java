package runbench.parser.series;

/** Is shown every period of a recording in the order of time. */
@FunctionalInterface
public interface PeriodVisitor {
    /** @param period refilled for every call: copy what you want to keep */
    void period(Period period);
}
