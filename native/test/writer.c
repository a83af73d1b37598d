/* Writes a variable exactly 1,000 times. Initialised, or the kernel would clear it and be counted as well. */
volatile long written = -1;

int main(void)
{
	for (long i = 0; i < 1000; i++)
		written = i;
	return 0;
}
