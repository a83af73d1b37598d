package runbench.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code runbench --version} prints, and every file of a run records. */
public final class Version implements IVersionProvider {
    /** Version of Runbench. */
    public static final String RUNBENCH = implementationVersion();

    private static String implementationVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "runbench " + RUNBENCH,
            "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.version") + " " + System.getProperty("os.arch")};
    }
}
