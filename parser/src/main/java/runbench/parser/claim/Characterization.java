package runbench.parser.claim;

import java.util.List;

/**
 * What a text says of one program.
 *
 * @param benchmark catalogue id
 * @param source the text, and where in it
 * @param run arguments of its run
 * @param event whose rate it is about
 * @param prose what it says, in our words
 * @param relative how what runs without a licence bears on it; empty where nothing is to be said
 */
public record Characterization(String benchmark, String source, String run, String event, String prose, String relative,
        List<Claim> claims) {
    public Characterization {
        claims = List.copyOf(claims);
    }
}
