package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WatchedThreadTest {
    @Test
    void everyKindOfFailureReachesTheOwner() throws Exception {
        for (Throwable thrown : List.of(new IllegalStateException("defect"), new IOException("disk"),
                new StackOverflowError(), new InterruptedException())) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            WatchedThread.start("watched", () -> {
                if (thrown instanceof Error e) {
                    throw e;
                }
                throw (Exception) thrown;
            }, failure::set).join();
            assertThat(failure.get()).isSameAs(thrown);
            assertThatThrownBy(() -> { throw WatchedThread.rethrown(failure.get()); }).isSameAs(thrown);
        }
    }
}
