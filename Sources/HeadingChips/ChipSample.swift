/// One measurement of an IIO device of a chip.
package struct ChipSample: Sendable, Hashable {
  /// Index in the driver's ``ChipDriver/devices``.
  package var device: Int

  /// Boottime of the middle of the measurement, ns.
  package var time: Int64

  /// Counts of the device's channels, in their order.
  package var counts: SIMD4<Int32>

  /// Creates a sample.
  package init(device: Int, time: Int64, counts: SIMD4<Int32>) {
    self.device = device
    self.time = time
    self.counts = counts
  }
}
