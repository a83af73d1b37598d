import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import runbench.eventlog.ReferenceClock;

/** The Java interface of sync.h: prints the reference's time of a stamp, and the reasons of failures. */
public final class References {
    private References() {
    }

    public static void main(String[] args) throws IOException {
        ReferenceClock closed;
        try (ReferenceClock clock = ReferenceClock.open(Path.of(args[0]))) {
            closed = clock;
            ReferenceClock.Time at = clock.at(1_000_100_000_000L);
            System.out.printf("%d %.1f %.1f %s %.2f%n", at.refNanos(), at.loNanos(), at.hiNanos(), at.how(),
                    clock.driftBoundPpm());
            clock.reload();
            System.out.println(clock.now().refNanos() > 0);
            try {
                clock.window(Duration.ofMillis(100));
            } catch (IOException e) {
                System.out.println(e.getMessage().contains("windows.service"));
            }
            try {
                clock.at(Long.MIN_VALUE);
            } catch (ArithmeticException e) {
                System.out.println("out");
            }
        }
        try {
            closed.now();
        } catch (IllegalStateException e) {
            System.out.println("closed");
        }
        try (ReferenceClock missing = ReferenceClock.open(Path.of(args[0] + ".missing"))) {
            System.out.println(missing);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
