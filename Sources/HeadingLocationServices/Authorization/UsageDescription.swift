import Foundation

/// What a program says of its use of places: `Info.plist` beside the executable.
public struct UsageDescription: Sendable, Hashable {
  /// Why it wants the place while it runs.
  public var whenInUse: String?

  /// Why it wants it at any time.
  public var always: String?

  /// Whether blurred places are enough unless the user says otherwise.
  public var wantsReducedAccuracy = false

  /// Why it wants full accuracy for a while, by purpose.
  public var temporaryPurposes: [String: String] = [:]

  /// Whether a service session must be held.
  public var needsSession = false

  /// Makes the description of a program that says nothing.
  public init() {}

  /// Reads what the executable's `Info.plist` says.
  public static var ofProgram: UsageDescription {
    UsageDescription(Bundle.main.infoDictionary ?? [:])
  }

  /// Reads the `Info.plist` beside an executable, as `Bundle.main` would in that program; a file that is
  /// not there or no property list says nothing.
  package init(beside executable: String) {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let data = SmallFile.read(folder.appendingPathComponent("Info.plist").path)
    let list = data.flatMap { data in
      Self.isHarmless(data)
        ? try? unsafe PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        : nil
    }
    self.init(list as? [String: Any] ?? [:])
  }

  /// Whether a list of another program may be read.
  ///
  /// It is XML, and not nested without end, which would end the reader. Everything that opens counts, so that no
  /// comment can hide how deep it is.
  private static func isHarmless(_ data: Data) -> Bool {
    guard data.count <= 65_536, data.first == UInt8(ascii: "<"),
      let text = String(data: data, encoding: .utf8)
    else { return false }
    let opened = ["<dict", "<array"].map { text.components(separatedBy: $0).count - 1 }
    return opened.reduce(0, +) <= 200
  }

  /// Reads a property list's keys; any of the keys for `always` counts, old ones too.
  public init(_ list: [String: Any]) {
    whenInUse =
      list["NSLocationWhenInUseUsageDescription"] as? String
      ?? list["NSLocationUsageDescription"] as? String
    always =
      list["NSLocationAlwaysAndWhenInUseUsageDescription"] as? String
      ?? list["NSLocationAlwaysUsageDescription"] as? String
      ?? list["NSLocationUsageDescription"] as? String
    wantsReducedAccuracy = list["NSLocationDefaultAccuracyReduced"] as? Bool ?? false
    temporaryPurposes =
      list["NSLocationTemporaryUsageDescriptionDictionary"] as? [String: String] ?? [:]
    needsSession = list["NSLocationRequireExplicitServiceSession"] as? Bool ?? false
  }
}
