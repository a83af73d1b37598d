package runbench.cli;

/**
 * What the build runs once to find out which classes a usual command loads, for the class-data archive that makes the
 * next start fast. Not a command.
 */
final class Training {
    private Training() {
    }

    public static void main(String[] args) {
        System.exit(Main.execute("--help"));
    }
}
