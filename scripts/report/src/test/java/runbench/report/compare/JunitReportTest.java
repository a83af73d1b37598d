package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import runbench.base.error.RunbenchException;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;

class JunitReportTest {
    private static final Comparison SLOWER = ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1.1, 0.002, "wall_s");
    private static final Comparison OPEN = ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1, 0.2, "wall_s");

    @TempDir
    private Path folder;

    private Element suite(JunitReport report, Comparison... all) throws Exception {
        Path file = folder.resolve("report.xml");
        report.write(List.of(all), file);
        return parsed(file);
    }

    private static Element parsed(Path file) throws Exception {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("testsuites");
        return (Element) document.getElementsByTagName("testsuite").item(0);
    }

    private static Element only(Element suite, String name) {
        assertThat(suite.getElementsByTagName(name).getLength()).as(name).isEqualTo(1);
        return (Element) suite.getElementsByTagName(name).item(0);
    }

    @Test
    void aWorseProgramIsAFailureWithTheVerdict() throws Exception {
        Element suite = suite(new JunitReport(0.02, false), SLOWER, ComparisonExamples.faster(), OPEN);
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        Element failure = only(suite, "failure");
        assertThat(failure.getAttribute("message")).startsWith("B takes 1.")
                .contains("x as long as A in wall time")
                .endsWith("; limit 2 %");
        Element test = (Element) failure.getParentNode();
        assertThat(test.getAttribute("name"))
                .isEqualTo("./solver-new --size 300 compared with ./solver-old --size 300");
        assertThat(Double.parseDouble(test.getAttribute("time"))).isBetween(10.9, 11.1);
        assertThat(test.getElementsByTagName("system-out").item(0).getTextContent()).contains("wall_s")
                .contains("10 interleaved pairs");
        assertThat(only(suite, "skipped").getAttribute("message")).startsWith("No verdict yet");
    }

    @Test
    void aWiderLimitAcceptsItAndARequiredVerdictFails() throws Exception {
        Element suite = suite(new JunitReport(0.2, true), SLOWER, OPEN);
        assertThat(only(suite, "failure").getAttribute("type")).isEqualTo("inconclusive");
        assertThat(suite.getAttribute("skipped")).isEqualTo("0");
    }

    @Test
    void anErrorIsATestCaseWithoutCharactersThatXmlExcludes() throws Exception {
        Path file = folder.resolve("report.xml");
        JunitReport.writeError(RunbenchException.badInput("A printed \u001b[31m & <ended>").remedy("run it again"),
                file);
        Element error = only(parsed(file), "error");
        assertThat(error.getAttribute("message")).isEqualTo("A printed ?[31m & <ended>");
        assertThat(error.getTextContent()).isEqualTo("run it again");
    }
}
