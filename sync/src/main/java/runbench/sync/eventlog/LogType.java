package runbench.sync.eventlog;

/**
 * A declared type of events.
 *
 * @param name never empty
 * @param kind null where it was not declared
 * @param colour 0xRRGGBB; null where none was asked for
 */
public record LogType(String name, LogKind kind, Integer colour) {
    static final LogType UNDECLARED = new LogType("(not declared)", null, null);
}
