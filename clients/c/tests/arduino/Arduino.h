// What the sketch uses of Arduino, on a computer.
#pragma once
#include <algorithm>
#include <cstdint>

uint32_t millis();
void analogWrite(int pin, int value);
template <class T> T constrain(T value, T least, T most) { return std::min(std::max(value, least), most); }
