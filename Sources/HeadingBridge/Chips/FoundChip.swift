package import HeadingChips

/// A chip that was found by a scan.
package struct FoundChip: Sendable {
  /// The model's name.
  package var model: String

  /// Where it is.
  package var place: ChipPlace

  /// Its IIO devices.
  package var devices: [ChipDevice]

  /// Result of its self-test, if it was run: `nil` in it means that the chip has none.
  package var selfTest: Result<SelfTestResult?, ChipError>?
}
