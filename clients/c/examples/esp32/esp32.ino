// Drives an ESP32 robot by the heading of a headingd on the network. Copy headingd.h and headingd.c
// into this folder; on the daemon's machine the configuration has listen.port, and a tunnel or a
// listening address that the board reaches (docs/service.md).
#include <Arduino.h>
#include <WiFi.h>

#include "headingd.h"

const char *const NETWORK = "robot";
const char *const PASSWORD = "secret";
const char *const HOST = "192.168.4.2";
const int LEFT = 25, RIGHT = 26;  // PWM pins

WiFiClient connection;
char buffer[HEADINGD_UPDATE_MAX];
headingd_lines lines;
headingd_update update;
headingd_contract contract;
bool greeted = false;
uint32_t tried = 0;

// millis() starts again after 49 days; the contract needs a time that does not.
headingd_time now() {
  static uint32_t before = 0;
  static headingd_time wraps = 0;
  uint32_t ms = millis();
  if (ms < before) wraps += 1LL << 32;
  before = ms;
  return (wraps + ms) * 1000;
}

void motors(int left, int right) {
  analogWrite(LEFT, left);
  analogWrite(RIGHT, right);
}

void hangUp() {
  connection.stop();
  greeted = false;
  headingd_contract_reset(&contract);
  headingd_lines_init(&lines, buffer, sizeof buffer);
}

void setup() {
  headingd_contract_init(&contract, 0, false);
  hangUp();
  motors(0, 0);
  WiFi.begin(NETWORK, PASSWORD);
}

void take(const char *line, size_t length) {
  headingd_kind kind = headingd_decode(line, length, &update);
  double protocol;
  if (!greeted) {
    greeted = kind == HEADINGD_GREETING && headingd_number(line, length, "protocol", &protocol) && protocol == 1;
    if (!greeted) hangUp();
  } else if (kind == HEADINGD_UPDATE) {
    headingd_contract_feed(&contract, &update, now());
  } else if (kind == HEADINGD_MALFORMED || kind == HEADINGD_ERROR) {
    hangUp();
  }
}

void loop() {
  if (!connection.connected()) {
    hangUp();
    motors(0, 0);  // connect() waits
    if (millis() - tried < 1000) return;
    tried = millis();
    if (!connection.connect(HOST, HEADINGD_PORT, 500)) return;
    connection.print("{\"class\":\"request\",\"rate\":20}\n");
  }
  const char *line;
  size_t room, length;
  // At most so much in one turn, so that a flood cannot hold the loop.
  for (int pieces = 0; pieces < 16 && connection.available() > 0; pieces++) {
    char *space = headingd_lines_space(&lines, &room);
    int count = connection.read((uint8_t *)space, room);
    if (count <= 0) break;
    headingd_lines_added(&lines, (size_t)count);
    while (headingd_lines_next(&lines, &line, &length)) take(line, length);
  }
  headingd_drive drive;
  bool read_all = connection.available() <= 0;
  if (headingd_contract_drive(&contract, now(), HEADINGD_MAGNETIC_NORTH, &drive) && read_all) {
    int speed = drive.steer == HEADINGD_STEER_OK ? 200 : 80;
    double turn = drive.heading > 180 ? drive.heading - 360 : drive.heading;  // to magnetic north
    int left = constrain((int)(speed - turn), 0, 255), right = constrain((int)(speed + turn), 0, 255);
    motors(left, right);
  } else {
    motors(0, 0);
  }
}
