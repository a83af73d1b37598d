package runbench.report;

import java.util.List;
import java.util.Objects;

/**
 * The caption of a run chart, inside the image.
 *
 * @param title the benchmark, for example "403.gcc"
 * @param label description of the program that actually ran: "open:403.gcc (cc1 12.2.0, ...) - NOT SPEC"
 * @param machine processor or model of the machine, optionally with its name
 * @param kernel kernel release
 * @param source source of the counts: "PMU (Skylake)", "software events (kernel)", "emulated (...)"
 * @param periodAskedNanos requested sampling period in ns; instructions if these are the axis
 * @param periodKeptNanos median of the measured periods; NaN if unknown
 * @param samples number of samples
 * @param lost number of lost samples; negative if unknown
 * @param gaps number of periods without a sample that are longer than 1.5 nominal periods of wall time; negative if
 *     unknown
 * @param irregularShare share of periods longer than 1.5 times the nominal one, 0..1; NaN if unknown
 * @param notes lines for the foot: events that were not counted with the reason, damage of the recording
 */
record ChartCaption(String title, String label, String machine, String kernel, String source, double periodAskedNanos,
        double periodKeptNanos, long samples, long lost, long gaps, double irregularShare, List<String> notes) {
    ChartCaption {
        Objects.requireNonNull(title);
        Objects.requireNonNull(label);
        Objects.requireNonNull(machine);
        Objects.requireNonNull(kernel);
        Objects.requireNonNull(source);
        notes = List.copyOf(notes);
    }
}
