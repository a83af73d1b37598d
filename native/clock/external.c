/* See external.h. */
#include "external.h"

#include <string.h>

#include "ask.h"
#include "characterise.h"
#include "xchg_writer.h"

/* What the window's end asks of the reference's time services. */
struct question {
	const char *service, *command;
	struct rb_answer answer;
};

/* A service that does not answer within this time is not there. */
#define ASK_TIMEOUT_NS 3000000000LL

static struct question questions[RB_MOST_ASKED];
static int asked;

int rb_external_ask(char *text)
{
	char *equals = strchr(text, '=');
	if (!equals || equals == text || asked == RB_MOST_ASKED || strcspn(text, "\"\\") < (size_t)(equals - text))
		return -1;
	*equals = '\0';
	questions[asked++] = (struct question){ .service = text, .command = equals + 1 };
	return 0;
}

static void write_answers(FILE *f)
{
	for (int i = 0; i < asked; i++) {
		const struct rb_answer *a = &questions[i].answer;
		fprintf(f, "%s{\"service\":\"%s\",\"command\":", i ? "," : ",\"told\":[", questions[i].service);
		rb_xchg_write_text(f, questions[i].command);
		fprintf(f, ",\"realtime_ns\":%lld,\"took_ns\":%lld,\"status\":%d,\"text\":", (long long)a->realtime_ns,
			(long long)a->took_ns, a->status);
		rb_xchg_write_text(f, a->text);
		fprintf(f, "}%s", i == asked - 1 ? "]" : "");
	}
}

void rb_external_run(void)
{
	for (int i = 0; i < asked; i++)
		rb_ask(questions[i].command, ASK_TIMEOUT_NS, &questions[i].answer);
}

void rb_external_write(const struct beside *begin, const struct beside *end, FILE *f)
{
	const struct beside *both[] = { begin, end };
	int64_t utc[6];
	if (rb_utc_status(utc) != 0)
		return;
	fprintf(f, ",\"external\":{\"synchronised\":%s,\"estimated_error_ns\":%lld,\"maximum_error_ns\":%lld,"
		"\"to_be_slewed_ns\":%lld,\"rate_correction_ppm\":%.6f,\"beside_realtime\":[", utc[0] ? "true" : "false",
		(long long)utc[1], (long long)utc[2], (long long)utc[3], (double)utc[4] * 1e-6);
	for (int i = 0; i < 2; i++)
		fprintf(f, "%s{\"clock_ns\":%lld,\"realtime_ns\":%lld,\"bracket_ns\":%lld}", i ? "," : "",
			(long long)both[i]->clock_ns, (long long)both[i]->realtime_ns, (long long)both[i]->bracket_ns);
	fprintf(f, "]");
	write_answers(f);
	fprintf(f, "}");
}
