package runbench.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the inline tables of {@code prepare} and {@code verify}. */
final class StepReader {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private StepReader() {
    }

    static List<Step> steps(Table run) {
        List<Step> steps = new ArrayList<>();
        for (Table t : run.tables("prepare")) {
            steps.add(step(t));
            t.finish();
        }
        return List.copyOf(steps);
    }

    static List<Check> checks(Table run) {
        List<Check> checks = new ArrayList<>();
        for (Table t : run.tables("verify")) {
            checks.add(check(t));
            t.finish();
        }
        return List.copyOf(checks);
    }

    private static Step step(Table t) {
        if (t.has("copy")) {
            return new Step.Copy(t.text("copy"), t.textOr("to", "."));
        } else if (t.has("mkdir")) {
            return new Step.MakeDirectory(t.text("mkdir"));
        } else if (t.has("generate")) {
            return new Step.Generate(t.text("generate"), t.integerMap("args"), t.text("to"), hash(t));
        } else if (t.has("resource")) {
            return new Step.Resource(t.text("resource"), t.text("to"));
        } else if (t.has("command")) {
            return new Step.Command(t.textsOr("command", List.of()), t.textOr("stdout", null));
        } else if (t.has("control-file")) {
            return new Step.ControlFile(t.text("control-file"), t.text("suffix"), t.text("renamed"));
        }
        throw t.error("prepare", "holds a step of no known kind",
                "a step has one of copy, mkdir, generate, resource, command, control-file");
    }

    private static Check check(Table t) {
        String file = t.textOr("file", "stdout");
        if (t.has("sha256")) {
            return new Check.Sha256(file, hash(t));
        } else if (t.has("expected")) {
            return new Check.Near(file, regex(t), t.numberOr("expected", 0.0), t.numberOr("relative", 1e-9));
        } else if (t.has("matches")) {
            return new Check.Matches(file, regex(t), t.integerOr("min-lines", 0));
        }
        throw t.error("verify", "holds a check of no known kind",
                "a check has sha256, or matches (with min-lines), or matches with expected and relative");
    }

    private static String hash(Table t) {
        String hash = t.text("sha256");
        if (!HASH.matcher(hash).matches()) {
            throw t.error("sha256", "must be 64 lower-case hexadecimal digits, not '" + hash + "'",
                    "take it from: sha256sum FILE");
        }
        return hash;
    }

    private static String regex(Table t) {
        String regex = t.text("matches");
        try {
            Pattern.compile(regex);
            return regex;
        } catch (PatternSyntaxException e) {
            throw t.error("matches", "is not a regular expression: " + e.getDescription(),
                    "write it in single quotes: matches = '^mass (\\S+)$'").causedBy(e);
        }
    }
}
