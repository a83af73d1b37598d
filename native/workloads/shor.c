/*
 * shor N X SEED - factors N with Shor's algorithm on a simulated quantum computer, of the library libquantum.
 *
 * 462.libquantum is this library with this algorithm (Shor, Polynomial-time algorithms for prime factorization and
 * discrete logarithms on a quantum computer, SIAM J. Comput. 26, 1997): a register in the superposition of all inputs,
 * the modular exponentiation X^a mod N in gates (Vedral, Barenco, Ekert, Phys. Rev. A 54, 1996), the measurement of the
 * result, a Fourier transform, and the measurement of a number near a multiple of 2^width / period. A continued fraction
 * gives the period, and the period a factor. The library is opened at run time, so that the build needs no header of it.
 * SEED selects the random numbers of the measurements. `shor --version` prints the version of the library.
 */
#include <complex.h>
#include "library.h"
#include "workload.h"

/* The register of libquantum.so.8, which its functions take by value. */
struct quantum_register {
	int width, size, hash_width;
	float complex *amplitude;
	unsigned long long *state;
	int *hash;
};

static const char *(*library_version)(void);
static struct quantum_register (*new_register)(unsigned long long value, int width);
static void (*superpose)(int width, struct quantum_register *reg);
static void (*add_scratch)(int bits, struct quantum_register *reg);
static void (*raise_modulo)(int n, int x, int input_width, int width, struct quantum_register *reg);
static int (*measure_bit)(int position, struct quantum_register *reg);
static void (*fourier_transform)(int width, struct quantum_register *reg);
static void (*negate_controlled)(int control, int target, struct quantum_register *reg);
static unsigned long long (*measure)(struct quantum_register reg);

static void open_library(void)
{
	/* Debian's libquantum calls OpenMP without naming its library. If this fails, so does the next call, with its reason. */
	dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL);
	void *library = opened(dlopen("libquantum.so.8", RTLD_NOW), "libquantum", "libquantum8 libgomp1");
	library_version = function_of(library, "libquantum", "quantum_get_version");
	new_register = function_of(library, "libquantum", "quantum_new_qureg");
	superpose = function_of(library, "libquantum", "quantum_walsh");
	add_scratch = function_of(library, "libquantum", "quantum_addscratch");
	raise_modulo = function_of(library, "libquantum", "quantum_exp_mod_n");
	measure_bit = function_of(library, "libquantum", "quantum_bmeasure");
	fourier_transform = function_of(library, "libquantum", "quantum_qft");
	negate_controlled = function_of(library, "libquantum", "quantum_cnot");
	measure = function_of(library, "libquantum", "quantum_measure");
}

static unsigned long gcd(unsigned long a, unsigned long b)
{
	while (b) {
		unsigned long rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Returns the smallest w with 2^w >= n. */
static int width_of(unsigned long n)
{
	int width = 0;
	while (1UL << width < n)
		width++;
	return width;
}

static unsigned long power_modulo(unsigned long x, unsigned long exponent, unsigned long n)
{
	unsigned long result = 1;
	for (; exponent; exponent >>= 1, x = x * x % n)
		if (exponent & 1)
			result = result * x % n;
	return result;
}

/* Returns the denominator of the last convergent of a / b whose denominator is below n. */
static unsigned long denominator_of(unsigned long long a, unsigned long long b, unsigned long n)
{
	unsigned long long earlier = 0, denominator = 1;
	while (a) {
		unsigned long long quotient = b / a, rest = b % a, next = quotient * denominator + earlier;
		if (next >= n)
			break;
		earlier = denominator;
		denominator = next;
		b = a;
		a = rest;
	}
	return (unsigned long)denominator;
}

/* Returns the measured value of a register of width bits, a multiple of 2^width / period with high probability. */
static unsigned long long measured_frequency(int n, int x, int width)
{
	int result_width = width_of((unsigned long)n), scratch = 3 * result_width + 2;
	struct quantum_register reg = new_register(0, width);
	superpose(width, &reg);
	add_scratch(scratch, &reg);
	raise_modulo(n, x, width, result_width, &reg);
	for (int i = 0; i < scratch; i++)
		measure_bit(0, &reg);
	printf("states after the modular exponentiation: %d\n", reg.size);
	fourier_transform(width, &reg);
	/* The transform leaves the bits in reverse order; three controlled negations exchange two of them. */
	for (int i = 0; i < width / 2; i++) {
		negate_controlled(i, width - i - 1, &reg);
		negate_controlled(width - i - 1, i, &reg);
		negate_controlled(i, width - i - 1, &reg);
	}
	printf("states after the Fourier transform: %d\n", reg.size);
	return measure(reg);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--version")) {
		open_library();
		printf("libquantum %s\n", library_version());
		return 0;
	}
	int n = (int)argument(argc, argv, 1, "N", 143, 15, 4095);
	int x = (int)argument(argc, argv, 2, "X", 7, 2, 4095);
	srand((unsigned)argument(argc, argv, 3, "SEED", 1, 1, 1000000)); /* libquantum measures with rand() */
	if (x >= n || gcd((unsigned long)n, (unsigned long)x) != 1) {
		fprintf(stderr, "%s: X must be below N and have no common factor with it: %d and %d\n", argv[0], x, n);
		return 2;
	}
	open_library();
	int width = width_of((unsigned long)n * (unsigned long)n);
	unsigned long long value = measured_frequency(n, x, width);
	unsigned long period = denominator_of(value, 1ULL << width, (unsigned long)n);
	printf("N %d, X %d: measured %llu of 2^%d, period %lu\n", n, x, value, width, period);
	if (power_modulo((unsigned long)x, period, (unsigned long)n) != 1 || period % 2) {
		printf("this measurement gives no even period\n");
		return 0;
	}
	unsigned long root = power_modulo((unsigned long)x, period / 2, (unsigned long)n);
	unsigned long factor = gcd((unsigned long)n, root + 1);
	printf("%d = %lu * %lu\n", n, factor, (unsigned long)n / factor);
	require(factor > 1 && factor < (unsigned long)n && (unsigned long)n % factor == 0, "a factor is found");
	return 0;
}
