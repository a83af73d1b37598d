package runbench.parser.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.Claim.Kind;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim.Found;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.Drift;
import runbench.parser.structure.Structure.RecurringPhase;
import runbench.parser.structure.Structure.Repetition;
import runbench.parser.structure.Structure.Segment;
import runbench.parser.structure.Structure.Trend;

/** What texts say, against structures of 100 s whose rates are known. */
class ClaimJudgeTest {
    private static final String EVENT = "L1D_ALL_REF";
    private static final double END = 100;

    private String event = EVENT;
    private Structure.Verdict found = Structure.Verdict.FOUND;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Repetition> repetitions = new ArrayList<>();
    private final List<Trend> trends = new ArrayList<>();

    /** @param rate of the event, by which phases are told apart here */
    private void stretch(String phase, double to, double rate) {
        segments.add(
                new Segment(segments.isEmpty() ? 0 : segments.get(segments.size() - 1).to(), to, phase, List.of(rate)));
    }

    private void repetition(int count, Drift drift) {
        repetitions.add(new Repetition(count, 0, END, END / count, END / count, END / count, 0, 1.0, null, drift,
                List.of(), 1));
    }

    private JudgedClaim judge(Kind kind, int least, int most, Double period) {
        List<RecurringPhase> phases = segments.stream().map(Segment::phase).distinct().map(name -> {
            List<Segment> own = segments.stream().filter(s -> s.phase().equals(name)).toList();
            double length = own.stream().mapToDouble(Segment::length).sum();
            return new RecurringPhase(name, own.size(), length, length / END, own.get(0).rates());
        }).toList();
        Structure structure = new Structure(found, Axis.RUN_TIME, "s",
                new Structure.Resolution(1000, 0.1, 4000, 0.025, END, 0.4, 0.1),
                List.of(new Structure.Column(event, "references/s", false)), null, List.of(), segments, phases,
                repetitions, trends);
        Characterization text = new Characterization("403.gcc", "", "", EVENT, "", "",
                List.of(new Claim(kind, least, most, period)));
        return ClaimJudge.judge(text, structure).get(0);
    }

    private JudgedClaim judge(Kind kind) {
        return judge(kind, 0, 0, null);
    }

    @Test
    void repetitionsCountByTheNearest() {
        repetition(3, null);
        repetition(38, null);
        assertThat(judge(Kind.REPEATS, 38, 38, 21.0)).isEqualTo(new JudgedClaim(new Claim(Kind.REPEATS, 38, 38, 21.0),
                ClaimVerdict.HOLDS, new Found(38, END / 38, null), List.of()));
        assertThat(judge(Kind.REPEATS, 8, 8, null).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
        assertThat(judge(Kind.REPEATS, 8, 8, null).found().number()).isEqualTo(3);
    }

    @Test
    void noRepetitionIsFoundToBeNone() {
        assertThat(judge(Kind.REPEATS, 8, 8, null)).extracting(JudgedClaim::verdict, JudgedClaim::found)
                .containsExactly(ClaimVerdict.DOES_NOT_HOLD, null);
    }

    @Test
    void whatComesTwiceIsNotLookedForAndSoCannotBeMissing() {
        assertThat(judge(Kind.REPEATS, 2, 2, null)).extracting(JudgedClaim::verdict, JudgedClaim::doubts)
                .containsExactly(ClaimVerdict.CANNOT_BE_COMPARED, List.of(ClaimDoubt.TOO_FEW_TIMES));
        repetition(5, null);
        assertThat(judge(Kind.REPEATS, 2, 2, null).verdict()).as("it comes five times")
                .isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
    }

    @Test
    void shortStretchesAreDetailsOfTheStages() {
        stretch("A", 20, 1);
        stretch("B", 40, 2);
        stretch("C", 41.5, 9);
        stretch("B", 60, 2);
        stretch("A", 80, 1);
        stretch("C", 100, 9);
        assertThat(judge(Kind.STAGES, 5, 6, null).found().number()).isEqualTo(4);
        stretch("D", 101, 4);
        assertThat(judge(Kind.STAGES, 4, 4, null).verdict()).isEqualTo(ClaimVerdict.HOLDS);
        assertThat(judge(Kind.STAGES, 5, 6, null).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
    }

    @Test
    void highAndLowAreToldByTheTextsEvent() {
        for (int turn = 0; turn < 4; turn++) {
            stretch("A", 25 * turn + 5, 9e8);
            stretch("B", 25 * turn + 25, 2e8);
        }
        assertThat(judge(Kind.SHORT_HIGH)).extracting(JudgedClaim::verdict, JudgedClaim::found)
                .containsExactly(ClaimVerdict.HOLDS, new Found(4, 5.0, 20.0));
        segments.replaceAll(s -> new Segment(s.from(), s.to(), s.phase(), List.of(1e17 / s.rates().get(0))));
        assertThat(judge(Kind.SHORT_HIGH).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
        assertThat(judge(Kind.ALTERNATES).verdict()).isEqualTo(ClaimVerdict.HOLDS);
        segments.replaceAll(
                s -> new Segment(s.from(), s.to(), s.phase(), List.of(s.phase().equals("A") ? 2.1e8 : 2e8)));
        assertThat(judge(Kind.ALTERNATES)).extracting(JudgedClaim::verdict, JudgedClaim::found, JudgedClaim::doubts)
                .containsExactly(ClaimVerdict.DOES_NOT_HOLD, new Found(4, 5.0, 20.0), List.of(ClaimDoubt.RATES_ALIKE));
    }

    @Test
    void lengthsGrowOrNot() {
        repetition(10, new Drift(5, 15, 0.001));
        assertThat(judge(Kind.LENGTHENS)).extracting(JudgedClaim::verdict, JudgedClaim::found)
                .containsExactly(ClaimVerdict.HOLDS, new Found(10, 5.0, 15.0));
        repetitions.clear();
        repetition(10, new Drift(15, 5, 0.001));
        assertThat(judge(Kind.LENGTHENS).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
    }

    @Test
    void whatRisesDoesSoToTheEnd() {
        trends.add(new Trend(0, 0, 60, false, 1e8, 2e8, 1.9, 2.1, 3));
        assertThat(judge(Kind.RISES).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
        trends.add(new Trend(0, 30, 100, false, 1e8, 2e8, 1.9, 2.1, 3));
        assertThat(judge(Kind.RISES)).extracting(JudgedClaim::verdict, JudgedClaim::found)
                .containsExactly(ClaimVerdict.HOLDS, new Found(null, 1e8, 2e8));
    }

    @Test
    void whatSettlesStaysMostOfTheRunWithoutATrend() {
        stretch("A", 20, 1);
        stretch("B", 100, 2);
        assertThat(judge(Kind.SETTLES)).extracting(JudgedClaim::verdict, JudgedClaim::found)
                .containsExactly(ClaimVerdict.HOLDS, new Found(2, 20.0, null));
        trends.add(new Trend(0, 20, 100, false, 2, 3, 1.4, 1.6, 3));
        assertThat(judge(Kind.SETTLES).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
    }

    @Test
    void otherEventsGiveNoVerdictButSayWhatTheyShow() {
        event = "page-faults";
        repetition(2, null);
        assertThat(judge(Kind.REPEATS, 2, 2, null)).extracting(JudgedClaim::verdict, JudgedClaim::doubts)
                .containsExactly(ClaimVerdict.CANNOT_BE_COMPARED, List.of(ClaimDoubt.OTHER_EVENTS));
        assertThat(judge(Kind.REPEATS, 8, 8, null).doubts()).containsExactly(ClaimDoubt.OTHER_EVENTS_SILENT);
        assertThat(judge(Kind.RISES)).extracting(JudgedClaim::found, JudgedClaim::doubts)
                .containsExactly(null, List.of(ClaimDoubt.EVENT_NOT_COUNTED));
    }

    @Test
    void whereNothingCouldBeFoundNothingIsJudged() {
        found = Structure.Verdict.TOO_SHORT;
        assertThat(judge(Kind.REPEATS, 2, 2, null)).extracting(JudgedClaim::verdict, JudgedClaim::doubts)
                .containsExactly(ClaimVerdict.CANNOT_BE_COMPARED, List.of(ClaimDoubt.TOO_SHORT));
        found = Structure.Verdict.NONE;
        assertThat(judge(Kind.REPEATS, 8, 8, null).verdict()).isEqualTo(ClaimVerdict.DOES_NOT_HOLD);
    }

    @Test
    void numbersStandWhereTheyMeanSomething() {
        assertThatThrownBy(() -> new Claim(Kind.REPEATS, 0, 0, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Claim(Kind.RISES, 1, 1, null)).isInstanceOf(IllegalArgumentException.class);
    }
}
