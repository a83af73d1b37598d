package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.series.OffCpu;
import runbench.parser.series.OffCpu.Source;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;

class RunCaptionTest {
    private static final String LOAD = " (load 20 on 2 CPUs)";

    private static OffCpu times(double ready, double waiting) {
        double off = ready + waiting;
        return new OffCpu(Source.SWITCHES, null, 4, 4 - off, off, ready, waiting, false, null);
    }

    @Test
    void aConsiderableTimeOffTheCpusIsStated() {
        assertThat(RunCaption.offCpu(times(0.0018, 1), LOAD)).hasValue("waited for 25 % of 4.00 s");
        assertThat(RunCaption.offCpu(times(1, 0.0018), LOAD))
                .hasValue("was ready but had no CPU for 25 % of 4.00 s (load 20 on 2 CPUs)");
        assertThat(RunCaption.offCpu(times(1, 2), ""))
                .hasValue("waited for 50 % of 4.00 s, and was ready but had no CPU for 25 %");
    }

    @Test
    void aLowerBoundIsStatedAsSuchAndUnknownTimesAreNot() {
        OffCpu bound = new OffCpu(Source.DIFFERENCE, "", 4, 2.0, 2.0, null, null, true, null);
        assertThat(RunCaption.offCpu(bound, LOAD))
                .hasValue("was on no CPU for at least 50 % of 4.00 s (load 20 on 2 CPUs)");
        assertThat(RunCaption.sentence("waited")).isEqualTo("The program waited.");
    }

    @Test
    void nothingIsStatedOfAProgramThatRuns() {
        assertThat(RunCaption.offCpu(times(0.3, 0.1), LOAD)).isEmpty();
        assertThat(RunCaption.offCpu(null, LOAD)).isEmpty();
        assertThat(RunCaption.offCpu(new OffCpu(Source.NONE, "", 4, null, null, null, null, false, null), LOAD))
                .isEmpty();
    }

    @Test
    void onlyAFunctionWithAConsiderableShareIsNamed() {
        assertThat(RunCaption.function(ran("main", "two", true, 0.62)))
                .hasValue("62 % of its running time in main (two)");
        assertThat(RunCaption.function(ran("[no symbol]", "cc1", false, 0.32)))
                .hasValue("32 % of its running time in functions of cc1 without names");
        assertThat(RunCaption.function(ran("main", "two", true, 0.1))).as("less than 10 % is possible").isEmpty();
        assertThat(RunCaption.function(ran("irq_enable", "[kernel]", true, 0.9))).isEmpty();
        assertThat(RunCaption.function(null)).isEmpty();
    }

    private static RunningFunctions ran(String function, String library, boolean named, double share) {
        return new RunningFunctions(1000, 0, List.of(new FunctionShare(function, library, named, (int) (1000 * share),
                share, share - 0.03, share + 0.03, null)), List.of(), List.of());
    }
}
