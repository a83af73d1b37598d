package runbench.report.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.claim.Claim;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.ClaimJudge;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.series.Axis;
import runbench.report.gallery.ShownGallery.Exhibit;
import runbench.report.gallery.ShownGallery.Run;

class ShownGalleryTest {
    private static Exhibit without(String benchmark, ClaimDoubt why) {
        Characterization text = new Characterization(benchmark, "source", "run", "L1D_ALL_REF", "prose", "", false,
                List.of(Claim.of(Claim.Kind.RISES)));
        return new Exhibit(benchmark, "title", text, "reason", List.of(new Run("", null, "", "", "", null,
                Axis.RUN_TIME, ClaimJudge.unjudged(text, why), List.of(), null, null)));
    }

    @Test
    void benchmarksOutsideTheBatchAreCountedApart() {
        ShownGallery gallery = new ShownGallery("folder", List.of("folder"), "",
                List.of(without("a", ClaimDoubt.NOT_IN_BATCH), without("b", ClaimDoubt.NOT_RUN)), List.of());
        assertThat(gallery.count(ClaimVerdict.CANNOT_BE_COMPARED)).isEqualTo(1);
        assertThat(GalleryText.totals(gallery))
                .isEqualTo("0 holds, 0 does not hold, 1 cannot be compared; 1 not in this batch");
    }
}
