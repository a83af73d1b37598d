package runbench.pas2p.checkpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.pas2p.signature.Signature;

/**
 * What one checkpoint is for: the occurrences of a phase that are measured behind it.
 *
 * @param phase in the signature's phases
 * @param cut behind which all ranks pause: as in {@link Signature}
 * @param warmUp occurrences of the signature between the cut and the first that is measured
 * @param measure follow each other, of this phase only
 * @param stop the cut behind the last of them
 */
public record PhaseWindow(int phase, long[] cut, @JsonProperty("warm_up") int warmUp, List<Signature.Wanted> measure,
        long[] stop) {
    /** Of each class of duration: the time of a phase is that of all its classes, in their shares. */
    private static final int OF_EACH_CLASS = 5;
    private static final int LONGEST = 4;

    /**
     * One for each phase that the signature measures, in the order of their cuts.
     *
     * @param occurrences to measure of each phase, where it has as many
     * @param warmUp occurrences, of whatever phase, that are passed before the first that is measured
     */
    static List<PhaseWindow> of(Signature signature, int occurrences, int warmUp) {
        TreeMap<Integer, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < signature.measure().size(); i++) {
            places.computeIfAbsent(signature.measure().get(i).phase(), p -> new ArrayList<>()).add(i);
        }
        return places.values()
                .stream()
                .map(of -> window(signature.measure(), of, occurrences, warmUp))
                .sorted(Comparator.comparingLong(w -> IntStream.range(0, w.cut.length).mapToLong(l -> w.cut[l]).sum()))
                .toList();
    }

    private static PhaseWindow window(List<Signature.Wanted> all, List<Integer> places, int occurrences, int warmUp) {
        List<Integer> warm = places.stream().filter(i -> i >= warmUp).toList();
        List<Integer> usable = warm.size() < Math.min(occurrences, places.size() / 2) || warm.isEmpty() ? places : warm;
        int end = Math.min(usable.size(), occurrences);
        while (end < usable.size() && end < LONGEST * occurrences && !eachClass(all, usable, end)) {
            end++;
        }
        List<Signature.Wanted> measure = usable.subList(0, end).stream().map(all::get).toList();
        int from = Math.max(0, usable.get(0) - warmUp);
        long[] stop = measure.get(0).end().clone();
        for (Signature.Wanted wanted : measure) {
            Arrays.setAll(stop, l -> Math.max(stop[l], wanted.end()[l]));
        }
        return new PhaseWindow(measure.get(0).phase(), all.get(from).start(), usable.get(0) - from, measure, stop);
    }

    private static boolean eachClass(List<Signature.Wanted> all, List<Integer> usable, int end) {
        return usable.stream()
                .map(i -> all.get(i).stratum())
                .distinct()
                .allMatch(c -> usable.subList(0, end).stream().filter(i -> all.get(i).stratum() == c).count() >= Math
                        .min(Math.min(OF_EACH_CLASS, end),
                                usable.stream().filter(i -> all.get(i).stratum() == c).count()));
    }

    /** The signature of these occurrences alone. */
    Signature part(Signature signature) {
        return signature.part(measure, stop);
    }
}
