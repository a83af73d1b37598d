package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The final report of {@code scripts/test}: every failure with its reason, in every language. */
@Tag("scenario")
@Tag("beside")
class TestReportTest {
    private static final Path REPORT = Path.of(System.getProperty("runbench.home"), "scripts", "lib", "test-report.pl");

    @TempDir
    private Path home;
    @TempDir
    private Path modules;

    /** Creates a Perl with only the modules that every minimal Debian has. */
    @BeforeEach
    void minimalPerl() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is missing: apt-get install perl-base");
        Files.writeString(modules.resolve("Minimal.pm"), """
                package Minimal;
                unshift @INC, sub { die "there is no $_[1]\\n" unless $_[1] =~ /^(strict|warnings)\\.pm$/; return };
                1;
                """);
    }

    private String report(int expected, String... log) throws Exception {
        Path file = Files.write(home.resolve("test.log"), List.of(log));
        Path said = home.resolve("said");
        ProcessBuilder builder = new ProcessBuilder("perl", REPORT.toString(), home.toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("PERL5LIB", modules.toString());
        builder.environment().put("PERL5OPT", "-MMinimal");
        Process perl = builder.start();
        assertThat(perl.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(said);
        assertThat(perl.exitValue()).as(text).isEqualTo(expected);
        return text;
    }

    @Test
    void aFailedCheckInCIsNamedWithItsReason() throws Exception {
        String said = report(1, "clock_test.c:12:3: warning: unused", "test/ring_test.c:77: lost == 0: 3 records lost",
                "emulate: FAILED: BBMA loads: 1 instead of 2", "ring: 4 passed, 3 failed, 0 skipped",
                "other: 2 passed, 0 failed, 0 skipped");
        assertThat(said).contains("ring: test/ring_test.c:77: lost == 0: 3 records lost")
                .contains("ring: emulate: FAILED: BBMA loads")
                .contains("ring: 1 without a reason")
                .contains("6 passed, 3 failed, 0 skipped")
                .doesNotContain("see above")
                .doesNotContain("unused");
    }

    @Test
    void aProgramThatCrashedIsAFailure() throws Exception {
        assertThat(report(1, "other: 2 passed, 0 failed, 0 skipped",
                "ring_test: ended without its tally: exit status 139"))
                .contains("ring_test: ended without its tally: exit status 139")
                .contains("2 passed, 1 failed");
    }

    @Test
    void aBuildThatFailedIsAFailureThoughNoTestDid() throws Exception {
        assertThat(report(1, "other: 2 passed, 0 failed, 0 skipped", "[ERROR] COMPILATION ERROR :"))
                .contains("the build: [ERROR] COMPILATION ERROR");
        assertThat(report(1, "other: 2 passed, 0 failed, 0 skipped", "make: *** [Makefile:89: scale.o] Error 1"))
                .contains("the build: make: *** [Makefile:89: scale.o] Error 1");
    }

    @Test
    void failuresAndSkipsOfJavaKeepTheirReasons() throws Exception {
        Path reports = Files.createDirectories(home.resolve("parser/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-x.xml"), """
                <testsuite>
                  <testcase name="a" classname="x.Y"/>
                  <testcase name="b" classname="x.Y"><failure message="&#10;expected: 1&#10; but was: 2">trace</failure></testcase>
                  <testcase name="c" classname="x.Y"><skipped message="needs &lt;root&gt;"/></testcase>
                </testsuite>
                """);
        assertThat(report(1, "")).contains("x.Y.b: expected: 1 but was: 2")
                .contains("x.Y.c: needs <root>")
                .contains("1 passed, 1 failed, 1 skipped");
    }

    /** Checks that an aborted try counts as neither passed nor skipped; the next try counts. */
    @Test
    void whatWasMeasuredOnceMoreIsNamed() throws Exception {
        Path reports = Files.createDirectories(home.resolve("sync/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-x.xml"), """
                <testsuite>
                  <testcase name="a[1]" classname="x.Y"><skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException:\s

                Expecting actual:
                  1100.0
                to be less than:
                  1000.0\s
                Test execution #1 (of up to 2) failed ~> will retry in 0 ms...
                	at x.Y.a(Y.java:7)
                ]]></skipped></testcase>
                  <testcase name="a[2]" classname="x.Y"/>
                  <testcase name="b[2]" classname="x.Y"><failure message="Test execution #2 (of up to 2 with at least 1 successes) failed ~&gt; test fails"><![CDATA[Test execution #2
                	org.opentest4j.TestAbortedException: 1200 is too much
                Test execution #1 (of up to 2) failed ~> will retry in 0 ms...
                ]]></failure></testcase>
                </testsuite>
                """);
        assertThat(report(1, "")).contains("Measured again")
                .contains("x.Y.a[1]: Expecting actual: 1100.0 to be less than: 1000.0")
                .contains("x.Y.b[2]: 1200 is too much")
                .contains("1 passed, 1 failed, 0 skipped");
    }

    @Test
    void charactersBeyondAsciiStay() throws Exception {
        Path reports = Files.createDirectories(home.resolve("parser/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-x.xml"), """
                <testsuite><testcase name="a" classname="x.Y"><skipped message="na\u00efve &#8364;"/></testcase></testsuite>
                """);
        assertThat(report(0, "ring: 4 passed, 0 failed, 1 skipped", "ring: skipped: gr\u00f6\u00dfer"))
                .contains("x.Y.a: na\u00efve \u20ac")
                .contains("gr\u00f6\u00dfer");
    }

    @Test
    void allWell() throws Exception {
        assertThat(report(0, "ring: 4 passed, 0 failed, 1 skipped", "ring: skipped: no ring here"))
                .contains("4 passed, 0 failed, 1 skipped");
    }
}
