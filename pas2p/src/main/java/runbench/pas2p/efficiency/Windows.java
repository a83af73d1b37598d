package runbench.pas2p.efficiency;

import java.util.List;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * The parts that the frontier cuts a run into: window 0 is before the first phase, one follows for each occurrence, the last is
 * after the last phase. Together they are the run. Windows of one kind are summed up: each relevant phase is a kind, all
 * other phases are one, and so is what is in no phase.
 */
final class Windows {
    private final PhaseOccurrences occurrences;
    private final long runStart;
    private final long runEnd;
    private final int[] kindOfPhase;
    private final int relevant;

    Windows(PhaseAnalysis analysis, List<Phase> relevantPhases) {
        occurrences = analysis.occurrences();
        runStart = analysis.runStartNanos();
        int n = occurrences.size();
        long last = n == 0 ? runStart : occurrences.endNanos(n - 1);
        // What was not ordered is not known: an incomplete trace is looked at as far as its phases go.
        runEnd = analysis.sweep().stoppedAt() != null ? last : Math.max(last, analysis.runEndNanos());
        relevant = relevantPhases.size();
        kindOfPhase = new int[analysis.phases().size()];
        java.util.Arrays.fill(kindOfPhase, relevant);
        for (int k = 0; k < relevant; k++) {
            kindOfPhase[relevantPhases.get(k).id()] = k;
        }
    }

    int count() {
        return occurrences.size() + 2;
    }

    int kinds() {
        return relevant + 2;
    }

    int otherPhases() {
        return relevant;
    }

    int noPhase() {
        return relevant + 1;
    }

    int kind(int window) {
        return window == 0 || window > occurrences.size() ? noPhase() : kindOfPhase[occurrences.phase(window - 1)];
    }

    long start(int window) {
        return window == 0 ? runStart : end(window - 1);
    }

    long end(int window) {
        if (window > occurrences.size()) {
            return runEnd;
        }
        return window > 0 ? occurrences.endNanos(window - 1) : occurrences.size() > 0 ? occurrences.startNanos(0) : runStart;
    }
}
