package runbench.base.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.home.ProjectHome;

/** The command that starts this program again, in a separate process. */
public final class JavaCommand {
    private JavaCommand() {
    }

    /**
     * Returns a command with the same Java and the same classes, so that a build in the meantime does not change the
     * program.
     *
     * @param main the class to start
     * @param options additional options of the JVM
     */
    public static List<String> of(Class<?> main, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-D" + ProjectHome.PROPERTY + "=" + ProjectHome.folder());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }
}
