/* The native methods of runbench.eventlog.EventLog. */
#include <runbench/eventlog.h>

#include <jni.h>
#include <stddef.h>

/* Maximum number of UTF-16 units that are converted. It exceeds the limit of a record by one, so that the record is
 * marked as truncated. */
#define UNITS (RB_LOG_COMMENT_BYTES + 1)
#define REPLACEMENT 0xfffd

struct utf8 {
	char bytes[3 * UNITS + 1];
};

static char *put_character(char *to, unsigned c)
{
	if (c < 0x80) {
		*to++ = (char)c;
	} else if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
		*to++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*to++ = (char)(0xe0 | c >> 12);
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
		*to++ = (char)(0x80 | (c & 0x3f));
	} else {
		*to++ = (char)(0xf0 | c >> 18);
		*to++ = (char)(0x80 | (c >> 12 & 0x3f));
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
		*to++ = (char)(0x80 | (c & 0x3f));
	}
	return to;
}

/* Converts a Java string to UTF-8; returns NULL for null. JNI's own function encodes surrogates as separate characters,
 * which is invalid UTF-8. An unpaired surrogate becomes U+FFFD, and so does U+0000, which would end the text. */
static const char *to_utf8(JNIEnv *env, jstring text, struct utf8 *utf8)
{
	jchar units[UNITS];
	char *to = utf8->bytes;
	jsize length;

	if (!text)
		return NULL;
	length = (*env)->GetStringLength(env, text);
	if (length > UNITS)
		length = UNITS;
	(*env)->GetStringRegion(env, text, 0, length, units);
	for (jsize i = 0; i < length; i++) {
		unsigned c = units[i];

		if (c >= 0xd800 && c < 0xdc00 && i + 1 < length && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
			c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00u);
		to = put_character(to, c == 0 || (c >= 0xd800 && c < 0xe000) ? REPLACEMENT : c);
	}
	*to = 0;
	return utf8->bytes;
}

JNIEXPORT jboolean JNICALL Java_runbench_eventlog_EventLog_on(JNIEnv *env, jclass self)
{
	(void)env;
	(void)self;
	return rb_log_on() != 0;
}

JNIEXPORT jint JNICALL Java_runbench_eventlog_EventLog_declare(JNIEnv *env, jclass self, jstring name, jint kind,
	jint colour)
{
	struct utf8 utf8;

	(void)self;
	return rb_log_declare(to_utf8(env, name, &utf8), (enum rb_log_kind)kind, (uint32_t)colour);
}

JNIEXPORT void JNICALL Java_runbench_eventlog_EventLog_log(JNIEnv *env, jclass self, jint what, jint type, jlong id,
	jstring comment)
{
	struct utf8 utf8;
	const char *bytes = to_utf8(env, comment, &utf8);

	(void)self;
	switch (what) {
	case 1: rb_log_point(type, bytes); break;
	case 2: rb_log_begin(type, bytes); break;
	case 3: rb_log_end(type, bytes); break;
	case 4: rb_log_send(type, (uint64_t)id, bytes); break;
	case 5: rb_log_receive(type, (uint64_t)id, bytes); break;
	}
}
