import FoundationEssentials
import HeadingSystem

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
    UsageDescription(beside: ProgramPath.current)
  }

  /// Reads the `Info.plist` beside an executable; empty if the file is missing or not a valid
  /// property list.
  package init(beside executable: String) {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let data = SmallFile.read(folder.appendingPathComponent("Info.plist").path)
    let list = data.flatMap { data in
      Self.isHarmless(data)
        ? try? PropertyListDecoder().decode([String: Entry].self, from: data) : nil
    }
    self.init(list?.compactMapValues(\.value) ?? [:])
  }

  /// A value of a type that some key has; `nil` for other types.
  private struct Entry: Decodable {
    let value: Any?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text: Any? = try? container.decode(String.self)
      value =
        text ?? (try? container.decode(Bool.self))
        ?? (try? container.decode([String: String].self))
    }
  }

  /// Whether an untrusted property list is safe to parse.
  ///
  /// It must be XML of bounded nesting, because deep nesting crashes the parser. All opening tags
  /// count, so that comments cannot hide the depth.
  private static func isHarmless(_ data: Data) -> Bool {
    guard data.count <= 65_536, data.first == UInt8(ascii: "<"),
      let text = String(data: data, encoding: .utf8)
    else { return false }
    let opened = ["<dict", "<array"].map { text.ranges(of: $0).count }
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
