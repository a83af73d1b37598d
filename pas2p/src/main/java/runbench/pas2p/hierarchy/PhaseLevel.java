package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseGroup.Times;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * The run as occurrences of the phases of one level, in order. They cover the run: each one ends where the next begins.
 */
public final class PhaseLevel implements OccurrenceTimes {
    private final PhaseOccurrences all;
    private final List<PhaseGroup> groups;
    private int size;
    private int[] group = new int[64];
    private int[] first = new int[64];
    private int[] end = new int[64];

    PhaseLevel(PhaseOccurrences all, List<PhaseGroup> groups) {
        this.all = all;
        this.groups = groups;
    }

    void add(int id, int from, int to) {
        if (size == group.length) {
            int n = size * 2;
            group = Arrays.copyOf(group, n);
            first = Arrays.copyOf(first, n);
            end = Arrays.copyOf(end, n);
        }
        group[size] = id;
        first[size] = from;
        end[size++] = to;
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns the index in {@link PhaseHierarchy#groups}. */
    @Override
    public int phase(int i) {
        return group[i];
    }

    /** Returns the index in {@link PhaseOccurrences} of its first occurrence of a phase of the trace. */
    public int start(int i) {
        return first[i];
    }

    /** Returns the end (exclusive) of its occurrences of phases of the trace. */
    public int end(int i) {
        return end[i];
    }

    /** Returns the frontier at its start cut, reference time. */
    @Override
    public long startNanos(int i) {
        return all.startNanos(first[i]);
    }

    /** Returns the frontier at its end cut, reference time. */
    @Override
    public long endNanos(int i) {
        return all.endNanos(end[i] - 1);
    }

    /** Returns the phases with their occurrences in this level, by descending time. */
    public List<PhasePart> phases() {
        Times[] times = new Times[groups.size()];
        List<PhasePart> parts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int id = group[i];
            if (times[id] == null) {
                times[id] = new Times();
                parts.add(new PhasePart(groups.get(id), times[id], first[i]));
            }
            times[id].add(nanos(i));
        }
        parts.sort(Comparator.comparingLong((PhasePart p) -> p.times().nanos()).reversed());
        return List.copyOf(parts);
    }
}
