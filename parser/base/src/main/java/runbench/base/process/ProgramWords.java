package runbench.base.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** The words of a program to start: checks, and quotes for a shell. */
public final class ProgramWords {
    private static final Pattern SPACE = Pattern.compile("\\s");
    private static final Pattern SHELL_SYNTAX = Pattern.compile("[|<>;&`]|\\$\\(");

    private ProgramWords() {
    }

    /**
     * Rejects a command line for a shell that was given as one word, such as {@code 'a | b'}.
     *
     * @param words program and arguments
     * @param before words in front of the program, for the message: {@code runbench sample --}
     * @throws RunbenchException (bad input) the only word is a command line, and no file has this name
     */
    public static void requireProgram(List<String> words, String before) {
        if (words.size() != 1 || !SPACE.matcher(words.get(0).strip()).find() || isFile(words.get(0))) {
            return;
        }
        String line = words.get(0).strip();
        boolean isShell = SHELL_SYNTAX.matcher(line).find();
        throw RunbenchException.badInput("'" + line + "' is "
                + (isShell ? "a command line for a shell" : "one word with spaces") + ", not a program")
                .remedy(before + (isShell ? " sh -c " + quoted(line) : " " + line));
    }

    /**
     * Rejects a program that cannot be started, before anything is measured.
     *
     * @throws RunbenchException (bad input) as {@link #requireProgram}; (not found) there is no such program; (not
     *     executable) it is a file without permission to execute it, or a folder
     */
    public static void requireStartable(List<String> words, String before) {
        requireProgram(words, before);
        String program = words.isEmpty() ? "" : words.get(0);
        if (program.isEmpty()) {
            return;
        }
        if (!exists(program)) {
            throw notStarted(ExitCode.NOT_FOUND, program, "No such file or directory")
                    .remedy("check the name; a program outside $PATH needs its path");
        }
        if (program.contains("/") && Files.isDirectory(Path.of(program))) {
            throw notStarted(ExitCode.NOT_EXECUTABLE, program, "it is a folder").remedy("name a program in it");
        }
        if (ProgramPath.find(program).isEmpty()) {
            throw notStarted(ExitCode.NOT_EXECUTABLE, program, "Permission denied")
                    .remedy("permit its execution: chmod +x " + program);
        }
    }

    private static RunbenchException notStarted(ExitCode code, String program, String cause) {
        return RunbenchException.of(code, "the program " + program + " cannot be started: " + cause);
    }

    private static boolean exists(String program) {
        return program.contains("/") ? isFile(program) : ProgramPath.candidates(program).findAny().isPresent();
    }

    private static boolean isFile(String word) {
        return word.indexOf('\0') < 0 && Files.exists(Path.of(word));
    }

    /** Returns a word in single quotes, which a shell reads as this word. */
    public static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
