package runbench.parser.compare;

/**
 * A quantity of a whole run by which runs are compared.
 *
 * @param name as in summary.json: {@code wall_s}, {@code page-faults}, {@code ipc}
 * @param unit of the values; may be empty
 * @param title name for users
 * @param direction the better direction
 * @param time whether it is a duration, of which less is "faster"
 */
public record Measurand(String name, String title, String unit, Direction direction, boolean time) {
    public static final Measurand WALL = time("wall_s", "wall time");
    public static final Measurand CPU = time("cpu_s", "CPU time");
    public static final Measurand RUN = time("run_s", "running time counted");

    private static Measurand time(String name, String title) {
        return new Measurand(name, title, "s", Direction.LOWER, true);
    }
}
