// WiFiClient over a POSIX socket to this machine; the port is an argument of the test.
#pragma once
#include <cstddef>
#include <cstdint>

struct WiFiClass {
  void begin(const char *, const char *) {}
};
extern WiFiClass WiFi;

class WiFiClient {
public:
  bool connect(const char *host, uint16_t port, int32_t timeout);
  bool connected();
  int available();
  int read(uint8_t *buffer, size_t size);
  void print(const char *text);
  void stop();

private:
  int descriptor = -1;
  bool ended = false;
};
