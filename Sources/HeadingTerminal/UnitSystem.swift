/// Units of displayed temperatures, heights, distances and speeds; JSON always has SI units.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// °C, m, m/s.
  case metric
  /// °F, feet, miles, miles an hour, feet a minute.
  case imperial
  /// °C, feet, nautical miles, knots, feet a minute.
  case nautical

  /// The kind of quantity.
  enum Quantity: Sendable {
    /// °C.
    case temperature
    /// m.
    case height
    /// m.
    case distance
    /// m/s, over ground.
    case speed
    /// m/s, upward.
    case climb
  }

  /// Returns the unit's name and its conversion from °C or SI: value · factor + offset.
  func unit(of quantity: Quantity) -> (name: String, factor: Double, offset: Double) {
    switch (self, quantity) {
    case (.metric, .height), (.metric, .distance): ("m", 1, 0)
    case (.metric, .speed), (.metric, .climb): ("m/s", 1, 0)
    case (.metric, .temperature), (.nautical, .temperature): ("°C", 1, 0)
    case (.imperial, .temperature): ("°F", 1.8, 32)
    // International foot, mile and nautical mile: exact.
    case (_, .height): ("ft", 1 / 0.3048, 0)
    case (_, .climb): ("ft/min", 60 / 0.3048, 0)
    case (.imperial, .distance): ("mi", 1 / 1609.344, 0)
    case (.nautical, .distance): ("nmi", 1 / 1852, 0)
    case (.imperial, .speed): ("mph", 3600 / 1609.344, 0)
    case (.nautical, .speed): ("kn", 3600 / 1852, 0)
    }
  }

  /// The next unit system, cyclic.
  var next: UnitSystem {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
