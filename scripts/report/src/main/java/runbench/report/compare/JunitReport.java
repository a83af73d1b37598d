package runbench.report.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RatioVerdict;

/**
 * Writes comparisons as JUnit XML for the test reports of CI systems: one test case per comparison. A comparison that
 * is worse than the limit is a failure, one without a verdict is skipped, or a failure if a verdict is required.
 *
 * @param limit share by which B may be worse, 0..1; null: unlimited
 * @param failIfInconclusive a comparison without a verdict is a failure
 */
public record JunitReport(Double limit, boolean failIfInconclusive) {
    private static final String SUITE = "runbench compare";

    /** The result of one test case. */
    private enum Result {
        PASSED, FAILURE, SKIPPED
    }

    /**
     * Writes the comparisons.
     *
     * @throws IOException if the file cannot be written
     */
    public void write(List<Comparison> all, Path file) throws IOException {
        write(file, xml -> {
            long failures = all.stream().filter(c -> result(c) == Result.FAILURE).count();
            long skipped = all.stream().filter(c -> result(c) == Result.SKIPPED).count();
            double seconds = all.stream().mapToDouble(JunitReport::seconds).sum();
            startSuites(xml, all.size(), failures, 0, skipped, seconds);
            for (Comparison c : all) {
                writeCase(c, xml);
            }
        });
    }

    /**
     * Writes that there is no comparison: one test case with an error.
     *
     * @throws IOException if the file cannot be written
     */
    public static void writeError(RunbenchException error, Path file) throws IOException {
        write(file, xml -> {
            startSuites(xml, 1, 0, 1, 0, 0);
            startCase(xml, "comparison", 0);
            xml.writeStartElement("error");
            xml.writeAttribute("message", valid(error.getMessage()));
            xml.writeAttribute("type", "exit code " + error.exitCode().code());
            xml.writeCharacters(valid(error.remedy().orElse("")));
            xml.writeEndElement();
            xml.writeEndElement();
        });
    }

    private Result result(Comparison c) {
        if (limit != null && c.primary().worseByMoreThan(limit)) {
            return Result.FAILURE;
        }
        if (c.primary().verdict() != RatioVerdict.INCONCLUSIVE) {
            return Result.PASSED;
        }
        return failIfInconclusive ? Result.FAILURE : Result.SKIPPED;
    }

    private void writeCase(Comparison c, XMLStreamWriter xml) throws XMLStreamException {
        startCase(xml, c.b().label() + " compared with " + c.a().label(), seconds(c));
        Result result = result(c);
        if (result != Result.PASSED) {
            xml.writeStartElement(result.name().toLowerCase(Locale.ROOT));
            xml.writeAttribute("message", valid(
                    RatioText.verdict(c) + (limit == null ? "" : "; limit " + RatioText.percent(limit).substring(2))));
            if (result == Result.FAILURE) {
                xml.writeAttribute("type", c.primary().verdict().label());
            }
            xml.writeEndElement();
        }
        xml.writeStartElement("system-out");
        StringWriter text = new StringWriter();
        ComparisonText.print(c, null, new PrintWriter(text, true));
        xml.writeCharacters(valid(text.toString()));
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** Returns the wall time of all runs of B, s. */
    private static double seconds(Comparison c) {
        return c.metric(Measurand.WALL.name())
                .map(m -> m.b().stream().mapToDouble(Double::doubleValue).sum())
                .orElse(0.0);
    }

    private static void startSuites(XMLStreamWriter xml, long tests, long failures, long errors, long skipped,
            double seconds) throws XMLStreamException {
        for (String element : List.of("testsuites", "testsuite")) {
            xml.writeStartElement(element);
            xml.writeAttribute("name", SUITE);
            xml.writeAttribute("tests", String.valueOf(tests));
            xml.writeAttribute("failures", String.valueOf(failures));
            xml.writeAttribute("errors", String.valueOf(errors));
            xml.writeAttribute("skipped", String.valueOf(skipped));
            xml.writeAttribute("time", time(seconds));
        }
    }

    private static void startCase(XMLStreamWriter xml, String name, double seconds) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "runbench.compare");
        xml.writeAttribute("name", valid(name));
        xml.writeAttribute("time", time(seconds));
    }

    private static String time(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    /** Replaces control characters, which XML 1.0 excludes even as references. */
    private static String valid(String text) {
        return text.codePoints()
                .map(c -> c == '\n' || c == '\t' || c >= ' ' && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF
                        ? c
                        : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Writes the elements of a document. */
    @FunctionalInterface
    private interface Content {
        void writeTo(XMLStreamWriter xml) throws XMLStreamException;
    }

    private static void write(Path file, Content content) throws IOException {
        OutputFile.writeText(file, out -> {
            try {
                XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
                xml.writeStartDocument("UTF-8", "1.0");
                content.writeTo(xml);
                xml.writeEndDocument(); // ends all open elements
                xml.flush();
            } catch (XMLStreamException e) {
                throw new IOException(e.getMessage(), e);
            }
        });
    }
}
