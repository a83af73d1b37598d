package runbench.sync.eventlog;

/**
 * A declared type of events.
 *
 * @param name name; not empty
 * @param kind kind; null if the type was not declared
 * @param colour 0xRRGGBB; null if none was set
 */
public record LogType(String name, LogKind kind, Integer colour) {
    static final LogType UNDECLARED = new LogType("(not declared)", null, null);
}
