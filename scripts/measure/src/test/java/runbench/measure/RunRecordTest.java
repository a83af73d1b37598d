package runbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {
    @TempDir
    private Path dir;

    private JsonNode content() throws IOException {
        return new ObjectMapper().readTree(dir.resolve("run.json").toFile());
    }

    @Test
    void aRunIsRunningUntilItsEndIsWritten() throws IOException {
        RunFolder folder = new RunFolder(dir);
        RunRecord record = new RunRecord(folder.record(), Instant.parse("2026-01-31T02:10:11.123456Z"))
                .with("benchmark", "403.gcc");
        record.begun();
        assertThat(content().path("state").asText()).isEqualTo("running");
        assertThat(content().path("started_utc").asText()).isEqualTo("2026-01-31T02:10:11.123Z");
        assertThat(content().path("benchmark").asText()).isEqualTo("403.gcc");
        assertThat(RunRecord.failure(folder)).isEmpty();
        assertThat(RunRecord.withoutRecording(folder)).hasMessageContaining("has not begun to count yet");

        record.ended(RunState.FAILED, "ended at its timeout");
        assertThat(content().path("state").asText()).isEqualTo("failed");
        assertThat(RunRecord.failure(folder)).contains("ended at its timeout");
        assertThat(RunRecord.withoutRecording(folder)).hasMessageContaining("its run failed: ended at its timeout");

        record.ended(RunState.FINISHED, null);
        assertThat(content().path("state").asText()).isEqualTo("finished");
        assertThat(dir.resolve("run.json.new")).doesNotExist();
    }

    @Test
    void withoutARecordThereIsNoFailure() throws IOException {
        assertThat(RunRecord.failure(new RunFolder(dir))).isEmpty();
        assertThat(RunRecord.withoutRecording(new RunFolder(dir))).hasMessageContaining("holds no recording");
        Files.writeString(dir.resolve("run.json"), "{\"failure\":3}");
        assertThat(RunRecord.failure(new RunFolder(dir))).isEmpty();
    }

    @Test
    void aDamagedRecordIsNamed() throws IOException {
        assertThat(RunRecord.stored(dir).damage()).isEmpty();
        assertThat(RunRecord.stored(dir).content().isMissingNode()).isTrue();
        Files.writeString(dir.resolve("run.json"), "{\"state\":\"finished\"}");
        assertThat(RunRecord.stored(dir).damage()).isEmpty();
        assertThat(RunRecord.stored(dir.resolve("samples.rec")).content().path("state").asText()).isEqualTo("finished");
        Files.writeString(dir.resolve("run.json"), "{ broken");
        assertThat(RunRecord.stored(dir).damage().orElseThrow()).contains("run.json is damaged in line 1");
        assertThat(RunRecord.stored(dir).content().isMissingNode()).isTrue();
        assertThat(RunRecord.stored(dir.resolve("samples.rec")).damage()).isPresent();
        Files.writeString(dir.resolve("run.json"), "3");
        assertThat(RunRecord.stored(dir).damage().orElseThrow()).contains("is damaged");
    }
}
