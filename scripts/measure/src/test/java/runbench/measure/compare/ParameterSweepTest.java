package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterSweepTest {
    private static final CompareRequest BY_RULE = new CompareRequest(null, 0.01, false, false, false);

    private static List<String> values(String typed) {
        return ParameterSweep.of(List.of(typed)).values().values().iterator().next();
    }

    @Test
    void valuesAreAListOrARange() {
        assertThat(values("threads=1,2,4")).containsExactly("1", "2", "4");
        assertThat(values("compiler=gcc -O2,clang")).containsExactly("gcc -O2", "clang");
        assertThat(values("n=10..40/10")).containsExactly("10", "20", "30", "40");
        assertThat(values("n=1..3")).containsExactly("1", "2", "3");
        assertThat(values("n=1..6/2")).as("the last step would exceed the end").containsExactly("1", "3", "5");
        assertThat(values("delay=0.3..0.7/0.2")).containsExactly("0.3", "0.5", "0.7");
        assertThat(values("x=-10..10/10")).containsExactly("-10", "0", "10");
        assertThat(values("path=a=b,c=d")).containsExactly("a=b", "c=d");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            threads       | is not NAME=VALUES
            =1,2          | is not NAME=VALUES
            2x=1,2        | is not NAME=VALUES
            threads=1,,2  | has an empty value
            threads=      | has an empty value
            threads=1,2,1 | has a value twice
            threads=4     | has a single value
            n=9..1        | is not an ascending range
            n=1..9/0      | is not an ascending range
            n=1..101      | 101 combinations exceed the maximum of 100
            n=1..9e9      | has a single value
            """)
    void whatIsNoSweepIsRejected(String typed, String reason) {
        assertThatThrownBy(() -> ParameterSweep.of(List.of(typed))).hasMessageContaining(reason);
    }

    @Test
    void combinationsAreBoundedAndNamesUnique() {
        assertThatThrownBy(() -> ParameterSweep.of(List.of("a=1..11", "b=1..10")))
                .hasMessageContaining("110 combinations exceed");
        assertThatThrownBy(() -> ParameterSweep.of(List.of("a=1,2", "a=3,4")))
                .hasMessageContaining("--parameter a is given twice");
    }

    private static ComparePlan plan(CompareRequest request, List<String> words, String... parameters) {
        return ComparePlan.swept(List.of("compare", "-n", "8"), words, ParameterSweep.of(List.of(parameters)), 5L, 8, 1,
                request);
    }

    @Test
    void theProgramRunsWithEveryCombination(@TempDir Path folder) throws IOException {
        ComparePlan plan = plan(BY_RULE, List.of("sh", "-c", "./solver-{c} {n} ${x} {n}"), "c=a,b", "n=1,2");
        assertThat(plan.programs()).extracting(p -> p.get(2))
                .containsExactly("./solver-a 1 ${x} 1", "./solver-a 2 ${x} 2", "./solver-b 1 ${x} 1",
                        "./solver-b 2 ${x} 2");
        assertThat(plan.sideName(2)).isEqualTo("c=b,n=1");
        assertThat(plan.parameters(3)).isEqualTo(Map.of("c", "b", "n", "2"));
        assertThat(plan.family().size()).isEqualTo(3);
        assertThat(plan.primary()).isNull();
        plan.write(folder);
        assertThat(ComparePlan.read(folder)).isEqualTo(plan);
        assertThat(ComparePlan.read(folder).sideName(1)).isEqualTo("c=a,n=2");
    }

    @Test
    void wallTimeDecidesAboutParallelTasksUnlessNamedOtherwise() {
        List<String> words = List.of("./solver", "{threads}");
        ComparePlan scaling = plan(BY_RULE, words, "threads=1,2");
        assertThat(scaling.primary()).isEqualTo("wall_s");
        assertThat(scaling.primaryReason()).isEqualTo("the parameter threads sets the number of parallel tasks");
        ComparePlan named = plan(new CompareRequest("page-faults", 0.01, false, false, false), words, "threads=1,2");
        assertThat(named.primary()).isEqualTo("page-faults");
        assertThat(named.primaryReason()).isNull();
    }

    @Test
    void aSweepNeedsOneProgramThatUsesEveryParameter() {
        assertThatThrownBy(() -> plan(BY_RULE, List.of("a", "{n}", "--", "b"), "n=1,2"))
                .hasMessageContaining("--parameter needs one program");
        assertThatThrownBy(() -> plan(BY_RULE, List.of(), "n=1,2"))
                .hasMessageContaining("--parameter needs one program");
        assertThatThrownBy(() -> plan(BY_RULE, List.of("a", "{n}"), "n=1,2", "m=1,2"))
                .hasMessageContaining("--parameter m has no place in the program: a {n}");
        assertThatThrownBy(() -> plan(BY_RULE, List.of("a", "{n}"), "n=1..12"))
                .hasMessageContaining("Bonferroni's correction over 11 comparisons");
    }
}
