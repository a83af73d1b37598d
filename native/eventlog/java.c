/* The native half of runbench.eventlog.EventLog. */
#include <runbench/eventlog.h>

#include <jni.h>
#include <stddef.h>

/* Modified UTF-8: differs from UTF-8 for NUL and beyond the basic plane only, and readers repair what is no UTF-8. */
static const char *bytes_of(JNIEnv *env, jstring text)
{
	return text ? (*env)->GetStringUTFChars(env, text, NULL) : NULL;
}

static void release(JNIEnv *env, jstring text, const char *bytes)
{
	if (bytes)
		(*env)->ReleaseStringUTFChars(env, text, bytes);
}

JNIEXPORT jboolean JNICALL Java_runbench_eventlog_EventLog_on(JNIEnv *env, jclass self)
{
	(void)env;
	(void)self;
	return rb_log_on() != 0;
}

JNIEXPORT jint JNICALL Java_runbench_eventlog_EventLog_declare(JNIEnv *env, jclass self, jstring name, jint kind, jint colour)
{
	const char *bytes = bytes_of(env, name);
	int number = rb_log_declare(bytes, (enum rb_log_kind)kind, (uint32_t)colour);

	(void)self;
	release(env, name, bytes);
	return number;
}

JNIEXPORT void JNICALL Java_runbench_eventlog_EventLog_log(JNIEnv *env, jclass self, jint what, jint type, jlong id, jstring comment)
{
	const char *bytes = bytes_of(env, comment);

	(void)self;
	switch (what) {
	case 1: rb_log_point(type, bytes); break;
	case 2: rb_log_begin(type, bytes); break;
	case 3: rb_log_end(type, bytes); break;
	case 4: rb_log_send(type, (uint64_t)id, bytes); break;
	case 5: rb_log_receive(type, (uint64_t)id, bytes); break;
	}
	release(env, comment, bytes);
}
