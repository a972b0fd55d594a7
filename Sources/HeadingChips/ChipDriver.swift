/// Driver of a chip in user space: one file of tables and conversions for each chip.
///
/// The owner calls ``read(into:)`` once every ``interval``. After an error of the bus it makes a new
/// driver, which resets the chip. Numbers from the chip never trap.
package protocol ChipDriver: SendableMetatype {
  /// How the chip is found.
  static var model: ChipModel { get }

  /// Chips in its package that answer at addresses of their own, most of them once it is started.
  static var companions: [ChipCompanion] { get }

  /// Identifies the chip, resets it and starts it with the default rates and ranges.
  ///
  /// - Throws: ``ChipError/wrongIdentity(_:)`` before anything is written, if another chip answers.
  init(_ connection: ChipConnection) throws(ChipError)

  /// The IIO devices that the chip is, with their present rates and scales.
  var devices: [ChipDevice] { get }

  /// Time between two calls of ``read(into:)``, ns.
  var interval: Int64 { get }

  /// Appends the samples that have become available, oldest first; reads nothing twice.
  mutating func read(into samples: inout [ChipSample]) throws(ChipError)

  /// Sets the rate of a device, Hz: one of its ``ChipDevice/rates``.
  mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError)

  /// Sets the scale of a device's channel: one of its ``ChipDevice/Channel/scales``.
  mutating func setScale(_ scale: Double, ofChannel channel: Int, ofDevice device: Int)
    throws(ChipError)

  /// Runs the chip's self-test at rest; samples of that time are lost.
  ///
  /// - Returns: What was measured and whether it is within the data sheet's limits; `nil` if the chip
  ///   has no self-test.
  mutating func selfTest() throws(ChipError) -> SelfTestResult?

  /// Stops the chip: lowest power.
  mutating func stop() throws(ChipError)
}

extension ChipDriver {
  /// None.
  package static var companions: [ChipCompanion] { [] }

  /// Refuses every scale: the range is fixed.
  package mutating func setScale(
    _ scale: Double, ofChannel channel: Int, ofDevice device: Int
  ) throws(ChipError) {
    throw .unsupported("the range is fixed")
  }

  /// The chip has no self-test.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? { nil }
}
