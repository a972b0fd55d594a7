// Runs the sketch on this computer against 127.0.0.1: host PORT. Prints the motors at each change.
#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "Arduino.h"
#include "WiFi.h"

WiFiClass WiFi;
static uint16_t test_port;
static int motor[64];

void setup();
void loop();

uint32_t millis() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint32_t>(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

void analogWrite(int pin, int value) {
  bool moved = motor[25] + motor[26] > 0;
  motor[pin] = value;
  bool moves = motor[25] + motor[26] > 0;
  if (moved != moves) std::printf("%s\n", moves ? "drives" : "stands");
  std::fflush(stdout);
}

bool WiFiClient::connect(const char *, uint16_t, int32_t) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(test_port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0) return true;
  stop();
  return false;
}

bool WiFiClient::connected() {
  char byte;
  if (descriptor >= 0 && available() == 0 && recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) ended = true;
  return descriptor >= 0 && !ended;
}

int WiFiClient::available() {
  int count = 0;
  return descriptor >= 0 && ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int WiFiClient::read(uint8_t *buffer, size_t size) {
  return static_cast<int>(recv(descriptor, buffer, size, MSG_DONTWAIT));
}

void WiFiClient::print(const char *text) { (void)!write(descriptor, text, std::strlen(text)); }

void WiFiClient::stop() {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
  ended = false;
}

int main(int count, char **arguments) {
  test_port = static_cast<uint16_t>(count > 1 ? std::atoi(arguments[1]) : 5450);
  setup();
  for (;;) {
    loop();
    poll(nullptr, 0, 1);  // the sketch has no other reason to wait
  }
}
