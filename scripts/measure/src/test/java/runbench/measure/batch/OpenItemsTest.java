package runbench.measure.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.measure.batch.OverHosts.OpenItems;

class OpenItemsTest {
    private static final BatchItem FIRST = new BatchItem("403.gcc", "1ms");
    private static final BatchItem SECOND = new BatchItem("470.lbm", "1ms");

    @Test
    void itemsAreGivenOutInOrderUntilNoneIsLeft() throws InterruptedException {
        OpenItems open = new OpenItems(List.of(FIRST, SECOND), 1);
        assertThat(open.take(0)).map(OpenItems.Item::item).contains(FIRST);
        open.done();
        assertThat(open.take(0)).map(OpenItems.Item::item).contains(SECOND);
        open.done();
        assertThat(open.take(0)).isEmpty();
    }

    @Test
    void aHostGetsAnItemThatItLostOnlyAfterAllOtherHostsLostItToo() throws InterruptedException {
        OpenItems open = new OpenItems(List.of(FIRST, SECOND), 2);
        open.giveBack(open.take(0).orElseThrow().triedOn(0, "down"));
        OpenItems.Item other = open.take(0).orElseThrow();
        assertThat(other.item()).isEqualTo(SECOND);
        open.leave(1);
        assertThat(open.take(0)).map(OpenItems.Item::why).contains("down; ");
    }

    @Test
    void anItemIsClosedAfterThreeTries() throws InterruptedException {
        OpenItems open = new OpenItems(List.of(FIRST), 1);
        assertThat(open.giveBack(open.take(0).orElseThrow().triedOn(0, "a"))).isTrue();
        assertThat(open.giveBack(open.take(0).orElseThrow().triedOn(0, "b"))).isTrue();
        assertThat(open.giveBack(open.take(0).orElseThrow().triedOn(0, "c"))).isFalse();
        assertThat(open.left()).isZero();
    }

    @Test
    void noItemIsGivenOutAfterAnErrorOfTheBatch() throws InterruptedException {
        OpenItems open = new OpenItems(List.of(FIRST), 1);
        open.close();
        assertThat(open.take(0)).isEmpty();
        assertThat(open.left()).isEqualTo(1);
    }
}
