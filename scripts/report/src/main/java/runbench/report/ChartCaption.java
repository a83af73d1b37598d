package runbench.report;

import java.util.List;
import java.util.Objects;

/**
 * What a run chart says about itself, inside the image.
 *
 * @param title the benchmark, for example "403.gcc"
 * @param label what was really run: "open:403.gcc (cc1 12.2.0, ...) - NOT SPEC"
 * @param machine processor or model of the machine, and its name if wanted
 * @param kernel kernel release
 * @param source what counted: "PMU (Skylake)", "software events (kernel)", "emulated (...)"
 * @param periodAskedNanos sampling period asked for; instructions where these are the axis
 * @param periodKeptNanos median of the periods that were measured; NaN if unknown
 * @param samples samples kept
 * @param lost samples lost; negative if unknown
 * @param gaps stretches of wall time longer than 1.5 periods without a sample; negative if unknown
 * @param irregularShare share of periods longer than 1.5 times the nominal one, 0..1; NaN if unknown
 * @param notes lines for the foot: events that were not counted and why, damage found in the recording
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
