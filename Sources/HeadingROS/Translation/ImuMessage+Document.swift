package import HeadingProtocol

extension ImuMessage {
  /// The YAML document of an update for `rostopic pub` of ROS 1, see ``ROSYAML``; a comment marks
  /// simulated data.
  package static func document(of update: SolutionMessage, options: ROSOptions) -> [UInt8] {
    Array(
      ROSYAML.document(
        ImuMessage(update, stamp: ROSTime(of: update), options: options).record,
        comment: update.simulated ? "SIMULATED" : nil
      ).utf8)
  }
}
