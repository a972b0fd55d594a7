import ChipSimulation
import HeadingChips
import Testing

/// What every driver must survive: faults of the bus at the start and at work.
enum FaultTrial {
  /// Runs a driver through each fault; none may trap, and none may last without an error.
  static func run<Driver: ChipDriver>(
    _ type: Driver.Type, kind: BusKind = .i2c, chip: () -> any SimulatedChip
  ) throws {
    let gone: [SimulatedBus.Fault] = [.notAcknowledged, .stretched, .gone]
    for fault in gone {
      let (time, chip) = (SimulatedTime(), chip())
      let bus = SimulatedBus(chip, kind: kind, time: time)
      bus.fault = fault
      #expect(throws: ChipError.self) { try Driver(bus.connection) }
      bus.fault = nil
      var trial = try ChipTrial<Driver>(chip, kind: kind)
      _ = try trial.samples(seconds: 0.2)
      trial.bus.fault = fault
      #expect(throws: ChipError.self) { _ = try trial.samples(seconds: 0.2) }
    }
    let damages: [SimulatedBus.Fault] =
      (0..<8).map { .flipped(bit: $0) } + [.stuck(0x00), .stuck(0xFF), .stuck(0x55)]
    for fault in damages {
      // At the start: an error or a driver, and no endless loop.
      let time = SimulatedTime()
      let bus = SimulatedBus(chip(), kind: kind, time: time)
      bus.fault = fault
      _ = try? Driver(bus.connection)
      #expect(time.now < 20_000_000_000)
      var trial = try ChipTrial<Driver>(chip(), kind: kind)
      _ = try trial.samples(seconds: 0.2)
      trial.bus.fault = fault
      _ = try? trial.samples(seconds: 5)
      trial.bus.fault = nil
      // After an error the owner makes a new driver.
      trial.driver = try Driver(trial.bus.connection)
      #expect(try !trial.samples(seconds: 3).isEmpty)
    }
  }

  /// A stuck line must end in an error, so that the owner resets the chip, or deliver nothing.
  static func stuck<Driver: ChipDriver>(
    _ type: Driver.Type, at byte: UInt8, kind: BusKind = .i2c, chip: any SimulatedChip
  ) throws -> [ChipSample] {
    var trial = try ChipTrial<Driver>(chip, kind: kind)
    _ = try trial.samples(seconds: 0.2)
    trial.bus.fault = .stuck(byte)
    var samples: [ChipSample] = []
    var error: ChipError?
    for _ in 0..<2000 where error == nil {
      do throws(ChipError) {
        try trial.driver.read(into: &samples)
      } catch let caught {
        error = caught
      }
      trial.time.advance(by: trial.driver.interval)
    }
    #expect(error != nil)
    return samples
  }
}
