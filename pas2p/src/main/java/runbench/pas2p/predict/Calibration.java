package runbench.pas2p.predict;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * Audited predictions of one machine, as kept in a file, and the factor by which they widen further intervals. The
 * factor is a quantile of the audits' errors in units of their half widths (split conformal prediction: Vovk, Gammerman
 * and Shafer, Algorithmic Learning in a Random World, 2005), and at least 1.
 */
public record Calibration(String format, int version, List<Audit> audits) {
    public static final Calibration NONE = new Calibration("runbench prediction audits", 1, List.of());
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /**
     * A prediction, before it was widened, and the time of the whole run.
     *
     * @param date date of the measurement, UTC
     * @param measuredS time that was measured: the lower limit of any interval
     */
    public record Audit(String program, String date, @JsonProperty("predicted_s") double predictedS,
            @JsonProperty("thesis_pte_s") double thesisS, @JsonProperty("low_s") double lowS,
            @JsonProperty("high_s") double highS, @JsonProperty("measured_s") double measuredS,
            @JsonProperty("tea_s") double actualS) {
        /** Creates the audit of a prediction with an actual time. */
        static Audit of(Prediction p) {
            return new Audit(String.join(" ", p.measured().command()), p.measured().date(), p.predictedS(), p.thesisS(),
                    p.intervalS()[0], p.intervalS()[1], p.measuredS(), p.actual().seconds());
        }

        /**
         * Returns the error in half widths, on the interval's logarithmic scale; above 1: the interval did not hold.
         */
        double score() {
            double floor = Math.min(measuredS, predictedS);
            double open = predictedS - floor;
            double half = open <= 0 ? highS - predictedS : open * Prediction.errorOf((highS - floor) / open);
            double left = actualS - floor;
            double error = open <= 0 || left <= 0 ? actualS - predictedS
                    : open * Prediction.errorOf(Math.max(left / open, open / left));
            return half > 0 ? Math.abs(error) / half : error == 0 ? 0 : Double.POSITIVE_INFINITY;
        }

        private boolean sameRun(Audit other) {
            return program.equals(other.program) && date.equals(other.date) && actualS == other.actualS;
        }
    }

    /**
     * Reads a file of audits.
     *
     * @return {@link #NONE} if there is no such file
     * @throws RunbenchException it cannot be read
     */
    public static Calibration read(Path file) {
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            Calibration read = JSON.readValue(file.toFile(), Calibration.class);
            return new Calibration(NONE.format, NONE.version, List.copyOf(read.audits));
        } catch (IOException | NullPointerException e) {
            throw RunbenchException.badInput(file + ": not a file of audited predictions")
                    .remedy("remove it, and run runbench pas2p predict --calibrate again")
                    .causedBy(e);
        }
    }

    public void write(Path file) throws IOException {
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
    }

    /**
     * Returns these audits and those of usable predictions with an actual time; an audit of the same run is replaced.
     */
    public Calibration with(Iterable<Prediction> predictions) {
        List<Audit> all = new ArrayList<>(audits);
        for (Prediction p : predictions) {
            if (p.actual() != null && Usability.of(p).isEmpty()) {
                Audit audit = Audit.of(p);
                all.removeIf(audit::sameRun);
                all.add(audit);
            }
        }
        return new Calibration(format, version, all);
    }

    /** Returns the factor on the half width of an interval, at least 1. */
    public double factor(double confidence) {
        double[] scores = audits.stream().mapToDouble(Audit::score).filter(Double::isFinite).sorted().toArray();
        if (scores.length == 0) {
            return 1;
        }
        int rank = (int) Math.ceil((scores.length + 1) * confidence);
        return Math.max(1, scores[Math.min(scores.length, rank) - 1]);
    }
}
