package runbench.measure.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskTimesTest {
    @TempDir
    private Path proc;

    private void task(int pid, int tid, String schedstat) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
        Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
    }

    @Test
    void readyTasksAreAveragedOverTheTime() throws IOException {
        task(7, 7, "1000 2000 3");
        task(7, 8, "0 500 1");
        TaskTimes before = TaskTimes.read(proc, List.of(7L));
        task(7, 7, "1000 2600 4");
        task(9, 9, "10 400 1");
        TaskTimes after = TaskTimes.read(proc, List.of(7L, 9L, 11L));
        assertThat(after.readyNanos()).hasSize(3);
        assertThat(after.readySince(before, 1000)).as("600 of one task, 400 of a new one").isCloseTo(1, within(1e-9));
    }

    @Test
    void tasksThatEndAndKernelsWithoutTimesAreLeftOut() throws IOException {
        task(7, 7, "");
        Files.createDirectories(proc.resolve("7/task/8"));
        assertThat(TaskTimes.read(proc, List.of(7L)).readyNanos()).isEmpty();
        assertThat(TaskTimes.NONE.readySince(TaskTimes.NONE, 1)).isZero();
    }
}
