package runbench.base.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The user's folders under several environments; the user database says {@code /home/u}, or "?" for a user without an
 * entry.
 */
class UserFoldersTest {
    @ParameterizedTest
    @CsvSource({"/tmp/h, '', /home/u, /tmp/h/.cache/runbench", "'', '', /home/u, /home/u/.cache/runbench",
            "relative, '', /home/u, /home/u/.cache/runbench", "/tmp/h, /tmp/x, /home/u, /tmp/x/runbench",
            "/tmp/h, relative, /home/u, /tmp/h/.cache/runbench", "'', '', ?, /dev/null/.cache/runbench"})
    void cacheFollowsHomeAndXdg(String home, String xdg, String databaseHome, Path expected) {
        assertThat(UserFolders.folder(Map.of("HOME", home, "XDG_CACHE_HOME", xdg), databaseHome, "XDG_CACHE_HOME",
                ".cache")).isEqualTo(expected);
    }
}
