/// A command with seven parameters.
package struct CommandLong: MAVLinkMessage {
  package static let name = "COMMAND_LONG"
  package static let identifier: UInt32 = 76
  package static let checksumExtra: UInt8 = 152

  /// Parameter 1.
  package var param1: Float = 0

  /// Parameter 2.
  package var param2: Float = 0

  /// Parameter 3.
  package var param3: Float = 0

  /// Parameter 4.
  package var param4: Float = 0

  /// Parameter 5.
  package var param5: Float = 0

  /// Parameter 6.
  package var param6: Float = 0

  /// Parameter 7.
  package var param7: Float = 0

  /// MAV_CMD.
  package var command: UInt16 = 0

  /// The system that executes it.
  package var targetSystem: UInt8 = 0

  /// The component that executes it, 0 for all.
  package var targetComponent: UInt8 = 0

  /// 0 for the first transmission.
  package var confirmation: UInt8 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&param1)
    coder.code(&param2)
    coder.code(&param3)
    coder.code(&param4)
    coder.code(&param5)
    coder.code(&param6)
    coder.code(&param7)
    coder.code(&command)
    coder.code(&targetSystem)
    coder.code(&targetComponent)
    coder.code(&confirmation)
  }
}

extension CommandLong {
  /// MAV_CMD_SET_MESSAGE_INTERVAL: asks a component to send a message at a rate.
  ///
  /// - Parameters:
  ///   - message: The message's identifier.
  ///   - rate: The rate, Hz.
  ///   - system: The system that sends it.
  ///   - component: Its component.
  package init(sending message: UInt32, rate: Double, by system: UInt8, _ component: UInt8) {
    self.init()
    command = 511
    param1 = Float(message)
    param2 = Float((1e6 / rate).rounded())
    targetSystem = system
    targetComponent = component
  }
}
