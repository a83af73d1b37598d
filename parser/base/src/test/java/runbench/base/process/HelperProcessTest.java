package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** With shells in the part of helpers. */
@Tag("scenario")
@Tag("beside")
class HelperProcessTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private HelperProcess start(String script) throws IOException {
        HelperProcess helper = HelperProcess.start("test-helper", List.of("/bin/sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"));
        helper.read(new HelperProcess.Reader() {
            @Override
            public void line(String line) {
                lines.add(line);
            }

            @Override
            public void broken(IOException e) {
                lines.add("broken: " + e);
            }
        });
        return helper;
    }

    @Test
    void linesArriveInOrderAndCommandsReachIt() throws IOException {
        try (HelperProcess helper = start("echo first; read command; echo \"got $command\"; echo oh >&2; exit 3")) {
            helper.send("stop INT");
            assertThat(helper.await(() -> {})).isEqualTo(3);
            assertThat(lines).containsExactly("first", "got stop INT");
            assertThat(helper.stderr()).isEqualTo("oh");
            helper.send("stop INT"); // it has ended: nothing happens
        }
    }

    @Test
    void aHelperThatEndsBeforeItConnectsIsNotWaitedFor() throws IOException {
        try (HelperProcess helper = HelperProcess.startWithOwnInput("test-helper", List.of("/bin/sh", "-c", "exit 4"),
                Map.of())) {
            helper.read(new HelperProcess.Reader() {
                @Override
                public void line(String line) {
                    lines.add(line);
                }

                @Override
                public void broken(IOException e) {
                    lines.add("broken: " + e);
                }
            });
            helper.send("stop INT");
            assertThat(helper.await(() -> {})).isEqualTo(2); // sh does not know the option
        }
    }

    @Test
    void closingItEndsItsInput() throws IOException {
        HelperProcess helper = start("cat; echo end");
        helper.close();
        assertThat(helper.await(() -> {})).isZero();
        assertThat(lines).containsExactly("end");
    }

    @Test
    void anInterruptActsAndTheWaitingGoesOn() throws IOException {
        try (HelperProcess helper = start("read command; echo \"$command\"")) {
            Thread.currentThread().interrupt();
            assertThat(helper.await(() -> helper.send("stop"))).isZero();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(lines).containsExactly("stop");
        }
    }

    @Test
    void answersAreReadToTheirEnd() throws Exception {
        List<HelperLine> answers = HelperProcess.answers(
                List.of("/bin/sh", "-c", "echo '{\"v\":1,\"event\":\"a\"}'; echo '{\"v\":1,\"event\":\"error\"}'"));
        assertThat(answers).extracting(HelperLine::event).containsExactly("a", "error");
        assertThatThrownBy(() -> HelperProcess.answers(List.of("/no/such/helper"))).isInstanceOfSatisfying(
                IOException.class, e -> assertThat(IoReason.of(e)).isEqualTo("No such file or directory"));
    }

    @Test
    void answersOfAHelperThatWasKilledOrFailedAreNoAnswers() {
        assertThatThrownBy(() -> HelperProcess.answers(
                List.of("/bin/sh", "-c", "echo '{\"v\":1,\"event\":\"a\"}'; echo out of luck >&2; kill -9 $$")))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE))
                .hasMessage("the helper /bin/sh was ended by signal 9 before its answer was complete: out of luck");
        assertThatThrownBy(
                () -> HelperProcess.answers(List.of("/bin/sh", "-c", "echo '{\"v\":1,\"event\":\"a\"}'; exit 5")))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("ended with exit status 5");
        assertThatThrownBy(() -> HelperProcess.answers(List.of("/bin/sh", "-c", "echo '{\"v\":1}'")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("names no event");
    }

    @Test
    void commandsAreUtf8() throws IOException {
        try (HelperProcess helper = start("read -r command; echo \"$command\"")) {
            helper.send("na\u00efve \ud83d\ude00");
            assertThat(helper.await(() -> {})).isZero();
            assertThat(lines).containsExactly("na\u00efve \ud83d\ude00");
        }
    }

    @Test
    void aReaderThatFailsEndsTheHelperAndReachesWhoWaits() throws IOException {
        HelperProcess helper = HelperProcess.start("test-helper", List.of("/bin/sh", "-c", "seq 100000; cat"),
                Map.of("PATH", "/usr/bin:/bin"));
        helper.read(new HelperProcess.Reader() {
            @Override
            public void line(String line) {
                throw new IllegalStateException("defect");
            }

            @Override
            public void broken(IOException e) {
                lines.add("broken");
            }
        });
        assertThatThrownBy(() -> helper.await(() -> {})).hasMessage("defect");
        assertThat(ProcessHandle.of(helper.pid())).isEmpty();
    }
}
