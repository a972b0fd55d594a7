public import HeadingIIOServer

extension ServedContext {
  /// The context of a board, with four high-resolution timer triggers `t0` to `t3` at 100 Hz.
  ///
  /// - Parameters:
  ///   - board: The board, whose chips determine the devices and their names.
  ///   - controllable: Whether each sensor has a debug attribute `fault` that injects faults.
  public init(board: SimulatedBoard, controllable: Bool = true) {
    self.init(
      description: "Linux simulated-hat 6.12.0 headingd simulation SIMULATED",
      attributes: [
        Attribute(name: "local,kernel", value: "6.12.0"), Attribute(name: "uri", value: "local:"),
        Attribute(name: Attribute.simulationMark, value: board.rawValue),
      ], devices: [])
    var names: [String] = []
    for sensor in board.sensors where !names.contains(sensor.device) { names.append(sensor.device) }
    var triggers: [String] = []
    for (index, name) in names.enumerated() {
      let sensors = board.sensors.filter { $0.device == name }
      var device = DeviceShape.device(
        id: "iio:device\(index)", name: name, sensors: sensors, buffered: board != .polled)
      if device.triggering == .own {
        device.trigger = "trigger\(triggers.count)"
        triggers.append("\(name)-dev\(index)")
      }
      devices.append(device)
    }
    if board != .polled && board != .hub { triggers += ["t0", "t1", "t2", "t3"] }
    for (index, name) in triggers.enumerated() {
      var trigger = ServedDevice(id: "trigger\(index)", name: name)
      if name.count == 2 {
        trigger.attributes = ["sampling_frequency"]
        trigger.files["sampling_frequency"] = ServedAttribute("100.000000", .number)
      }
      devices.append(trigger)
    }
    if controllable { addFaultAttributes() }
  }

  /// Adds a debug attribute `fault` to every device with channels.
  public mutating func addFaultAttributes() {
    for index in devices.indices where !devices[index].channels.isEmpty {
      devices[index].debugAttributes.append("fault")
      devices[index].files[SimulatedFault.file] = ServedAttribute("none", .any)
    }
  }
}
