// The program of stamp.c in C++.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runbench/clock.h"

namespace {

struct Close {
	void operator()(rb_clock *clock) const { rb_clock_close(clock); }
};
using Clock = std::unique_ptr<rb_clock, Close>;

Clock open(const std::string &source)
{
	char error[256] = "";
	Clock clock(rb_clock_open(source.c_str(), error, sizeof error));
	if (!clock) {
		std::cerr << source << ": " << error << "\n";
		std::exit(3);
	}
	return clock;
}

double cost(const rb_clock *clock)
{
	std::vector<std::int64_t> stamps(100000);
	double best = 1e9;
	for (int round = 0; round < 20; round++) {
		const std::uint64_t begin = rb_tscp(nullptr);
		if (clock)
			for (auto &stamp : stamps)
				stamp = rb_clock_now(clock);
		else
			for (auto &stamp : stamps)
				stamp = static_cast<std::int64_t>(rb_tsc());
		best = std::min(best, static_cast<double>(rb_tscp(nullptr) - begin) / static_cast<double>(stamps.size()));
	}
	return best;
}

} // namespace

int main(int argc, char **argv)
{
	const std::string source = argc > 1 ? argv[1] : "tsc", what = argc > 2 ? argv[2] : "5";
	const Clock realtime = open("realtime");
	const Clock clock = source == "ticks" ? Clock() : open(source);
	if (what == "cost") {
		std::cout << cost(clock.get()) << "\n";
		return 0;
	}
	std::cout << "event,before_ns,stamp,after_ns\n";
	for (int i = 0; i < std::atoi(what.c_str()); i++) {
		const auto before = rb_clock_now(realtime.get());
		const auto at = clock ? rb_clock_now(clock.get()) : static_cast<std::int64_t>(rb_tsc());
		const auto after = rb_clock_now(realtime.get());
		std::cout << i << "," << before << "," << at << "," << after << "\n";
		std::this_thread::sleep_for(std::chrono::milliseconds(5));
	}
	return 0;
}
