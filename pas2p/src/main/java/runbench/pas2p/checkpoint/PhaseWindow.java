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
 * The range of one checkpoint: the occurrences of a phase that are measured after it.
 *
 * @param phase index into the signature's phases
 * @param cut the cut after which all ranks pause, as in {@link Signature}
 * @param warmUp occurrences of the signature between the cut and the first measured one
 * @param measure consecutive occurrences of this phase
 * @param stop the cut after the last of them
 */
public record PhaseWindow(int phase, long[] cut, @JsonProperty("warm_up") int warmUp, List<Signature.Wanted> measure,
        long[] stop) {
    /** Occurrences per duration class. The mean time of a phase combines all its classes by their shares. */
    private static final int OF_EACH_CLASS = 5;
    private static final int MAX_OCCURRENCES = 4;

    /**
     * Returns one window for each phase that the signature measures, in the order of their cuts.
     *
     * @param occurrences number of occurrences to measure per phase, if the signature has as many
     * @param warmUp number of occurrences of any phase between the cut and the first measured one
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
        while (end < usable.size() && end < MAX_OCCURRENCES * occurrences && !eachClass(all, usable, end)) {
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

    /** Returns a signature that contains only these occurrences. */
    Signature part(Signature signature) {
        return signature.part(measure, stop);
    }
}
