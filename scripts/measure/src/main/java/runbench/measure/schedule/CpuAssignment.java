package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import runbench.schedule.policy.Decision;

/**
 * Assigns CPUs to the programs of a decision. A program keeps its previous CPUs if they are free, to preserve its
 * caches.
 */
final class CpuAssignment {
    private final List<Integer> cpus;
    private final List<Set<Integer>> last = new ArrayList<>();

    /**
     * Creates an assignment.
     *
     * @param cpus numbers of the available CPUs
     */
    CpuAssignment(int programs, List<Integer> cpus) {
        this.cpus = List.copyOf(cpus);
        for (int p = 0; p < programs; p++) {
            last.add(Set.of());
        }
    }

    /**
     * Assigns CPUs. If the programs request more CPUs than there are, all of them may run on all CPUs, and the kernel
     * decides.
     */
    List<LivePlacement> place(Decision decision) {
        List<Integer> running = new ArrayList<>();
        int wanted = 0;
        for (int p = 0; p < last.size(); p++) {
            if (decision.cpus(p) > 0) {
                running.add(p);
                wanted += decision.cpus(p);
            }
        }
        boolean all = wanted > cpus.size();
        Set<Integer> free = new LinkedHashSet<>(cpus);
        List<Set<Integer>> chosen = new ArrayList<>();
        for (int p : running) {
            Set<Integer> own = new LinkedHashSet<>();
            last.get(p)
                    .stream()
                    .filter(c -> !all && own.size() < decision.cpus(p) && free.contains(c))
                    .forEach(own::add);
            free.removeAll(own);
            chosen.add(own);
        }
        List<LivePlacement> placed = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            int p = running.get(i);
            Set<Integer> own = all ? new LinkedHashSet<>(cpus) : chosen.get(i);
            for (var rest = free.iterator(); !all && own.size() < decision.cpus(p) && rest.hasNext();) {
                own.add(rest.next());
                rest.remove();
            }
            last.set(p, new TreeSet<>(own)); // sorted: the same decisions give the same CPUs in every run
            double from = decision.begins(p);
            placed.add(
                    new LivePlacement(p, own.stream().sorted().toList(), from, Math.min(1, from + decision.share(p))));
        }
        return placed;
    }
}
