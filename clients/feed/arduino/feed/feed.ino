// Sends the LSM9DS1 of an Arduino Nano 33 BLE to headingd over USB. Library: Arduino_LSM9DS1.
//   headingd: feed: {serial: {device: /dev/ttyACM0}}      compass: --feed serial:/dev/ttyACM0
#include <Arduino_LSM9DS1.h>

#include "HeadingFeed.h"

HeadingFeed<decltype(Serial)> feed(Serial);
uint32_t declared = 0;

// The library gives each die's own axes. Those of accelerometer and gyroscope are left-handed, their x opposite to the
// magnetometer's (RTIMULib, RTIMULSM9DS1.cpp), so their x is negated below.
// Directions of the magnetometer's axes on the robot: change the words where the board is mounted otherwise.
void declare() {
  declared = millis();
  feed.device("nano33", FEED_MICROSECONDS, 3);
  feed.sensor(0, "magn", FEED_MAGNETIC_FIELD, FEED_MICROTESLA, FEED_RIGHT, FEED_FORWARD, FEED_UP,
              400, 20);
  feed.sensor(1, "accel", FEED_ACCELERATION, FEED_G, FEED_RIGHT, FEED_FORWARD, FEED_UP, 4, 119);
  feed.sensor(2, "gyro", FEED_ANGULAR_RATE, FEED_DEGREE_PER_SECOND, FEED_RIGHT, FEED_FORWARD,
              FEED_UP, 2000, 119);
}

void setup() {
  Serial.begin(115200);
  while (!IMU.begin()) delay(1000);
  declare();
}

void loop() {
  // A serial line has no connection: the declaration is repeated.
  if (millis() - declared >= 1000) declare();
  float x, y, z;
  if (IMU.magneticFieldAvailable()) {
    uint32_t now = micros();
    IMU.readMagneticField(x, y, z);
    feed.sample(0, now, x, y, z);
  }
  if (IMU.accelerationAvailable()) {
    uint32_t now = micros();
    IMU.readAcceleration(x, y, z);
    feed.sample(1, now, -x, y, z);
  }
  if (IMU.gyroscopeAvailable()) {
    uint32_t now = micros();
    IMU.readGyroscope(x, y, z);
    feed.sample(2, now, -x, y, z);
  }
}
