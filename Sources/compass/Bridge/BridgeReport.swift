import FoundationEssentials
import HeadingBridge
import HeadingChips
import HeadingSystem

/// The chips of a search, for people and as JSON.
struct BridgeReport {
  private struct Entry: Encodable {
    var chip: String
    var place: String
    var devices: [String]
    var selfTest: String?
    var selfTestPassed: Bool?
  }

  private let chips: [FoundChip]

  init(_ chips: [FoundChip]) { self.chips = chips }

  /// The names of all drivers.
  static var names: String {
    ChipCatalogue.drivers.map { $0.model.name.lowercased() }.joined(separator: ", ")
  }

  /// A line for each chip: name, place, devices with their quantities and rates.
  var text: String {
    let width = (chips.map(\.model.count).max() ?? 0) + 2
    let placeWidth = (chips.map(\.place.description.count).max() ?? 0) + 2
    return chips.map { chip in
      let devices = chip.devices.map { device in
        let types = device.channels.map(\.type).joined(separator: " ")
        return "\(device.name) (\(types), \(device.rate) Hz)"
      }
      var line =
        chip.model.padding(to: width)
        + chip.place.description.padding(to: placeWidth)
        + devices.joined(separator: ", ")
      if let test = chip.selfTestText { line += "; self-test: \(test)" }
      return line + "\n"
    }.joined()
  }

  /// The same as one JSON object.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let entries = chips.map { chip in
      Entry(
        chip: chip.model, place: chip.place.description, devices: chip.devices.map(\.name),
        selfTest: chip.selfTestText,
        selfTestPassed: chip.selfTestText.map { _ in !chip.hasFailedSelfTest })
    }
    return try encoder.encode(["chips": entries]) + Data("\n".utf8)
  }
}

extension FoundChip {
  /// Result of the self-test; `nil` if it was not run.
  var selfTestText: String? {
    switch selfTest {
    case .success(let result?): (result.hasPassed ? "passed: " : "failed: ") + result.text
    case .success(nil): "the chip has none"
    case .failure(let error): "failed: " + error.text
    case nil: nil
    }
  }

  /// Whether the self-test was run and failed.
  var hasFailedSelfTest: Bool {
    switch selfTest {
    case .success(let result): result?.hasPassed == false
    case .failure: true
    case nil: false
    }
  }
}
