/* The reference's time inside a program: conversion, selection of the model, errors of files, and requests of windows. */
#include <runbench/sync.h>

#include "../../base/check.h"
#include "../../base/clock_ns.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define X0 1700000000000000000ll
#define HOUR 3600000000000.0

static char folder[] = "/tmp/eventlog-sync-XXXXXX", path[128], service[128], error[1024];

/* The node is 5 s ahead of the reference at X0, by the window. */
#define WINDOW(x0, offset, slope, width) \
	"{\"x0_ns\":" x0 ",\"offset_ns\":" offset ",\"slope\":" slope ",\"err_stat_ns\":20,\"slope_err\":1.0E-8," width \
	",\"rtt_min_ns\":9000.0,\"n\":1024,\"method\":\"m\",\"stamps\":\"kernel\"}"
#define WIDTH(lo, hi) "\"lo_ns\":" lo ",\"hi_ns\":" hi ",\"slope_lo\":9E-6,\"slope_hi\":1.1E-5"
#define FIRST WINDOW("1700000000000000000", "5000000000.250", "1.0E-5", WIDTH("4999999000.250", "5000001000.250"))
#define MODEL(node, reference, source, windows) \
	"{\n  \"format\" : \"runbench clock model\", \"version\" : 1, \"node\" : \"" node "\", \"reference\" : \"" reference \
	"\", \"source\" : \"" source "\", \"reference_source\":\"monotonic\", \"notes\":[[{\"a\\\"b\":null}],true,-1.5e3]," \
	"\"wander_ppm\" : 0.5, \"tolerance_ns\" : 100000.0, \"windows\" : [" windows "]}\n"

static void write_to(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static struct rb_sync *open_text(const char *text)
{
	error[0] = 0;
	write_to(path, text);
	return rb_sync_open(path, error, sizeof error);
}

/* The node's stamp at a reference time by the first window's line. */
static int64_t stamp_at(int64_t since_x0)
{
	return X0 + since_x0 + 5000000000ll + (int64_t)llroundl(0.25L + since_x0 * 1e-5L);
}

static void grows_with_the_distance(void)
{
	struct rb_sync     *s = open_text(MODEL("n1", "head", "monotonic", FIRST));
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };
	double              distances[] = { 0, 1e9, 60e9, HOUR, -HOUR };

	CHECK(s, "%s", error);
	if (!s)
		return;
	for (int i = 0; i < 5; i++) {
		double d = distances[i], away = fabs(d);

		CHECK(rb_sync_at(s, stamp_at((int64_t)d), &t) == 0);
		CHECK(llabs(t.ref_ns - X0 - (int64_t)d) <= 1, "at %g: %lld", d, (long long)(t.ref_ns - X0 - (int64_t)d));
		/* 1 us at the window, and then 1 ppm of the rate and 0.5 ppm of wander at each side. */
		CHECK(fabs(t.hi_ns - (1000 + 1.5e-6 * away)) < 1, "at %g: %f", d, t.hi_ns);
		CHECK(fabs(t.lo_ns + (1000 + 1.5e-6 * away)) < 1, "at %g: %f", d, t.lo_ns);
		CHECK(fabs(t.err_ns - (hypot(20, 1e-8 * away) + 0.5e-6 * away)) < 0.01, "at %g: %f", d, t.err_ns);
		/* The error reaches 100 us after 196 s. */
		CHECK(t.how == (away > 190e9 ? RB_SYNC_EXPIRED : RB_SYNC_PREDICTED), "at %g: %d", d, t.how);
	}
	CHECK(fabs(rb_sync_drift_bound(s) - 1.5) < 1e-9, "%g", rb_sync_drift_bound(s));
	CHECK(strcmp(rb_sync_clock(s), "monotonic") == 0);
	CHECK(rb_sync_at(s, INT64_MIN, &t) == -1 && errno == ERANGE);
	rb_sync_close(s);
}

static void interpolates(void)
{
	/* 100 s later the clock is where the first window predicted it, and 5 us later. */
	struct rb_sync *s = open_text(MODEL("n1", "head", "monotonic", FIRST ","
		WINDOW("1700000100000000000", "5001005000.250", "1.0E-5", WIDTH("5001004900.250", "5001005100.250"))));
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };

	CHECK(s, "%s", error);
	if (!s)
		return;
	CHECK(rb_sync_at(s, stamp_at(50000000000) + 2500, &t) == 0 && t.how == RB_SYNC_INTERPOLATED, "%d", t.how);
	CHECK(llabs(t.ref_ns - X0 - 50000000000) <= 1, "%lld", (long long)(t.ref_ns - X0 - 50000000000));
	/* Half of both intervals, and the wander's bow of 2 * 0.5 ppm * 100 s / 4. */
	CHECK(fabs(t.hi_ns - (550 + 25000)) < 2 && fabs(t.lo_ns + (550 + 25000)) < 2, "%f %f", t.lo_ns, t.hi_ns);
	CHECK(rb_sync_at(s, stamp_at(100000000000) + 5000 + 1000100, &t) == 0 && t.how == RB_SYNC_PREDICTED);
	CHECK(t.hi_ns < 105, "the newest window counts: %f", t.hi_ns);
	rb_sync_close(s);
	/* A step of 1 ms: only the stamps after the second window are known. */
	s = open_text(MODEL("n1", "head", "monotonic", FIRST ","
		WINDOW("1700000100000000000", "5002000000.250", "1.0E-5", WIDTH("5001999900.250", "5002000100.250"))));
	CHECK(s && rb_sync_at(s, stamp_at(50000000000), &t) == -1 && errno == ERANGE, "%s", error);
	CHECK(s && rb_sync_at(s, stamp_at(101000000000) + 1000000, &t) == 0 && t.how == RB_SYNC_PREDICTED, "%s", error);
	rb_sync_close(s);
}

static void states_what_is_unknown(void)
{
	struct rb_sync *s = open_text(MODEL("n1", "head", "hpet", "{\"x0_ns\":0,\"offset_ns\":-0.750,\"slope\":0.0,"
		"\"err_stat_ns\":null,\"slope_err\":null,\"lo_ns\":null,\"hi_ns\":null,\"slope_lo\":null,\"slope_hi\":null}"));
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };

	CHECK(s && rb_sync_at(s, 1000000, &t) == 0, "%s", error);
	CHECK(t.ref_ns == 1000001 && isnan(t.err_ns) && isinf(t.lo_ns) && isinf(t.hi_ns) && t.how == RB_SYNC_EXPIRED, "%lld %f %f %d",
		(long long)t.ref_ns, t.err_ns, t.hi_ns, t.how);
	CHECK(s && isinf(rb_sync_drift_bound(s)));
	CHECK(s && rb_sync_now(s, &t) == -1 && errno == ENOTSUP);
	rb_sync_close(s);
}

static void reads_the_clock(void)
{
	static const char zero[] = "{\"x0_ns\":1000,\"offset_ns\":0.000,\"slope\":0.0,\"err_stat_ns\":1,\"slope_err\":0,"
		"\"lo_ns\":-1,\"hi_ns\":1,\"slope_lo\":0,\"slope_hi\":0,\"source\":{\"hertz\":2596000000.0,\"hertz_error\":10}}";
	const struct {
		const char *name;
		clockid_t   id;
	} clocks[] = { { "monotonic", CLOCK_MONOTONIC }, { "raw", CLOCK_MONOTONIC_RAW }, { "realtime", CLOCK_REALTIME } };

	for (int i = 0; i < 3; i++) {
		char                text[2048];
		struct rb_sync     *s;
		struct rb_sync_time t = { 0, 0, 0, 0, 0 };
		int64_t             before, after;

		snprintf(text, sizeof text, "{\"format\":\"runbench clock model\",\"version\":1,\"node\":\"a\",\"reference\":\"b\",\"source\":"
			"\"%s\",\"windows\":[%s]}", clocks[i].name, zero);
		s = open_text(text);
		CHECK(s, "%s", error);
		before = (int64_t)clock_of(clocks[i].id);
		CHECK(s && rb_sync_now(s, &t) == 0);
		after = (int64_t)clock_of(clocks[i].id);
		CHECK(t.ref_ns >= before && t.ref_ns <= after, "%s", clocks[i].name);
		rb_sync_close(s);
	}
}

static void refuses_bad_files(void)
{
	static const struct {
		const char *text, *reason;
	} bad[] = {
		{ "", "not JSON" },
		{ "{\"format\":\"runbench clock model\",\"version\":1,\"windows\":[", "not JSON" },
		{ "{\"format\":\"runbench clock model\",\"version\":2,\"windows\":[]}", "version 1" },
		{ "{\"format\":\"other\",\"version\":1}", "version 1" },
		{ MODEL("n1", "head", "raw", ""), "no window" },
		{ MODEL("n1", "head", "raw", "{\"x0_ns\":5}"), "window 1: 'offset_ns' is not a number" },
		{ MODEL("n1", "head", "raw", FIRST "," WINDOW("9000000000000000000", "5", "0", WIDTH("0", "9"))), "window 2: 'x0_ns' is out" },
		{ MODEL("n1", "head", "raw", WINDOW("0", "5", "0.5", WIDTH("0", "9"))), "'slope' is out of range" },
		{ MODEL("n1", "head", "raw", WINDOW("0", "5", "0", WIDTH("9", "0"))), "'lo_ns' is greater" },
		{ MODEL("n1", "head", "raw", FIRST "," WINDOW("0", "5", "0", WIDTH("0", "9"))), "before the window before it" },
		{ MODEL("n1", "head", "raw", WINDOW("\"5\"", "5", "0", WIDTH("0", "9"))), "not JSON" },
	};
	char deep[200];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct rb_sync *s = open_text(bad[i].text);

		CHECK(!s && strstr(error, bad[i].reason) && strstr(error, path), "%s: %s", bad[i].reason, error);
		rb_sync_close(s);
	}
	memset(deep, '[', sizeof deep - 1);
	deep[sizeof deep - 1] = 0;
	memcpy(deep, "{\"a\":", 5);
	CHECK(!open_text(deep) && strstr(error, "not JSON"), "%s", error);
	CHECK(!rb_sync_open("/nowhere/at/all", error, sizeof error) && strstr(error, "runbench sync measure"), "%s", error);
	unsetenv("RB_SYNC");
	CHECK(!rb_sync_open(NULL, error, sizeof error) && strstr(error, "$RB_SYNC"), "%s", error);
}

/* Every prefix of a model is refused or read, without a read beyond its end. */
static void refuses_truncated_files(void)
{
	static const char whole[] = MODEL("n1", "head", "monotonic", FIRST);
	char              text[sizeof whole];
	int               refused = 0;

	for (size_t n = 0; n + 2 < sizeof whole; n++) {
		struct rb_sync *s;

		memcpy(text, whole, n);
		text[n] = 0;
		s = open_text(text);
		refused += !s;
		rb_sync_close(s);
	}
	CHECK(refused == (int)sizeof whole - 2, "%d of %zu", refused, sizeof whole - 2);
}

static void selects_the_hosts_model(void)
{
	char                host[256], file[512], text[2048];
	struct rb_sync     *s;
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };

	if (gethostname(host, sizeof host) || strlen(host) > 200) {
		SKIP("the host has no name");
		return;
	}
	write_to(path, MODEL("n1", "head", "monotonic", FIRST));
	CHECK(!rb_sync_open(folder, error, sizeof error) && strstr(error, host) && strstr(error, "no model"), "%s", error);
	snprintf(file, sizeof file, "%s/other.model.json", folder);
	snprintf(text, sizeof text, "{\"format\":\"runbench clock model\",\"version\":1,\"node\":\"other\",\"reference\":\"%s\","
		"\"source\":\"raw\",\"reference_source\":\"realtime\",\"windows\":[%s]}", host, FIRST);
	write_to(file, text);
	s = rb_sync_open(folder, error, sizeof error);
	CHECK(s && rb_sync_at(s, 77, &t) == 0 && t.ref_ns == 77 && t.how == RB_SYNC_REFERENCE && t.hi_ns <= 0, "%s", error);
	CHECK(s && strcmp(rb_sync_clock(s), "realtime") == 0 && rb_sync_drift_bound(s) <= 0 && rb_sync_reload(s, error, sizeof error) == 0);
	rb_sync_close(s);
	unlink(file);
	snprintf(file, sizeof file, "%s/%s.model.json", folder, host);
	write_to(file, MODEL("this", "head", "monotonic", FIRST));
	setenv("RB_SYNC", folder, 1);
	s = rb_sync_open(NULL, error, sizeof error);
	CHECK(s && rb_sync_at(s, stamp_at(0), &t) == 0 && t.ref_ns == X0, "%s", error);
	rb_sync_close(s);
	unlink(file);
}

#define NEXT WINDOW("1700000200000000000", "5002000000.250", "1.0E-5", WIDTH("5001999900.250", "5002000100.250"))

static struct service {
	int         socket;
	const char *answer;    /* sent to each request; NULL: none */
	char        request[256];
} served;

static void *serve(void *nothing)
{
	int     s = accept(served.socket, NULL, NULL);
	ssize_t n = recv(s, served.request, sizeof served.request - 1, 0);

	served.request[n > 0 ? n : 0] = 0;
	/* In two parts, as a network may deliver it. */
	if (served.answer && send(s, served.answer, 5, MSG_NOSIGNAL) == 5) {
		usleep(2000);
		if (send(s, served.answer + 5, strlen(served.answer) - 5, MSG_NOSIGNAL) < 0)
			perror("send");
	} else {
		recv(s, served.request, 1, 0);
	}
	close(s);
	return nothing;
}

/* Requests a window from a service with this answer. */
static int window_answered(struct rb_sync *s, const char *answer, int timeout_ms)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t          size = sizeof at;
	pthread_t          thread;
	char               text[256];
	int                status;

	served.socket = socket(AF_INET, SOCK_STREAM, 0);
	served.answer = answer;
	if (bind(served.socket, (struct sockaddr *)&at, sizeof at) || listen(served.socket, 1)
		|| getsockname(served.socket, (struct sockaddr *)&at, &size))
		abort();
	/* The first address is of no use: port 1 of loopback refuses. */
	snprintf(text, sizeof text, "runbench windows 1\ntoken secret\nlisten 127.0.0.1 1\nlisten 127.0.0.1 %d\n", ntohs(at.sin_port));
	write_to(service, text);
	pthread_create(&thread, NULL, serve, NULL);
	error[0] = 0;
	status = rb_sync_window(s, timeout_ms, error, sizeof error);
	pthread_join(thread, NULL);
	close(served.socket);
	unlink(service);
	return status;
}

static void requests_windows(void)
{
	static const char   next[] = MODEL("n1", "head", "monotonic", FIRST "," NEXT);
	static const char   other[] = MODEL("n2", "head", "monotonic", FIRST);
	char                answer[4096];
	struct rb_sync     *s = open_text(MODEL("n1", "head", "monotonic", FIRST));
	struct rb_sync_time t = { 0, 0, 0, 0, 0 };
	uint64_t            begin;

	CHECK(s, "%s", error);
	if (!s)
		return;
	CHECK(rb_sync_window(s, 1000, error, sizeof error) == -1 && strstr(error, "--on-demand=programs"), "%s", error);
	write_to(service, "something\nelse\n");
	CHECK(rb_sync_window(s, 1000, error, sizeof error) == -1 && strstr(error, "cannot be reached"), "%s", error);
	write_to(service, "runbench windows 1\ntoken x\nlisten 127.0.0.1 1\n");
	CHECK(rb_sync_window(s, 1000, error, sizeof error) == -1 && strstr(error, "refused"), "%s", error);
	CHECK(window_answered(s, "failed node 'n1' did not answer\n", 5000) == -1 && strstr(error, "node 'n1' did not answer"), "%s", error);
	CHECK(strcmp(served.request, "window 1 secret n1\n") == 0, "%s", served.request);
	CHECK(window_answered(s, "nonsense\n", 5000) == -1 && error[0], "%s", error);
	CHECK(window_answered(s, "ok 99999999999999\n", 5000) == -1 && error[0], "%s", error);
	snprintf(answer, sizeof answer, "ok %zu\n%s", sizeof next + 99, next);
	CHECK(window_answered(s, answer, 5000) == -1 && error[0], "%s", error);
	snprintf(answer, sizeof answer, "ok %zu\n%s", sizeof other - 1, other);
	CHECK(window_answered(s, answer, 5000) == -1 && strstr(error, "another clock"), "%s", error);
	begin = clock_ns();
	CHECK(window_answered(s, NULL, 100) == -1 && strstr(error, "timeout"), "%s", error);
	CHECK(clock_ns() - begin >= 100 * NS_PER_MS);
	/* The model is still the first one. */
	CHECK(rb_sync_at(s, stamp_at(200000000000), &t) == 0 && t.hi_ns > 1000, "%f", t.hi_ns);
	snprintf(answer, sizeof answer, "ok %zu\n%s", sizeof next - 1, next);
	CHECK(window_answered(s, answer, 5000) == 0, "%s", error);
	CHECK(rb_sync_at(s, stamp_at(200000000000), &t) == 0 && t.hi_ns < 101, "%f", t.hi_ns);
	rb_sync_close(s);
}

static int stop;

static void *read_on(void *of)
{
	long wrong = 0;

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		struct rb_sync_time t;

		wrong += rb_sync_at(of, stamp_at(200000000000), &t) || llabs(t.ref_ns - X0 - 200000000000) > 1;
	}
	return (void *)wrong;
}

static void replaces_the_model_under_readers(void)
{
	struct rb_sync *s = open_text(MODEL("n1", "head", "monotonic", FIRST));
	pthread_t       reader[2];
	void           *wrong;
	int             failures = 0;

	for (int i = 0; i < 2; i++)
		pthread_create(&reader[i], NULL, read_on, s);
	for (int i = 0; i < 50; i++) {
		write_to(path, i % 2 ? MODEL("n1", "head", "monotonic", FIRST) : MODEL("n1", "head", "monotonic", FIRST "," NEXT));
		failures += rb_sync_reload(s, error, sizeof error) != 0;
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < 2; i++) {
		pthread_join(reader[i], &wrong);
		failures += wrong != NULL;
	}
	CHECK(failures == 0, "%d: %s", failures, error);
	write_to(path, "{");
	CHECK(rb_sync_reload(s, error, sizeof error) == -1 && strstr(error, "not JSON"), "%s", error);
	rb_sync_close(s);
}

int main(void)
{
	if (!mkdtemp(folder))
		return 2;
	snprintf(path, sizeof path, "%s/n1.model.json", folder);
	snprintf(service, sizeof service, "%s/windows.service", folder);
	grows_with_the_distance();
	interpolates();
	states_what_is_unknown();
	reads_the_clock();
	refuses_bad_files();
	refuses_truncated_files();
	requests_windows();
	replaces_the_model_under_readers();
	selects_the_hosts_model();
	unlink(path);
	rmdir(folder);
	return summary("reference time");
}
