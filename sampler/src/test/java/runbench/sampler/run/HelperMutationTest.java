package runbench.sampler.run;

import runbench.sampler.run.SamplingListener.SamplingProgress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Json;

/**
 * Removes each member from the real helper's messages. A missing member is an error or has no effect; it is never read
 * as 0.
 */
@Timeout(60)
@Tag("machine")
@Tag("beside")
class HelperMutationTest {
    @TempDir
    private Path dir;

    private List<String> realLines() throws Exception {
        Path helper = ProjectHome.program(ProjectHome.folder(), "runbench-sampler");
        assumeTrue(Files.isExecutable(helper), "native/ has not been built");
        Path meta = Files.writeString(dir.resolve("meta.json"), "{}");
        Process p = new ProcessBuilder(helper.toString(), "--output", dir.resolve("samples.rec").toString(), "--period",
                "20000000", "--mode", "poll", "--event",
                "type=1,config=0x2,config1=0x0,config2=0x0,group=0,user=1,kernel=1,source=software,unit=faults,"
                        + "name=page-faults",
                "--meta", meta.toString(), "--", "true").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<String> lines = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertThat(p.waitFor()).isZero();
        return lines;
    }

    private static Object outcome(List<String> lines) {
        List<Object> outcomes = new ArrayList<>();
        Conversation conversation = new Conversation(new SamplingListener() {
            @Override
            public void progress(SamplingProgress p) {
                outcomes.add(p);
            }
        }, c -> {});
        lines.forEach(conversation::receive);
        outcomes.add(conversation.result(0, ""));
        return outcomes;
    }

    @Test
    void missingMembersAreErrors() throws Exception {
        List<String> lines = realLines();
        String whole = describe(outcome(lines));
        assertThat(whole).contains("COMPLETED");
        int errors = 0;
        for (int i = 0; i < lines.size(); i++) {
            for (Map.Entry<String, Map<String, Object>> without : withoutEach(Json.object(lines.get(i))).entrySet()) {
                List<String> changed = new ArrayList<>(lines);
                changed.set(i, Json.text(without.getValue()));
                try {
                    assertThat(describe(outcome(changed))).as("without " + without.getKey()).isEqualTo(whole);
                } catch (RunbenchException e) {
                    assertThat(e.getMessage()).contains(without.getKey());
                    errors++;
                }
            }
        }
        assertThat(errors).isGreaterThan(20);
    }

    private static String describe(Object outcome) {
        return outcome.toString().replaceAll("@[0-9a-f]+", "");
    }

    /**
     * Returns the variants of a message by the name of the removed member, including members of the first object of
     * each array.
     */
    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, Object>> withoutEach(Map<String, Object> whole) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        whole.forEach((key, value) -> {
            if (!key.equals("v") && !key.equals("event")) {
                Map<String, Object> less = new LinkedHashMap<>(whole);
                less.remove(key);
                all.put(key, less);
            }
            if (value instanceof List<?> items && !items.isEmpty() && items.get(0) instanceof Map<?, ?> first) {
                withoutEach((Map<String, Object>) first).forEach((inner, less) -> {
                    Map<String, Object> changed = new LinkedHashMap<>(whole);
                    List<Object> fewer = new ArrayList<>(items);
                    fewer.set(0, less);
                    changed.put(key, fewer);
                    all.put(inner, changed);
                });
            }
        });
        return all;
    }
}
