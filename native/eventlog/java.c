/* The native methods of runbench.eventlog.EventLog. */
#include <runbench/eventlog.h>

#include <jni.h>
#include <stddef.h>
#include <string.h>

/* Maximum number of UTF-16 units that are converted. It exceeds the limit of a record by one, so that the record is
 * marked as truncated. */
#define UNITS (RB_LOG_COMMENT_BYTES + 1)
#define REPLACEMENT 0xfffd

#define MAX_FIELDS 64 /* more are left out; the shortest of them would exceed the space of the fields */
#define FIELD_UNITS (RB_LOG_FIELDS_BYTES + 1)

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

/* Converts the first units of a Java string to UTF-8 with a terminating 0. JNI's own function encodes surrogates as separate
 * characters, which is invalid UTF-8. An unpaired surrogate becomes U+FFFD, and so does U+0000, which would end the text.
 * Returns the position after the 0. */
static char *convert(JNIEnv *env, jstring text, jsize most, char *to)
{
	jchar units[UNITS];
	jsize length = (*env)->GetStringLength(env, text);

	if (length > most)
		length = most;
	(*env)->GetStringRegion(env, text, 0, length, units);
	for (jsize i = 0; i < length; i++) {
		unsigned c = units[i];

		if (c >= 0xd800 && c < 0xdc00 && i + 1 < length && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
			c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00u);
		to = put_character(to, c == 0 || (c >= 0xd800 && c < 0xe000) ? REPLACEMENT : c);
	}
	*to++ = 0;
	return to;
}

/* Converts a Java string to UTF-8; returns NULL for null. */
static const char *to_utf8(JNIEnv *env, jstring text, struct utf8 *utf8)
{
	if (!text)
		return NULL;
	convert(env, text, UNITS, utf8->bytes);
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

/* Converts the fields. texts: names and texts in turn; bytes: room for the converted ones, of which all but the first
 * FIELD_UNITS units are left out, because they exceed the space of an event. */
static size_t convert_fields(JNIEnv *env, jbyteArray kinds, jlongArray numbers, jobjectArray texts,
	struct rb_log_field *fields, char *bytes)
{
	jsize count = kinds ? (*env)->GetArrayLength(env, kinds) : 0, left = FIELD_UNITS;
	jbyte kind[MAX_FIELDS];
	jlong number[MAX_FIELDS];

	if (count > MAX_FIELDS)
		count = MAX_FIELDS;
	if (!count)
		return 0;
	(*env)->GetByteArrayRegion(env, kinds, 0, count, kind);
	(*env)->GetLongArrayRegion(env, numbers, 0, count, number);
	for (jsize i = 0; i < count; i++) {
		jstring name = (*env)->GetObjectArrayElement(env, texts, 2 * i);
		jstring text = (*env)->GetObjectArrayElement(env, texts, 2 * i + 1);
		char *begin = bytes;

		fields[i] = (struct rb_log_field){ .name = begin, .kind = (enum rb_log_field_kind)kind[i] };
		memcpy(&fields[i].value, &number[i], sizeof number[i]);
		bytes = convert(env, name, left, bytes);
		left -= (jsize)(bytes - begin - 1) < left ? (jsize)(bytes - begin - 1) : left;
		if (text) {
			begin = bytes;
			fields[i].value.string = begin;
			bytes = convert(env, text, left, bytes);
			left -= (jsize)(bytes - begin - 1) < left ? (jsize)(bytes - begin - 1) : left;
			(*env)->DeleteLocalRef(env, text);
		}
		(*env)->DeleteLocalRef(env, name);
	}
	return (size_t)count;
}

JNIEXPORT jlong JNICALL Java_runbench_eventlog_EventLog_details(JNIEnv *env, jclass self, jint what, jint type, jlong id,
	jlong parent, jint severity, jstring comment, jbyteArray kinds, jlongArray numbers, jobjectArray texts)
{
	struct utf8 utf8;
	struct rb_log_field fields[MAX_FIELDS];
	char bytes[3 * FIELD_UNITS + 2 * MAX_FIELDS + 1];
	const char *words = to_utf8(env, comment, &utf8);
	size_t count = convert_fields(env, kinds, numbers, texts, fields, bytes);
	double value;

	(void)self;
	switch (what) {
	case 1: rb_log_event(type, (enum rb_log_severity)severity, words, fields, count); break;
	case 2: return (jlong)rb_log_span_begin(type, (uint64_t)parent, words, fields, count);
	case 3: rb_log_span_end(type, (uint64_t)id, (enum rb_log_severity)severity, fields, count); break;
	case 6: memcpy(&value, &id, sizeof value); rb_log_counter(type, value); break;
	}
	return 0;
}
