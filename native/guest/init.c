/* The guest's only program: prepares the machine, runs the cases, and powers it off. */
#include "console.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static void print_line(const char *kind, const char *words, va_list values)
{
	printf("@%s ", kind);
	vprintf(words, values);
	putchar('\n');
	fflush(stdout);
}

void check(bool good, const char *words, ...)
{
	va_list values;

	va_start(values, words);
	print_line(good ? "pass" : "FAIL", words, values);
	va_end(values);
}

void figure(const char *words, ...)
{
	va_list values;

	va_start(values, words);
	print_line("figure", words, values);
	va_end(values);
}

void send_file(const char *name, const void *data, unsigned long size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *bytes = data;

	printf("@file %s\n", name);
	for (unsigned long i = 0; i < size; i += 3) {
		unsigned left = size - i < 3 ? (unsigned)(size - i) : 3;
		uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0)
			| (left > 2 ? bytes[i + 2] : 0);

		if (i % 57 == 0)
			fputs(i ? "\n+" : "+", stdout);
		putchar(digits[word >> 18]);
		putchar(digits[word >> 12 & 63]);
		putchar(left > 1 ? digits[word >> 6 & 63] : '=');
		putchar(left > 2 ? digits[word & 63] : '=');
	}
	printf("\n@end %lu\n", size);
	fflush(stdout);
}

static void prepare(void)
{
	int console;

	mount("none", "/dev", "devtmpfs", 0, NULL);
	mount("none", "/proc", "proc", 0, NULL);
	mount("none", "/sys", "sysfs", 0, NULL);
	mount("none", "/tmp", "tmpfs", 0, NULL);
	console = open("/dev/console", O_RDWR);
	for (int fd = 0; fd < 3; fd++)
		dup2(console, fd);
	if (console > 2)
		close(console);
	setenv("PATH", "/bin", 1);
}

static bool linux_at_least(const char *release, int major, int minor)
{
	int a = 0, b = 0;

	sscanf(release, "%d.%d", &a, &b);
	return a > major || (a == major && b >= minor);
}

int main(void)
{
	struct utsname u;
	struct timespec t;

	prepare();
	if (getpid() != 1)
		return 2;
	uname(&u);
	clock_gettime(CLOCK_BOOTTIME, &t);
	figure("Linux %s, up after %.1f s of its own time", u.release, (double)t.tv_sec + (double)t.tv_nsec * 1e-9);
	/* Lets the kernel finish its deferred work; idle time in the guest passes immediately. */
	sleep(5);
	/* the kernel passes unknown parameters to its first program */
	run_cases(linux_at_least(u.release, 6, 12), getenv("only"));
	puts("@done");
	fflush(stdout);
	sync();
	reboot(RB_POWER_OFF);
	return 0;
}
