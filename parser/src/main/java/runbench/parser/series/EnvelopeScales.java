package runbench.parser.series;

import java.util.List;

/**
 * The envelopes of one reading, of the same events or metrics in the same order.
 *
 * @param fine in the buckets in which they were gathered
 * @param wide in several of these taken together, which are what they would be had they been gathered so
 */
public record EnvelopeScales(List<Envelope> fine, List<Envelope> wide) {
    public EnvelopeScales {
        fine = List.copyOf(fine);
        wide = List.copyOf(wide);
    }
}
