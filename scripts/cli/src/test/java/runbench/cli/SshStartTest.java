package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * Tests of reflectors and gateways that start through a real sshd of the test on loopback, with the test's own keys.
 */
@Tag("machine")
@Tag("waits")
class SshStartTest {
    private static final String SSHD = "/usr/sbin/sshd";

    @TempDir
    private static Path server;
    private static Process sshd;
    private static String ssh;

    @TempDir
    private Path folder;
    private List<Integer> ports;

    @BeforeAll
    static void startSshd() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Bed.PROGRAMS.resolve("runbench-gateway")),
                "native/build/bin/runbench-gateway is not built (make -C native)");
        Assumptions.assumeTrue(Files.isExecutable(Path.of(SSHD)) && Bed.onPath("ssh"),
                "sshd is missing (apt-get install openssh-server openssh-client)");
        if ("root".equals(System.getProperty("user.name"))) {
            Files.createDirectories(Path.of("/run/sshd")); // sshd needs it; without a service it is missing
        }
        Bed.output("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", server.resolve("host").toString());
        Bed.output("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", server.resolve("user").toString());
        Files.copy(server.resolve("user.pub"), server.resolve("authorized"));
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwx------"));
        int port;
        int nobody;
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = one.getLocalPort();
            nobody = other.getLocalPort();
        }
        Path config = Files.writeString(server.resolve("sshd_config"),
                "Port " + port + "\nListenAddress 127.0.0.1\nHostKey " + server.resolve("host")
                        + "\nPidFile none\nAuthorizedKeysFile " + server.resolve("authorized")
                        + "\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                        + "PermitRootLogin yes\nMaxStartups 100\n"
                        // The user's own files for a shell's start may take longer than the rest of a login.
                        + "SetEnv HOME=" + server + "\n");
        sshd = new ProcessBuilder(SSHD, "-D", "-e", "-f", config.toString()).redirectErrorStream(true)
                .redirectOutput(server.resolve("sshd.log").toFile())
                .start();
        Path client = Files.writeString(server.resolve("ssh_config"),
                "Host down\n  Port " + nobody + "\nHost *\n  HostName 127.0.0.1\n  Port " + port + "\n  IdentityFile "
                        + server.resolve("user") + "\n  IdentitiesOnly yes\n  UserKnownHostsFile "
                        + server.resolve("known")
                        + "\n  StrictHostKeyChecking accept-new\n  BatchMode yes\n  LogLevel ERROR\n"
                        // The fastest exchange of keys that every version has.
                        + "  KexAlgorithms curve25519-sha256\n");
        ssh = "ssh -F " + client;
        try {
            await("login").atMost(30, TimeUnit.SECONDS)
                    .until(() -> new ProcessBuilder("ssh", "-F", client.toString(), "any", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(server.resolve("ssh.log").toFile())
                            .start()
                            .waitFor() == 0);
        } catch (ConditionTimeoutException e) {
            Assumptions.abort("no login through the test's own sshd: " + log());
        }
    }

    @BeforeEach
    void choosePorts() throws IOException {
        ports = Ports.free(4);
    }

    private static String log() {
        try {
            return Files.readString(server.resolve("ssh.log")) + Files.readString(server.resolve("sshd.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @AfterAll
    static void stopSshd() throws Exception {
        if (sshd != null) {
            sshd.destroy();
            sshd.waitFor();
        }
    }

    /** Starts a window that is long enough for a fault within it. */
    private Process start(Map<String, Integer> nodes, String template) throws IOException {
        return Runbench.start(folder.resolve("out"), Runbench.SHOW_PROGRESS, command("2s", nodes, template));
    }

    private Runbench.Ended measure(Map<String, Integer> nodes, String template, String... more) throws Exception {
        return Runbench.run(folder.resolve("out"), command("600ms", nodes, template, more));
    }

    private List<String> command(String window, Map<String, Integer> nodes, String template, String... more) {
        List<String> command = new ArrayList<>(List.of("sync", "measure", "--hosts", String.join(",",
                nodes.entrySet().stream().map(e -> e.getKey() + "=127.0.0.1:" + e.getValue()).sorted().toList()),
                "--launch", template, "-o", clocks().toString(), "--exchanges", "16", "--window", window));
        command.addAll(List.of(more));
        return command;
    }

    private Path clocks() {
        return folder.resolve("clocks");
    }

    private WindowModel window(String node) {
        NodeModel model = ModelFile.read(clocks().resolve(node + ".model.json"));
        assertThat(model.windows()).hasSize(1);
        return model.windows().get(0);
    }

    private void ended(int... which) throws Exception {
        for (int i : which) {
            Ports.awaitNone(ports.get(i));
        }
    }

    /** Checks that parentheses, blanks and quotes are unchanged after a shell on the node has read the command. */
    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds 20 us.
    @RetryingTest(2)
    void commandsArriveWordByWord() throws Exception {
        Path odd = Files.createDirectories(folder.resolve("it's (a) $HOME; folder"));
        Files.createSymbolicLink(odd.resolve("reflector"), Bed.PROGRAMS.resolve("runbench-reflector"));
        String reflector = "\"" + odd.resolve("reflector")
                + "\" --listen :{port} --until-eof --clock 'virtual(realtime,offset=123456,ppm=0,epoch=0)'";
        for (String template : List.of(ssh + " {host} 'cd /tmp; exec {command}'",
                ssh + " {host} " + ssh + " {name} {command}")) {
            Runbench.Ended ended = measure(Map.of("a", ports.get(0), "b", ports.get(1)), template, "--reflector",
                    reflector);
            assertThat(ended.code()).as(template + ": " + ended.output()).isZero();
            ended(0, 1);
        }
        for (WindowModel w : ModelFile.read(clocks().resolve("b.model.json")).windows()) {
            assertThat(w.baseNanos() + w.offsetNanos()).isBetween(103_456.0, 143_456.0);
        }
    }

    @Test
    void aHostThatRefusesIsNamedAndTheRestMeasured() throws Exception {
        Runbench.Ended ended = measure(Map.of("a", ports.get(0), "down", ports.get(1)), ssh + " {host} {command}");
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output())
                .contains("runbench: down: the reflector did not start: ended with 255 (command: ssh -F ", " down ",
                        "Connection refused")
                .doesNotContain("runbench: a:");
        assertThat(window("a").exchanges()).isPositive();
        ended(0);
    }

    /** Checks that the reflector ends when the connection is cut, because its input ends with the connection. */
    @Tag("nightly")
    @Test
    void aCutConnectionEndsTheReflector() throws Exception {
        Process run = start(Map.of("a", ports.get(0), "b", ports.get(1)), ssh + " {host} {command}");
        Ports.await(ports.get(1), run, folder.resolve("out"));
        Runbench.awaitBursts(folder.resolve("out"));
        Bed.signal("KILL",
                run.children()
                        .filter(p -> p.info().commandLine().orElse("").contains(" --listen :" + ports.get(1)))
                        .findFirst()
                        .orElseThrow()
                        .pid());
        Ports.awaitNone(ports.get(1));
        Runbench.Ended ended = Runbench.await(run, folder.resolve("out"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("runbench: b: its reflector ended: killed by signal 9")
                .doesNotContain("runbench: a:");
        ended(0);
    }

    /** Checks that no process continues after the whole program is killed and cannot clean up. */
    @Test
    void aKilledProgramLeavesNoReflector() throws Exception {
        Process run = start(Map.of("a", ports.get(0), "b", ports.get(1)), ssh + " {host} {command}");
        Ports.await(ports.get(0), run, folder.resolve("out"));
        Ports.await(ports.get(1), run, folder.resolve("out"));
        run.destroyForcibly().waitFor();
        ended(0, 1);
    }

    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds 20 us.
    @Tag("nightly")
    @RetryingTest(2)
    void gatewaysBehindGateways() throws Exception {
        StringBuilder tree = new StringBuilder("reference = \"root\"\nstart = \"" + ssh
                + " {host} {command}\"\nchildren = [\"g1=127.0.0.1:" + ports.get(0) + "\"]\n");
        for (int i = 1; i <= 3; i++) {
            tree.append("[node.g")
                    .append(i)
                    .append("]\nclock = \"virtual(realtime,offset=")
                    .append(i * 1_000_000_007L)
                    .append(",ppm=0,epoch=0)\"\n")
                    .append("children = [\"")
                    .append(i == 3 ? "leaf" : "g" + (i + 1))
                    .append("=127.0.0.1:")
                    .append(ports.get(i))
                    .append("\"]\n");
        }
        tree.append("[node.leaf]\nclock = \"virtual(realtime,offset=-5,ppm=0,epoch=0)\"\n");
        Path file = Files.writeString(folder.resolve("tree.toml"), tree);
        Runbench.Ended ended = Runbench.run(folder.resolve("out"), "sync", "measure", "--tree", file.toString(), "-o",
                clocks().toString(), "--exchanges", "16", "--window", "600ms");
        assertThat(ended.code()).as(ended.output()).isZero();
        WindowModel leaf = window("leaf");
        // All hosts share one clock, so the offset is the planted one; a busy machine adds an error.
        assertThat(leaf.baseNanos() + leaf.offsetNanos()).isBetween(-20_005.0, 19_995.0);
        assertThat((double) (-5 - leaf.baseNanos())).isBetween(leaf.loNanos(), leaf.hiNanos());
        ended(0, 1, 2, 3);
    }

    @Test
    void pdshStartsManyWithOneCommand() throws Exception {
        Assumptions.assumeTrue(Bed.onPath("pdsh"), "pdsh is missing (apt-get install pdsh)");
        for (String template : List.of("pdsh -R exec -w {hosts} {command}", "env PDSH_SSH_ARGS_APPEND='-F "
                + server.resolve("ssh_config") + "' pdsh -R ssh -w {hosts} {command}")) {
            Runbench.Ended ended = measure(Map.of("a", ports.get(0)), template, "--clock",
                    "virtual(realtime,offset=7,ppm=0,epoch=0)");
            assertThat(ended.code()).as(template + ": " + ended.output()).isZero();
            ended(0);
        }
    }
}
