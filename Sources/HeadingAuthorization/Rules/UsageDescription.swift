import Foundation

/// A program's purposes of using positions, from `Info.plist` beside the executable.
public struct UsageDescription: Sendable, Hashable {
  /// Purpose of positions while the program runs.
  public var whenInUse: String?

  /// Purpose of positions at any time.
  public var always: String?

  /// Whether reduced accuracy is the default.
  public var wantsReducedAccuracy = false

  /// Purposes of temporary full accuracy, by key.
  public var temporaryPurposes: [String: String] = [:]

  /// Whether a service session must be held.
  public var needsSession = false

  /// Creates an empty description.
  public init() {}

  /// The description of this program's `Info.plist`.
  public static var ofProgram: UsageDescription {
    UsageDescription(Bundle.main.infoDictionary ?? [:])
  }

  /// Reads the `Info.plist` beside an executable, as `Bundle.main` would in that program; empty if
  /// the file is missing or not a valid property list.
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

  /// Whether an untrusted property list is safe to parse.
  ///
  /// It must be XML of bounded nesting, because deep nesting crashes the parser. All opening tags
  /// count, so that comments cannot hide the depth.
  private static func isHarmless(_ data: Data) -> Bool {
    guard data.count <= 65_536, data.first == UInt8(ascii: "<"),
      let text = String(data: data, encoding: .utf8)
    else { return false }
    let opened = ["<dict", "<array"].map { text.components(separatedBy: $0).count - 1 }
    return opened.reduce(0, +) <= 200
  }

  /// Reads the keys of a property list; for `always` legacy keys count too.
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
