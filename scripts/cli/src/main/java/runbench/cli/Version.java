package runbench.cli;

import picocli.CommandLine.IVersionProvider;
import runbench.base.home.ProductVersion;

/** The output of {@code runbench --version}. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[]{"runbench " + ProductVersion.RUNBENCH,
                "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version") + " " + System.getProperty("os.arch")};
    }
}
