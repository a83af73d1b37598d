package runbench.base.home;

/** The version of Runbench that every file of a run records. */
public final class ProductVersion {
    public static final String RUNBENCH = implementationVersion();

    private ProductVersion() {
    }

    private static String implementationVersion() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
