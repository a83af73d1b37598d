package runbench.parser.series;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;

/** A recording of this test's own and its periods. */
abstract class PeriodsFixture {
    static final long MS = Synthetic.MS;

    @TempDir
    Path dir;
    Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("samples.rec");
    }

    RecordingWriter write(int values, String mode, String... events) {
        return new RecordingWriter(file, values, Synthetic.metadata(mode, MS, events));
    }

    Periods periods() {
        return Periods.of(Recording.open(file).requireIntact());
    }

    record Row(int task, long wall, long run, long dt, int flags, long count) {}

    static List<Row> rows(Periods periods) {
        List<Row> rows = new ArrayList<>();
        periods.forEach(p -> rows
                .add(new Row(p.task(), p.wallNanos(), p.runNanos(), p.runDeltaNanos(), p.flags(), p.count(0))));
        return rows;
    }
}
