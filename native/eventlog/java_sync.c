/* The native methods of runbench.eventlog.ReferenceClock. */
#include <runbench/sync.h>

#include <errno.h>
#include <jni.h>
#include <string.h>

#define ERROR_BYTES 1024

static struct rb_sync *opened(jlong handle)
{
	return (struct rb_sync *)(intptr_t)handle;
}

static void fail(JNIEnv *env, const char *class_name, const char *message)
{
	jclass of = (*env)->FindClass(env, class_name);

	if (of)
		(*env)->ThrowNew(env, of, message);
}

JNIEXPORT jlong JNICALL Java_runbench_eventlog_ReferenceClock_open(JNIEnv *env, jclass self, jbyteArray path)
{
	char            error[ERROR_BYTES], text[4096];
	jsize           size = (*env)->GetArrayLength(env, path);
	struct rb_sync *sync;

	(void)self;
	if (size >= (jsize)sizeof text) {
		fail(env, "java/io/IOException", strerror(ENAMETOOLONG));
		return 0;
	}
	(*env)->GetByteArrayRegion(env, path, 0, size, (jbyte *)text);
	text[size] = 0;
	sync = rb_sync_open(text, error, sizeof error);
	if (!sync)
		fail(env, "java/io/IOException", error);
	return (jlong)(intptr_t)sync;
}

JNIEXPORT void JNICALL Java_runbench_eventlog_ReferenceClock_close(JNIEnv *env, jclass self, jlong handle)
{
	(void)env;
	(void)self;
	rb_sync_close(opened(handle));
}

/* Stores the reference time and the kind in longs, the error and the interval in doubles. */
static void place(JNIEnv *env, int failed, const struct rb_sync_time *t, jlongArray longs, jdoubleArray doubles)
{
	if (failed) {
		fail(env, "java/lang/ArithmeticException", errno == ENOTSUP ? "the model's clock cannot be read in a program"
			: "the model does not cover this time: its clock was set since, or the stamp is of another clock");
		return;
	}
	(*env)->SetLongArrayRegion(env, longs, 0, 2, (jlong[]){ t->ref_ns, t->how });
	(*env)->SetDoubleArrayRegion(env, doubles, 0, 3, (jdouble[]){ t->err_ns, t->lo_ns, t->hi_ns });
}

JNIEXPORT void JNICALL Java_runbench_eventlog_ReferenceClock_now(JNIEnv *env, jclass self, jlong handle, jlongArray longs,
	jdoubleArray doubles)
{
	struct rb_sync_time t;

	(void)self;
	place(env, rb_sync_now(opened(handle), &t), &t, longs, doubles);
}

JNIEXPORT void JNICALL Java_runbench_eventlog_ReferenceClock_at(JNIEnv *env, jclass self, jlong handle, jlong stamp,
	jlongArray longs, jdoubleArray doubles)
{
	struct rb_sync_time t;

	(void)self;
	place(env, rb_sync_at(opened(handle), stamp, &t), &t, longs, doubles);
}

JNIEXPORT jdouble JNICALL Java_runbench_eventlog_ReferenceClock_driftBound(JNIEnv *env, jclass self, jlong handle)
{
	(void)env;
	(void)self;
	return rb_sync_drift_bound(opened(handle));
}

JNIEXPORT void JNICALL Java_runbench_eventlog_ReferenceClock_window(JNIEnv *env, jclass self, jlong handle, jint timeout_ms)
{
	char error[ERROR_BYTES];

	(void)self;
	if (rb_sync_window(opened(handle), timeout_ms, error, sizeof error))
		fail(env, "java/io/IOException", error);
}

JNIEXPORT void JNICALL Java_runbench_eventlog_ReferenceClock_reload(JNIEnv *env, jclass self, jlong handle)
{
	char error[ERROR_BYTES];

	(void)self;
	if (rb_sync_reload(opened(handle), error, sizeof error))
		fail(env, "java/io/IOException", error);
}
