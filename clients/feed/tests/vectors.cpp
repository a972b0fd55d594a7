// Prints the frames of vectors.txt as the Arduino example makes them: g++ -I../arduino/feed vectors.cpp
#include <cstdio>

#include "HeadingFeed.h"

struct Port {
  void write(uint8_t byte) {
    std::printf("%02x", byte);
    if (byte == 0) std::printf("\n");
  }
  void write(const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) std::printf("%02x", bytes[index]);
  }
};

int main() {
  Port port;
  HeadingFeed<Port> feed(port);
  feed.device("nano33", FEED_MICROSECONDS, 2);
  feed.sensor(0, "magn", FEED_MAGNETIC_FIELD, FEED_MICROTESLA, FEED_RIGHT, FEED_FORWARD, FEED_UP,
              400, 20);
  feed.sensor(1, "press", FEED_PRESSURE, FEED_HECTOPASCAL, FEED_RIGHT, FEED_RIGHT, FEED_RIGHT, 1200,
              10);
  feed.sample(0, 4294967295u, 1.5f, -20.0f, 0.0f);
  feed.sample(1, 0, 1013.25f);
}
