package runbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.sampler.run.Signal;

/** Tests signals in every order of arrival at the helper, this process and its handler thread. */
@Tag("beside")
class InterruptsTest {
    private static final int SIGINT = 2;
    private static final int SIGQUIT = 3;

    private final List<String> effects = new ArrayList<>();
    private final Interrupts interrupts = new Interrupts(() -> effects.add("given up"));

    private void start(String program) {
        interrupts.start(() -> program, (p, signal) -> effects.add(p + " gets " + signal));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15})
    void aSignalHandledByTheHelperFirstCountsOnce(int number) {
        start("program");
        interrupts.ended(OptionalInt.of(number));
        interrupts.received(number == SIGINT ? Signal.INT : Signal.TERM);
        assertThat(effects).as("the results are being written").isEmpty();
        interrupts.received(Signal.INT);
        assertThat(effects).containsExactly("given up");
    }

    @Test
    void aSignalAfterOneHandledHereIsASecondOne() {
        start("program");
        interrupts.received(Signal.INT);
        interrupts.ended(OptionalInt.of(SIGINT));
        interrupts.received(Signal.INT);
        assertThat(effects).containsExactly("program gets INT", "given up");
    }

    @Test
    void aSignalDoesNotEndTheNextRun() {
        start("first");
        interrupts.ended(OptionalInt.of(SIGINT));
        start("second");
        interrupts.received(Signal.INT);
        assertThat(effects).isEmpty();
        interrupts.received(Signal.INT);
        interrupts.received(Signal.INT);
        assertThat(effects).containsExactly("second gets INT", "second gets KILL");
    }

    @Test
    void afterANormalEndTheFirstSignalEndsTheWriting() {
        start("program");
        interrupts.ended(OptionalInt.empty());
        interrupts.received(Signal.TERM);
        assertThat(effects).containsExactly("given up");
    }

    @Test
    void aSignalThatNeverArrivesHereDoesNotBlock() {
        start("program");
        interrupts.ended(OptionalInt.of(SIGQUIT));
        interrupts.received(Signal.INT);
        assertThat(effects).containsExactly("given up");
    }

    @Test
    void aSecondSignalKillsTheProgram() {
        start("program");
        interrupts.received(Signal.TERM);
        interrupts.received(Signal.TERM);
        assertThat(effects).containsExactly("program gets TERM", "program gets KILL");
    }
}
