import Foundation
import HeadingTesting

/// A recording of a real kernel's context, as a file that libiio's XML backend opens.
final class RecordedContext {
  static let isThere = SharedData.isThere("tools/iio/recordings/i2c.json")

  let file: URL

  var uri: String { "xml:" + file.path }

  init(_ name: String) throws {
    struct Recording: Decodable { let xml: String }
    let data = try SharedData.data("tools/iio/recordings/\(name).json")
    file = FileManager.default.temporaryDirectory
      .appendingPathComponent("headingd-\(UUID().uuidString.prefix(8)).xml")
    try Data(JSONDecoder().decode(Recording.self, from: data).xml.utf8).write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: file) }
}
