package runbench.parser.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.Observed;
import runbench.parser.record.Metadata.RecordedAxis;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Term;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary.CountSources;

/** The words of recordings and summaries: those known stand for constants, others are kept as they are. */
class SummaryWordsTest {
    @TempDir
    Path dir;

    private RunSummary summary(String metadata) {
        Path file = dir.resolve("samples.rec");
        new RecordingWriter(file, 1, metadata).task(0, 9, 9, -1, 0).end(Synthetic.trailer(0));
        return RunSummary.of(Periods.of(Recording.open(file)));
    }

    @Test
    void knownWordsStandForConstants() {
        RunSummary s = summary(Synthetic.metadata("poll", Synthetic.MS, "page-faults:software:0:0", "cycles:pmu:0:-"));
        assertThat(s.mode()).isEqualTo(Term.of(SampledBy.POLL));
        assertThat(s.axis()).isEqualTo(Term.of(RecordedAxis.RUN_TIME));
        assertThat(s.provenance().scope()).isEqualTo(Term.of(CountScope.USER_AND_KERNEL));
        assertThat(s.provenance().observed()).isEqualTo(Term.of(Observed.COMMAND));
        assertThat(s.source().only(CountSource.SOFTWARE)).isTrue();
        assertThat(s.toJson()).contains("\"mode\" : \"poll\"", "\"source\" : \"software\"",
                "\"scope\" : \"user+kernel\"", "\"status\" : \"not counted\"", "\"observed\" : \"command\"",
                "\"axis\" : \"run_time\"");
    }

    @Test
    void thePlaceOfTheProgramIsANote() {
        String metadata = Synthetic.metadata("poll", Synthetic.MS, "page-faults:software:0:0");
        assertThat(summary(metadata).notes()).isEmpty();
        assertThat(summary(metadata.replace("\"run\":{",
                "\"run\":{\"place\":{\"cpu_list\":\"S0:cores\","
                        + "\"cpus\":\"0-3\",\"mem_nodes\":\"0\",\"governors\":[\"performance\"],\"min_hz\":800000000,"
                        + "\"max_hz\":3500000000},"))
                .notes())
                .containsExactly("bound to CPUs 0-3 (S0:cores); memory of NUMA node 0 only; governor performance; "
                        + "clock limits 800 MHz to 3.5 GHz");
        assertThat(summary(metadata.replace("\"run\":{", "\"run\":{\"place\":{\"cpu_list\":\"1\",\"cpus\":\"1\"},"))
                .notes()).containsExactly("bound to CPU 1");
    }

    @Test
    void unknownWordsAreKept() {
        RunSummary s = summary(Synthetic.metadata("telepathic", Synthetic.MS, "a:gpu:0:0")
                .replace("user+kernel", "guest")
                .replace("\"run_time\"", "\"energy\"")
                .replace("\"inherit\"", "\"observed\":\"cgroup\",\"inherit\""));
        assertThat(s.mode()).isEqualTo(new Term<>(SampledBy.UNKNOWN, "telepathic"));
        assertThat(s.events().get(0).source()).isEqualTo(new Term<>(CountSource.UNKNOWN, "gpu"));
        assertThat(s.events().get(0).countedAs()).isEqualTo("gpu");
        s.write(dir.resolve("summary.json"));
        RunSummary read = RunSummary.read(dir.resolve("summary.json"));
        assertThat(read.toJson()).isEqualTo(s.toJson())
                .contains("\"mode\" : \"telepathic\"", "\"source\" : \"gpu\"", "\"scope\" : \"guest\"",
                        "\"axis\" : \"energy\"", "\"observed\" : \"cgroup\"");
        assertThat(read.provenance()).isEqualTo(s.provenance());
    }

    @Test
    void theCpusOfAControlGroupAreSaid() {
        RunSummary s = summary(Synthetic.metadata("kernel", Synthetic.MS, "page-faults:software:0:0")
                .replace("\"cpus\":2", "\"cpus\":8")
                .replace("\"inherit\"",
                        "\"counters_follow\":\"cgroup\",\"observed_cpus\":[0,3],\"cpus_by\":\"affinity\",\"inherit\""));
        assertThat(s.whose().places()).isEqualTo(new ScopeSummary.Places(2, 8, "affinity", null));
        assertThat(s.whose().notes()).contains("counted on 2 of 8 CPUs, chosen by the program's affinity");
    }

    @Test
    void anEmulatorsWordNamesIt() {
        String word = "emulated (QEMU TCG), not measured";
        assertThat(Term.of(CountSource.class, word)).isEqualTo(new Term<>(CountSource.EMULATED, word));
        assertThat(CountSources.of("pmu+" + word).label()).isEqualTo("pmu+" + word);
    }

    @Test
    void aStatusThatIsNotKnownIsAnErrorInWords() throws IOException {
        Path file = dir.resolve("summary.json");
        summary(Synthetic.metadata("poll", Synthetic.MS, "page-faults:software:0:0")).write(file);
        Files.writeString(file, Files.readString(file)
                .replace("\"status\" : \"" + CountStatus.COUNTED.label() + "\"", "\"status\" : \"guessed\""));
        assertThatThrownBy(() -> RunSummary.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("summary.json")
                .hasMessageContaining("guessed")
                .hasMessageContaining("not counted");
    }
}
