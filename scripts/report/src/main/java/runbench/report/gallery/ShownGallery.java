package runbench.report.gallery;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;

/**
 * The content of a gallery.
 *
 * @param folder folder of the batch
 * @param batches folders of all batches with shown runs
 * @param machine processor and kernel; empty without a measurement
 * @param exhibits benchmarks with runs or claims
 * @param leftOut names of the other benchmarks
 */
public record ShownGallery(String folder, List<String> batches, String machine, List<Exhibit> exhibits,
        List<String> leftOut) {
    /**
     * A benchmark.
     *
     * @param benchmark name
     * @param title title
     * @param text claims; null if there are none
     * @param absence reason for the lack of a run; null if there is a run
     * @param runs runs
     */
    public record Exhibit(String benchmark, String title, Characterization text, String absence, List<Run> runs) {
        /** Returns one row per claim and run; for a benchmark without runs, one row per claim. */
        Stream<Row> rows() {
            return runs.stream().flatMap(r -> r.claims().stream().map(c -> new Row(this, r, c)));
        }
    }

    /**
     * A run.
     *
     * @param period sampling period as typed, or the fact of emulation; empty without a run
     * @param ok whether the run succeeded; null if it has not ended
     * @param reason reason of the failure; empty without one
     * @param label description of the program that actually ran
     * @param counted source of the counts; empty if nothing was counted
     * @param structure structure found in its counters; null without an analysis
     * @param axis axis of the comparison with claims
     * @param claims claims with their verdicts
     * @param doubts reservations about all its claims
     * @param chart path of its chart; null if there is none
     * @param link its page or chart, relative to the gallery's folder; null if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Run(String period, Boolean ok, String reason, String label, String counted,
            @JsonIgnore Structure structure, @JsonIgnore Axis axis, List<JudgedClaim> claims, List<ClaimDoubt> doubts,
            @JsonIgnore Path chart, String link) {}

    /** A claim with a run. */
    record Row(Exhibit exhibit, Run run, JudgedClaim judged) {
        boolean isNotInBatch() {
            return judged.doubts().contains(ClaimDoubt.NOT_IN_BATCH);
        }

        /** Returns the reservations, most important first: those of the claim, then those of the run. */
        List<ClaimDoubt> doubts() {
            return Stream.concat(judged.doubts().stream(), run.doubts().stream()).distinct().toList();
        }
    }

    Stream<Row> rows() {
        return exhibits.stream().flatMap(Exhibit::rows);
    }

    /** Returns the number of claims with a verdict, without those about benchmarks that the batches do not contain. */
    long count(ClaimVerdict verdict) {
        return rows().filter(r -> r.judged().verdict() == verdict && !r.isNotInBatch()).count();
    }

    /** Returns the number of claims about benchmarks that can run here, but are not in the batches. */
    long notInBatch() {
        return rows().filter(Row::isNotInBatch).count();
    }
}
