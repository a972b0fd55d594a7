package import FoundationEssentials
import HeadingStorage

extension BootConfiguration {
  /// The lines that differ from another state of the file, as `- old` and `+ new`.
  package func changes(from old: BootConfiguration) -> [String] {
    var changes: [String] = []
    for index in lines.indices {
      let before = index < old.lines.count ? old.lines[index].bytes : nil
      guard before != lines[index].bytes else { continue }
      if let before { changes.append("- " + String(decoding: before, as: UTF8.self)) }
      changes.append("+ " + String(decoding: lines[index].bytes, as: UTF8.self))
    }
    return changes
  }

  /// Writes the file, and before it a copy of the old one beside it.
  ///
  /// - Parameters:
  ///   - machine: The machine that the file is of.
  ///   - date: The date in the copy's name.
  /// - Returns: The copy's path on the machine.
  /// - Throws: `POSIXError`; the file is then unchanged.
  package func write(on machine: Machine, date: Date) throws -> String {
    // A FAT file system takes no colons.
    let time = Date.ISO8601FormatStyle(
      dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted
    ).format(date).replacing("T", with: "-").replacing("Z", with: "")
    let stem = "\(path).\(time)"
    var copy = stem
    var number = 2
    while machine.exists(copy) {
      copy = "\(stem)-\(number)"
      number += 1
    }
    try AtomicFile.write(Data(contentsOf: machine.url(path)), to: machine.url(copy))
    try AtomicFile.write(data, to: machine.url(path))
    return copy
  }
}
