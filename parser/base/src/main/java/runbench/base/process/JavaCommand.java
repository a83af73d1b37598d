package runbench.base.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.home.ProjectHome;

/** How to start this program once more, in a process of its own. */
public final class JavaCommand {
    private JavaCommand() {
    }

    /**
     * The same Java, the same classes: a build meanwhile must not change what runs.
     *
     * @param main the class to start
     * @param options of the JVM besides
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
