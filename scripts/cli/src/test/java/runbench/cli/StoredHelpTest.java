package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that the stored texts, which answer without Java, are those of the commands. */
@Tag("scenario")
@Tag("beside")
class StoredHelpTest {
    private static final Path LIB = Path.of(System.getProperty("runbench.home"), "scripts", "lib");

    @Test
    void theHelpIsCurrent() throws Exception {
        assertThat(Files.readString(LIB.resolve(StoredHelp.HELP))).as("to bring it up to date: scripts/lib/store-help")
                .isEqualTo(StoredHelp.help());
    }

    /** Checks that every "%" in a description is doubled; otherwise picocli prints a warning. */
    @Test
    void everyDescriptionCanBeFormatted() {
        PrintStream before = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            StoredHelp.help();
        } finally {
            System.setErr(before);
        }
        assertThat(warnings.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void theCompletionIsCurrent() throws Exception {
        assertThat(Files.readString(LIB.resolve(StoredHelp.COMPLETION)))
                .as("to bring it up to date: scripts/lib/store-help")
                .isEqualTo(StoredHelp.completion());
    }

    @Test
    void thePageOfCommandsIsCurrent() throws Exception {
        assertThat(LIB.resolve("../../docs/reference").resolve(StoredHelp.COMMANDS))
                .as("to bring it up to date: scripts/lib/store-help")
                .content()
                .isEqualTo(StoredHelp.commandsPage());
    }
}
