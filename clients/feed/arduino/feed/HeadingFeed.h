// Binary messages of a heading feed (docs/feed.md) to any Print, such as Serial.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum FeedQuantity : uint8_t {
  FEED_MAGNETIC_FIELD = 1, FEED_ACCELERATION, FEED_ANGULAR_RATE, FEED_PRESSURE,
  FEED_TEMPERATURE, FEED_RELATIVE_HUMIDITY
};

enum FeedUnit : uint8_t {
  FEED_TESLA = 1, FEED_MICROTESLA, FEED_GAUSS, FEED_METRE_PER_SECOND_SQUARED, FEED_G,
  FEED_RADIAN_PER_SECOND, FEED_DEGREE_PER_SECOND, FEED_PASCAL, FEED_HECTOPASCAL, FEED_KELVIN,
  FEED_CELSIUS, FEED_PERCENT
};

enum FeedDirection : uint8_t {
  FEED_RIGHT, FEED_LEFT, FEED_FORWARD, FEED_BACKWARD, FEED_UP, FEED_DOWN
};

enum FeedClock : uint8_t {
  FEED_NO_CLOCK, FEED_SECONDS, FEED_MILLISECONDS, FEED_MICROSECONDS, FEED_NANOSECONDS
};

const uint8_t FEED_NO_CHIP = 0xFF;

// Times are 32 bits long and may wrap. The processor must be little-endian with 32-bit floats, as all
// boards of Arduino are.
template <class Port> class HeadingFeed {
public:
  explicit HeadingFeed(Port &port) : port(port), size(0), time(FEED_NO_CLOCK) {}

  // Begins a declaration; `count` sensors follow.
  void device(const char *name, FeedClock clock, uint8_t count) {
    time = clock;
    begin(1);
    byte(1);
    byte(clock);
    byte(clock == FEED_NO_CLOCK ? 0 : 32);
    byte(0);
    byte(count);
    text(name);
    end();
  }

  // Declares a sensor: directions of the chip's axes, range in the unit, nominal rate in Hz.
  void sensor(uint8_t index, const char *name, FeedQuantity quantity, FeedUnit unit,
              FeedDirection x, FeedDirection y, FeedDirection z, float range, float rate,
              uint8_t chip = FEED_NO_CHIP) {
    begin(2);
    byte(index);
    byte(quantity);
    byte(unit);
    byte(chip);
    byte(x);
    byte(y);
    byte(z);
    number(range);
    number(rate);
    text(name);
    end();
  }

  // Sends a vector; `now` is micros() or millis(), as declared.
  void sample(uint8_t index, uint32_t now, float x, float y, float z) {
    start(index, now);
    number(x);
    number(y);
    number(z);
    end();
  }

  // Sends a scalar.
  void sample(uint8_t index, uint32_t now, float value) {
    start(index, now);
    number(value);
    end();
  }

private:
  Port &port;
  uint8_t content[96];
  uint8_t size;
  FeedClock time;

  void begin(uint8_t type) {
    size = 0;
    byte(type);
  }

  void start(uint8_t index, uint32_t now) {
    begin(3);
    byte(index);
    if (time != FEED_NO_CLOCK) put(&now, 4);
  }

  void byte(uint8_t value) { put(&value, 1); }
  void number(float value) { put(&value, 4); }

  void text(const char *words) {
    size_t length = strlen(words);
    uint8_t shown = length > 32 ? 32 : (uint8_t)length;
    byte(shown);
    put(words, shown);
  }

  void put(const void *bytes, uint8_t count) {
    if (count > sizeof content - 2 - size) return;
    memcpy(content + size, bytes, count);
    size += count;
  }

  // Adds the checksum (CRC-16/IBM-3740) and stuffs the frame (COBS).
  void end() {
    uint16_t sum = 0xFFFF;
    for (uint8_t index = 0; index < size; index++) {
      sum ^= (uint16_t)content[index] << 8;
      for (uint8_t bit = 0; bit < 8; bit++)
        sum = sum & 0x8000 ? (uint16_t)(sum << 1) ^ 0x1021 : (uint16_t)(sum << 1);
    }
    content[size++] = (uint8_t)sum;
    content[size++] = (uint8_t)(sum >> 8);
    uint8_t first = 0;
    for (uint8_t index = 0; index <= size; index++) {
      if (index < size && content[index] != 0) continue;
      port.write((uint8_t)(index - first + 1));
      port.write(content + first, (size_t)(index - first));
      first = index + 1;
    }
    port.write((uint8_t)0);
  }
};
