package runbench.report.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.parser.claim.Claim;
import runbench.report.gallery.GalleryText.ClaimText;

/** Claims about benchmarks in words. */
class GalleryTextTest {
    @Test
    void claimsStateKindNumberAndPeriod() {
        assertThat(ClaimText.claim(new Claim(Claim.Kind.REPEATS, 1, 1, null, null, null))).isEqualTo("repeats once");
        assertThat(ClaimText.claim(new Claim(Claim.Kind.REPEATS, 3, 5, 2.0, null, null)))
                .startsWith("repeats 3 to 5 times, every 2")
                .endsWith("s");
        assertThat(ClaimText.claim(new Claim(Claim.Kind.STAGES, 4, 4, null, null, null))).isEqualTo("4 parts");
        assertThat(ClaimText.claim(new Claim(Claim.Kind.ALTERNATES, 0, 0, null, null, null)))
                .isEqualTo("alternates between a high and a low rate");
        assertThat(ClaimText.claim(new Claim(Claim.Kind.SETTLES, 0, 0, null, null, null)))
                .isEqualTo("constant from some time on");
    }
}
