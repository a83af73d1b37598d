package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;

/** Sentences about the structure of a run. */
class StructureTextTest {
    private static final Structure.Resolution RESOLUTION = new Structure.Resolution(100, 0.1, 1000, 0.01, 10, 0.3,
            0.05);

    private static Structure structure(Structure.Verdict verdict, List<Structure.ChangePoint> points,
            List<Structure.RecurringPhase> phases, List<Structure.Repetition> repetitions,
            List<Structure.Trend> trends) {
        double mean = phases.stream().mapToDouble(p -> p.rates().get(0) * p.share()).sum();
        return new Structure(verdict, Axis.WALL_TIME, "s", RESOLUTION,
                List.of(new Structure.Column("instructions", "instructions/s", false, mean)), null, points, List.of(),
                phases, repetitions, trends, null);
    }

    private static List<String> sentences(Structure.Verdict verdict) {
        return StructureText.sentences(structure(verdict, List.of(), List.of(), List.of(), List.of()));
    }

    private static Structure.Repetition repetition(Structure.Drift drift, double to, double variation) {
        return new Structure.Repetition(12, 0, to, 0.8, 0.79, 0.81, variation, 0.9, null, drift, List.of(), 1);
    }

    @Test
    void theAbsenceOfStructureHasOneSentenceWithItsReason() {
        assertThat(sentences(Structure.Verdict.TOO_SHORT))
                .containsExactly("run too short to find structure: 1,000 sampling periods; use a shorter --period");
        assertThat(sentences(Structure.Verdict.NOTHING_VARIES)).containsExactly("no structure: no counted rate varies");
        assertThat(sentences(Structure.Verdict.NONE))
                .containsExactly("no phases, repetitions or trends found; parts shorter than 0.30 s may be missed");
    }

    @Test
    void aRepetitionStatesNumberPeriodAndInterval() {
        assertThat(StructureText.sentences(
                structure(Structure.Verdict.FOUND, List.of(), List.of(), List.of(repetition(null, 10, 0)), List.of())))
                .containsExactly("repeats 12 times, every 800 ms [790 ms, 810 ms]");
    }

    @Test
    void aCycleOfWaitingStatesBothPartsOnceOnWallTime() {
        Structure waits = new Structure(Structure.Verdict.FOUND, Axis.WALL_TIME, "s", RESOLUTION, List.of(), null,
                List.of(), List.of(), List.of(), List.of(repetition(null, 10, 0)), List.of(),
                new Structure.WaitingCycle(12, 0, 10, 0.8, 0.79, 0.81, 0.001, 0.6, 0.2, 0));
        assertThat(StructureText.sentences(waits))
                .containsExactly("repeats every 0.80 s: computes 0.60 s, waits 0.20 s; 12 times");
        Structure part = new Structure(Structure.Verdict.FOUND, Axis.RUN_TIME, "s", RESOLUTION, List.of(), null,
                List.of(), List.of(), List.of(), List.of(), List.of(),
                new Structure.WaitingCycle(12, 1, 10.6, 0.9, 0.89, 0.91, 0.02, 0.6, 0.2, 0.1));
        assertThat(StructureText.sentences(part)).containsExactly("repeats every 0.90 s: computes 0.60 s, waits "
                + "0.20 s, is ready without a CPU for 0.10 s; 12 times from 1.00 s to 10.60 s of wall time, "
                + "lengths vary by 2.0 %");
    }

    @Test
    void aRepetitionStatesRangeVariationAndDrift() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), List.of(),
                List.of(repetition(new Structure.Drift(0.5, 1, 0.001), 5, 0.04)), List.of())))
                .containsExactly("repeats 12 times, increasing intervals, from 500 ms to 1.00 s, "
                        + "from 0 ms to 5.00 s; lengths vary by 4.0 %");
    }

    @Test
    void phasesComeInTheOrderOfTimeWithTheirDistinctRate() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(),
                List.of(new Structure.RecurringPhase("A", 1, 2, 0.2, List.of(4e9)),
                        new Structure.RecurringPhase("B", 3, 8, 0.8, List.of(1e9))),
                List.of(), List.of())))
                .satisfiesExactly(
                        b -> assertThat(b).startsWith("phase B: 3 times, 80")
                                .contains("% of the wall time; instructions"),
                        a -> assertThat(a).startsWith("phase A: once, 20").contains("(run: "));
    }

    @Test
    void waitsAreNamedAndHaveNoRate() {
        List<Structure.RecurringPhase> phases = List.of(new Structure.RecurringPhase("A", 4, 3, 0.3, List.of(4e9)),
                new Structure.RecurringPhase("B", 4, 2, 0.2, List.of(1e9)),
                new Structure.RecurringPhase(Structure.WAITING, 8, 5, 0.5, List.of(0.0)));
        Structure waits = structure(Structure.Verdict.FOUND, List.of(new Structure.ChangePoint(2, null)), phases,
                List.of(), List.of());
        assertThat(StructureText.sentences(waits)).containsExactly("waiting: 8 times, 50.0 % of the wall time",
                "phase A: 4 times, 30.0 % of the wall time; instructions 4 G instructions/s (run: 1.4 G)",
                "phase B: 4 times, 20.0 % of the wall time; instructions 1 G instructions/s (run: 1.4 G)");
        assertThat(StructureText.dominantPhase(waits, null)).hasValueSatisfying(
                sentence -> assertThat(sentence).startsWith("Phase A takes 30.0 % of the wall time"));
    }

    /** The mean of the phases excludes the samples that hold an edge; the mean of the run does not. */
    @Test
    void theMeanOfTheRunIsThatOfItsColumn() {
        Structure found = structure(Structure.Verdict.FOUND, List.of(),
                List.of(new Structure.RecurringPhase("A", 1, 5, 0.5, List.of(200.0)),
                        new Structure.RecurringPhase("B", 1, 5, 0.5, List.of(1136.0))),
                List.of(), List.of());
        Structure exact = new Structure(found.verdict(), found.axis(), found.unit(), found.resolution(),
                List.of(new Structure.Column("page-faults", "faults/s", false, 658.0)), null, List.of(), List.of(),
                found.phases(), List.of(), List.of(), null);
        assertThat(StructureText.sentences(exact)).allMatch(sentence -> sentence.endsWith("(run: 658)"));
    }

    @Test
    void phasesThatNobodySeesAreOnlyCounted() {
        List<Structure.RecurringPhase> phases = List.of(new Structure.RecurringPhase("A", 1, 0.01, 0.001, List.of(4e9)),
                new Structure.RecurringPhase("B", 1, 9.98, 0.998, List.of(1e9)),
                new Structure.RecurringPhase("C", 1, 0.01, 0.001, List.of(4e6)));
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), phases, List.of(), List.of())))
                .containsExactly("phase B: once, 99.8 % of the wall time",
                        "2 other phases: together 0.20 % of the wall time (structure.csv)");
    }

    @Test
    void burstsBesideAnOtherwiseUniformRunAreDescribed() {
        List<Structure.RecurringPhase> phases = List.of(new Structure.RecurringPhase("A", 4, 9.84, 0.984, List.of(1e9)),
                new Structure.RecurringPhase("B", 3, 0.16, 0.016, List.of(4e9)));
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), phases, List.of(), List.of())))
                .satisfiesExactly(a -> assertThat(a).startsWith("phase A: 4 times, 98.4 % of the wall time"),
                        b -> assertThat(b).startsWith(
                                "phase B: 3 times, 1.6 % of the wall time; instructions 4 G instructions/s (run: "));
    }

    @Test
    void aPhaseIsDescribedByTheProgramsOwnEventsOnly() {
        Structure own = structure(Structure.Verdict.FOUND, List.of(),
                List.of(new Structure.RecurringPhase("A", 1, 5, 0.5, List.of(2e9, 10.0)),
                        new Structure.RecurringPhase("B", 1, 5, 0.5, List.of(4e9, 1000.0))),
                List.of(), List.of());
        Structure both = new Structure(own.verdict(), own.axis(), own.unit(), own.resolution(),
                List.of(own.columns().get(0), new Structure.Column("context-switches", "switches/s", true, 300.0)),
                null, List.of(), List.of(), own.phases(), List.of(), List.of(), null);
        assertThat(StructureText.sentences(both)).containsExactly(
                "phase A: once, 50.0 % of the wall time; instructions 2 G instructions/s (run: 3 G)",
                "phase B: once, 50.0 % of the wall time; instructions 4 G instructions/s (run: 3 G)");
    }

    @Test
    void aPhaseInWhichAnEventDoesNotOccurSaysSo() {
        List<Structure.RecurringPhase> phases = List.of(new Structure.RecurringPhase("A", 1, 5, 0.5, List.of(0.0)),
                new Structure.RecurringPhase("B", 1, 5, 0.5, List.of(4e9)));
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), phases, List.of(), List.of())))
                .anyMatch(a -> a.endsWith("; instructions 0 instructions/s (run: 2 G)"));
    }

    @Test
    void aTrendHasItsFactorWithAnInterval() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), List.of(), List.of(),
                List.of(new Structure.Trend(0, 0, 10, true, 1e9, 2e9, 1.8, 2.2, 3)))))
                .containsExactly("instructions rises over the whole run: 1 G to 2 G instructions/s, "
                        + "by a factor of 2.00 [1.80, 2.20]");
    }

    @Test
    void aRepetitionInsideAnotherStatesItsGroups() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), List.of(),
                List.of(new Structure.Repetition(40, 0, 10, 0.06, 0.059, 0.061, 0, 0.9, "A", null, List.of(), 5)),
                List.of()))).containsExactly("repeats 40 times, every 60 ms [59 ms, 61 ms], in 5 groups");
    }

    @Test
    void similarPartsAreNoPhases() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND,
                List.of(new Structure.ChangePoint(3, 2.0)), List.of(), List.of(), List.of())))
                .containsExactly("rates change at 1 point, but the parts are similar: "
                        + "no separate phases (parts: structure.csv)");
    }

    @Test
    void aTrendOfTheWholeRunComesFirst() {
        assertThat(StructureText.sentences(structure(Structure.Verdict.FOUND, List.of(), List.of(), List.of(),
                List.of(new Structure.Trend(0, 2, 4, false, 2e9, 1e9, 0.4, 0.6, 9),
                        new Structure.Trend(0, 0, 10, true, 1e9, 2e9, 1.8, 2.2, 3)))))
                .satisfiesExactly(whole -> assertThat(whole).startsWith("instructions rises over the whole run: "),
                        part -> assertThat(part).startsWith("instructions falls from 2.00 s to 4.00 s: "));
    }
}
