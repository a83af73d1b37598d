package runbench.parser.claim;

import java.util.List;

/**
 * A claim against one run.
 *
 * @param found what stands against it; null where nothing does
 * @param doubts what a reader must know beside the verdict, the weightiest first
 */
public record JudgedClaim(Claim claim, ClaimVerdict verdict, Found found, List<ClaimDoubt> doubts) {
    /**
     * What was found. Lengths and rates are in the units of the run's structure.
     *
     * @param number of repetitions, stretches or turns; null where the kind has none
     * @param first mean length of a repetition or of a high stretch, length of the first repetition, rate at the
     *     beginning, where the even rest begins; null where the kind has none
     * @param last mean length of a low stretch, length of the last repetition, rate at the end; null likewise
     */
    public record Found(Integer number, Double first, Double last) {}

    public JudgedClaim {
        doubts = List.copyOf(doubts);
    }
}
