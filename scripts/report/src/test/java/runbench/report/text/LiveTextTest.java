package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.interval.IntervalCounts;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Term;
import runbench.report.text.LiveText.State;
import runbench.report.text.LiveText.Tasks;

class LiveTextTest {
    private static final long SECOND = 1_000_000_000L;
    private static final State STATE = new State(3 * SECOND, 12_345, new Tasks(3, 0.25));

    private static EventInfo event(String name, boolean counted) {
        return new EventInfo(name, "faults", Term.of(CountSource.class, "software"), 1, 2, 0,
                counted ? List.of(0) : List.of(), Term.of(CountScope.class, "user+kernel"), counted ? "" : "no PMU",
                true, "", false);
    }

    /** Returns a view after intervals of 1 s wall time and 0.5 s running time with these counts of page faults. */
    private static LiveText view(boolean unicode, long... faults) {
        LiveText view = new LiveText("./solver --size 300", unicode, false);
        for (int i = 0; i < faults.length; i++) {
            IntervalCount now = faults[i] < 0 ? new IntervalCount(event("page-faults", true), null, 0, 1, Double.NaN)
                    : new IntervalCount(event("page-faults", true), faults[i], SECOND / 2, 1, 2.0 * faults[i]);
            view.add(new IntervalCounts(i * SECOND, (i + 1) * SECOND, SECOND, SECOND / 2,
                    List.of(now, new IntervalCount(event("cycles", false), null, 0, 1, Double.NaN)),
                    List.of(new IntervalMetric("ipc", 1 + i))));
        }
        return view;
    }

    @Test
    void anEventHasItsRateItsMeanAndItsCourse() {
        List<String> lines = view(true, 0, 50, 100).lines(STATE, 80, 24);
        assertThat(lines.get(0)).startsWith("runbench sample: ./solver --size 300 ")
                .endsWith(" 3.0 s, 12,345 samples")
                .hasSize(80);
        assertThat(lines.get(1)).isEqualTo("CPUs used 0.50   3 tasks: running 0.50, ready 0.25, waiting 2.25");
        assertThat(lines.get(4)).isEqualTo("page-faults          200.000 /sec   100.000 /sec  ▁▅█");
        assertThat(lines.get(5)).startsWith("cycles              not supported");
        assertThat(lines.get(6)).isEqualTo("ipc                         3.000          2.000  ▃▆█");
        assertThat(lines.get(8)).startsWith("q ends as Ctrl-C does");
    }

    @Test
    void anIntervalWithoutACountIsBlankAndNoPartOfTheMean() {
        assertThat(view(false, 100, -1, 50).lines(STATE, 80, 24).get(4))
                .isEqualTo("page-faults          100.000 /sec   150.000 /sec  # =");
    }

    @Test
    void theViewFitsATerminalOfAnySize() {
        LiveText view = view(true, 0, 50, 100);
        for (int columns = 1; columns < 120; columns++) {
            for (int rows = 1; rows < 14; rows++) {
                int width = columns;
                assertThat(view.lines(STATE, columns, rows)).as("%d x %d", columns, rows)
                        .hasSizeLessThanOrEqualTo(rows)
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
            }
        }
        assertThat(view.lines(STATE, 80, 8)).anyMatch(line -> line.equals("... 2 more, in a higher terminal"));
        assertThat(view.lines(STATE, 80, 9)).noneMatch(line -> line.startsWith("..."));
    }

    @Test
    void aViewBeforeTheFirstIntervalSaysThatItStarts() {
        assertThat(new LiveText("a\u001b[31m", true, true).lines(new State(0, 0, null), 80, 24)).contains("starting")
                .noneMatch(line -> line.contains("\u001b"));
    }
}
