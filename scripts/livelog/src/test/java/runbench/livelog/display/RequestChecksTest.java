package runbench.livelog.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authentication and query parameters, without a server. */
class RequestChecksTest {
    private static final Authentication.Token TOKEN = Authentication.Token.random();
    private static final String BEARER = "Bearer " + TOKEN.text();
    private final Authentication authentication = new Authentication(TOKEN, Set.of("login1"));

    private static Authentication.Credentials request(String host, String authorization, String queryToken) {
        return new Authentication.Credentials(host, authorization, queryToken, null, null);
    }

    private static void refused(int status, ThrowingCallable call) {
        assertThatExceptionOfType(HttpError.class).isThrownBy(call).matches(e -> e.status() == status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "10.0.0.7", "[::1]:80", "localhost:1", "LOGIN1:8080"})
    void theTokenIsAcceptedUnderTheNamesOfThisHost(String host) {
        assertThatCode(() -> authentication.requireToken(request(host, BEARER, null))).doesNotThrowAnyException();
        assertThatCode(() -> authentication.requireToken(request(host, null, TOKEN.text()))).doesNotThrowAnyException();
        refused(401, () -> authentication.requireToken(request(host, null, null)));
        refused(401, () -> authentication.requireToken(request(host, "Bearer x", "y")));
    }

    @Test
    void aForeignHostNameIsRefusedEvenWithTheToken() {
        refused(403, () -> authentication.requireToken(request("evil.example", BEARER, null)));
        refused(403, () -> authentication.requireToken(request(null, BEARER, null)));
    }

    @Test
    void aRequestThatChangesStateComesFromTheSamePage() {
        assertThatCode(() -> authentication.requireSameOrigin(
                new Authentication.Credentials("127.0.0.1:1", BEARER, null, "http://127.0.0.1:1", "same-origin")))
                .doesNotThrowAnyException();
        refused(403, () -> authentication.requireSameOrigin(
                new Authentication.Credentials("127.0.0.1:1", BEARER, null, "http://127.0.0.1:2", null)));
        refused(403, () -> authentication
                .requireSameOrigin(new Authentication.Credentials("127.0.0.1:1", BEARER, null, null, "cross-site")));
        refused(401, () -> authentication.requireSameOrigin(request("127.0.0.1:1", null, TOKEN.text())));
    }

    @Test
    void parametersAreDecodedAndChecked() throws HttpError {
        QueryParameters query = new QueryParameters("from=12&text=a%20b&text=c");
        assertThat(query.number("from", 0, 100, 7)).isEqualTo(12);
        assertThat(query.number("most", 0, 100, 7)).isEqualTo(7);
        assertThat(query.texts("text")).containsExactly("a b", "c");
        refused(400, () -> query.number("from", 0, 11, 7));
        refused(400, () -> query.number("text", 0, 11, 7));
        refused(400, () -> query.requireOnly(Set.of("from")));
        refused(400, () -> new QueryParameters("from"));
        refused(400, () -> new QueryParameters("a=%zz"));
        refused(414, () -> new QueryParameters("a=1&".repeat(70)));
        refused(414, () -> new QueryParameters("a=" + "x".repeat(5000)));
    }
}
