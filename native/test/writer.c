/* A program that writes a variable exactly 1,000 times. The variable is initialised: the kernel would clear it otherwise. */
volatile long written = -1;

int main(void)
{
	for (long i = 0; i < 1000; i++)
		written = i;
	return 0;
}
