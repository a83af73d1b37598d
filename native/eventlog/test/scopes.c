/* Regions that end with their blocks, and formatted comments; compiled as C, as C++, and with the log disabled. */
#include <runbench/eventlog.h>

#include <stdio.h>
#include <string.h>

static int leave_early(int when)
{
	RB_LOG_SCOPE("outer");
	for (int i = 0;; i++) {
		RB_LOG_SCOPE("round");
		if (i == when)
			return i;
	}
}

#ifdef __cplusplus
static void fail(void)
{
	RB_LOG_SCOPE("throws");
	throw 1;
}
#endif

int main(void)
{
	int token = rb_log_declare("token", RB_LOG_POINT, 0x0072b2);
	char words[2 * RB_LOG_COMMENT_BYTES];
	int thrown = 0;

	if (leave_early(2) != 2)
		return 1;
#ifdef __cplusplus
	try {
		fail();
	} catch (int number) {
		thrown = number;
	}
#endif
	rb_log_printf(token, "%s %d of %.1f", "step", 3, 4.5);
	memset(words, 'x', sizeof words - 1);
	words[sizeof words - 1] = 0;
	rb_log_printf(token, "%s", words);
	printf("%s %d\n", rb_log_on() ? "on" : "off", thrown);
	return rb_log_dropped() != 0;
}
