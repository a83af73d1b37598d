package runbench.report.gallery;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import runbench.parser.claim.Characterization;
import runbench.parser.claim.ClaimDoubt;
import runbench.parser.claim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.structure.Structure;

/**
 * What a gallery shows.
 *
 * @param folder of the batch that it was made for
 * @param batches folders of all batches whose runs are shown
 * @param machine processor and kernel; empty where nothing was measured
 * @param exhibits benchmarks that were run, or about which something was written
 * @param leftOut of the others
 */
public record ShownGallery(String folder, List<String> batches, String machine, List<Exhibit> exhibits,
        List<String> leftOut) {
    /**
     * A benchmark.
     *
     * @param text null where nothing was written about it
     * @param absence why nothing runs here; null where something was run
     */
    public record Exhibit(String benchmark, String title, Characterization text, String absence, List<Run> runs) {
        /** A row for each claim of each run; of a benchmark that was not run, one for each claim. */
        Stream<Row> rows() {
            return runs.stream().flatMap(r -> r.claims().stream().map(c -> new Row(this, r, c)));
        }
    }

    /**
     * A run.
     *
     * @param period sampling period as typed, or that it was emulated; empty where nothing was run
     * @param ok null: it has not come to its end
     * @param reason why it failed; empty when it did not
     * @param label what was really run
     * @param counted who counted; empty where nothing was
     * @param structure what was found in its counters; null where it was not looked for
     * @param doubts about all its claims
     * @param chart its picture; null where there is none
     * @param link its page or chart, relative to the gallery's folder; null where there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Run(String period, Boolean ok, String reason, String label, String counted,
            @JsonIgnore Structure structure, List<JudgedClaim> claims, List<ClaimDoubt> doubts, @JsonIgnore Path chart,
            String link) {}

    /** A claim of a benchmark against a run. */
    record Row(Exhibit exhibit, Run run, JudgedClaim judged) {
        /** The weightiest first: those of the claim, then those of the run. */
        List<ClaimDoubt> doubts() {
            return Stream.concat(judged.doubts().stream(), run.doubts().stream()).distinct().toList();
        }
    }

    Stream<Row> rows() {
        return exhibits.stream().flatMap(Exhibit::rows);
    }

    long count(ClaimVerdict verdict) {
        return rows().filter(r -> r.judged().verdict() == verdict).count();
    }
}
