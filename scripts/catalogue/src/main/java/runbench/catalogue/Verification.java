package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.digest.Digests;

/** The verification of a benchmark's exit status and outputs against its entry. */
public final class Verification {
    private final ResolvedBenchmark benchmark;

    public Verification(ResolvedBenchmark benchmark) {
        this.benchmark = benchmark;
    }

    /**
     * The result of a verification.
     *
     * @param ok whether all checks passed
     * @param checks number of checked properties of the output, not counting the exit status
     * @param differences one line per failed check: file, expected value, actual value
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Result(boolean ok, int checks, List<String> differences) {}

    /**
     * Verifies a run. Called before {@link Preparation#cleanUp()}.
     *
     * @param exitStatus exit status; 128 + signal if the program was killed
     */
    public Result check(int exitStatus) {
        List<String> differences = new ArrayList<>();
        if (exitStatus != benchmark.expectedExit()) {
            differences.add("exit status " + exitStatus + " instead of " + benchmark.expectedExit());
        }
        for (Check check : benchmark.verify()) {
            try {
                difference(check).ifPresent(d -> differences.add(check.file() + ": " + d));
            } catch (NoSuchFileException e) {
                differences.add(check.file() + ": was not written");
            } catch (IOException e) {
                differences.add(check.file() + ": cannot be read: " + e.getMessage());
            }
        }
        return new Result(differences.isEmpty(), benchmark.verify().size(), List.copyOf(differences));
    }

    private Optional<String> difference(Check check) throws IOException {
        Path file = switch (check.file()) {
            case "stdout" -> benchmark.stdout();
            case "stderr" -> benchmark.stderr();
            default -> benchmark.workingDir().resolve(check.file());
        };
        if (check instanceof Check.Sha256 c) {
            String actual = Digests.of(file);
            return actual.equals(c.sha256()) ? Optional.empty()
                    : Optional.of("sha256 " + actual + " instead of " + c.sha256());
        } else if (check instanceof Check.Matches c) {
            return matches(c, file);
        }
        return near((Check.Near) check, file);
    }

    /** Reads line by line: an output of any size needs little memory. */
    private static Optional<String> matches(Check.Matches check, Path file) throws IOException {
        Pattern pattern = Pattern.compile(check.regex());
        long lines = 0;
        boolean found = false;
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines++;
                found = found || pattern.matcher(line).find();
            }
        }
        if (!found) {
            return Optional.of("no line matches " + check.regex());
        }
        return lines >= check.minLines() ? Optional.empty()
                : Optional.of(lines + " lines instead of at least " + check.minLines());
    }

    private static Optional<String> near(Check.Near check, Path file) throws IOException {
        Pattern pattern = Pattern.compile(check.regex());
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher m = pattern.matcher(line);
                if (m.find() && m.groupCount() > 0) {
                    return compare(check, m.group(1));
                }
            }
        }
        return Optional.of("no line matches " + check.regex());
    }

    private static Optional<String> compare(Check.Near check, String text) {
        double actual;
        try {
            actual = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Optional.of("'" + text + "' is not a number");
        }
        boolean near = Math.abs(actual - check.expected()) <= check.relative() * Math.abs(check.expected());
        return near ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "%s instead of %s (relative tolerance %s)", text,
                        check.expected(), check.relative()));
    }
}
