import FoundationEssentials
import Glibc
import HeadingStorage
import HeadingSystem

/// Events in files of one folder; they and their numbers outlive the program and a power failure.
///
/// An event is on the disk before it is sent, so its number is never given again. What was
/// acknowledged is noted later: after a failure the last ones are sent twice.
@safe
final class EventFolder {
  /// A file.
  private struct Segment {
    var first: UInt64
    var size: Int
  }

  /// Why the folder cannot be used, in words.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Number of files that share the size.
  private static let parts = 8
  /// Sizes at which another file is begun, bytes.
  private static let fileSizes = 4096...4_000_000
  /// Largest file that is read at the start, bytes.
  private static let largestFile = 16_000_000
  /// Largest line that is read, bytes; the largest payload has about 4 kB.
  private static let longestLine = 65_536
  /// Room that a disk needs for events, bytes: less would be full again at once.
  private static let room = 32_768
  /// Time between two notes of what was acknowledged, s.
  private static let noteInterval = 1.0

  private let folder: String
  private let limit: Int
  private let lock: OpenFile
  private(set) var stream = ""
  private var segments: [Segment] = []
  private var newest: OpenFile?
  private var next: UInt64 = 1
  private var settled = SettledSequences(upTo: 0)
  private var noted: UInt64 = 0
  private var noteTime = 0.0

  /// Numbers that were read before their turn.
  private var early: Set<UInt64> = []

  /// Where reading continues.
  private var cursor = Cursor()

  private struct Cursor {
    var first: UInt64 = 0
    var offset = 0
    /// The last number that was read.
    var last: UInt64 = 0
  }

  /// Opens a folder, which is made if needed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - limit: Size limit of the files, bytes.
  /// - Throws: ``Failure`` if it cannot be used, or another queue uses it.
  init(_ folder: String, limit: Int) throws {
    (self.folder, self.limit) = (folder, limit)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    lock = try OpenFile(folder + "/lock", O_RDWR | O_CREAT, mode: 0o600)
    guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(
        description: "another output uses it; give this one a `queue_folder` of its own")
    }
    try readStream()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let firsts = names.compactMap(EventSegment.first).sorted()
    for first in firsts.dropLast() { try note(first) }
    if let first = firsts.last { try load(first) }
    if let text = try? String(contentsOfFile: folder + "/acknowledged", encoding: .utf8),
      let number = UInt64(text.filter { !$0.isWhitespace })
    {
      noted = number
      next = max(next, number &+ 1)
    }
    settled = SettledSequences(upTo: noted)
    rewind()
    for name in ["stream", "acknowledged"] { AtomicFile.removeParts(of: url(name)) }
    // A full disk has no room for another file: then this one is written over.
    if !names.contains("acknowledged") { try? write(0) }
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: folder + "/" + name) }

  /// Checks that events can be stored: better to know now than after the first one.
  ///
  /// - Throws: The system's error.
  func check() throws {
    do { return try checkRoom() } catch  where FileReason.isFull(error) {}
    // It may be our own files that fill a small disk.
    try note()
    if settled.all + 1 == next {
      for segment in segments { remove(segment) }
      (segments, newest) = ([], nil)
    }
    try checkRoom()
  }

  private func checkRoom() throws {
    try AtomicFile.checkWritable(url("acknowledged"), size: min(fullSize, Self.room))
  }

  private func readStream() throws {
    let url = url("stream")
    if let text = try? String(contentsOf: url, encoding: .utf8) {
      let name = text.filter { !$0.isWhitespace }
      if name.utf8.count == 16, name.utf8.allSatisfy({ $0 < 128 && $0 > 32 }) {
        stream = name
        return
      }
    }
    // Without its name the numbers in the folder would begin another stream: they are of none.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where EventSegment.first(name) != nil || name == "acknowledged" {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    stream = MQTTEvent.newStream()
    try AtomicFile.write(Data((stream + "\n").utf8), to: url, isPrivate: true)
  }

  /// Notes an older file.
  private func note(_ first: UInt64) throws {
    var status = stat()
    guard unsafe stat(folder + "/" + EventSegment.name(first), &status) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    segments.append(Segment(first: first, size: Int(status.st_size)))
  }

  /// Notes the newest file, and cuts off an event that was not written to its end.
  private func load(_ first: UInt64) throws {
    let path = folder + "/" + EventSegment.name(first)
    let content = Array(try OpenFile(path, O_RDONLY).content(atMost: Self.largestFile + 1))
    guard content.count <= Self.largestFile else {
      throw Failure(description: "\(path) is too large: remove the folder")
    }
    var (start, whole) = (0, 0)
    var last = first &- 1
    while let end = content[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let event = EventSegment.event(content[start..<end], stream: stream) {
        last = max(last, event.sequence)
      } else {
        // A damaged event: its number was used.
        last &+= 1
      }
      start = end + 1
      whole = start
    }
    if whole < content.count { _ = unsafe truncate(path, off_t(whole)) }
    segments.append(Segment(first: first, size: whole))
    next = max(next, last &+ 1)
  }

  /// Stores events; they are on the disk when it returns.
  ///
  /// - Parameter makers: Makes the payload of each.
  /// - Throws: The system's error; none is stored then.
  func append(_ makers: [MQTTEvent.Maker]) throws {
    var bytes: [UInt8] = []
    var sequence = next
    for make in makers {
      let event = MQTTEvent(
        stream: stream, sequence: sequence, payload: make(stream, sequence))
      bytes += EventSegment.line(event)
      sequence += 1
    }
    let file = try file(for: bytes.count)
    let size = segments[segments.count - 1].size
    do {
      try file.write(bytes)
      guard fdatasync(file.descriptor) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      _ = ftruncate(file.descriptor, off_t(size))
      throw error
    }
    segments[segments.count - 1].size += bytes.count
    next = sequence
    dropOldest()
  }

  /// Size at which another file is begun, bytes.
  private var fullSize: Int {
    max(Self.fileSizes.lowerBound, min(limit / Self.parts, Self.fileSizes.upperBound))
  }

  /// The newest file, or another if that is full.
  private func file(for bytes: Int) throws -> OpenFile {
    if let last = segments.last, last.size == 0 || last.size + bytes <= fullSize {
      if let newest { return newest }
      let path = folder + "/" + EventSegment.name(last.first)
      let file = try OpenFile(path, O_WRONLY | O_APPEND)
      newest = file
      return file
    }
    let path = folder + "/" + EventSegment.name(next)
    let file = try OpenFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o600)
    _ = ftruncate(file.descriptor, 0)
    let entries = try OpenFile(folder, O_RDONLY | O_DIRECTORY)
    guard fsync(entries.descriptor) == 0 || errno == EINVAL else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    segments.append(Segment(first: next, size: 0))
    newest = file
    return file
  }

  /// Removes the oldest files beyond the limit; reading finds the gap.
  private func dropOldest() {
    var size = segments.reduce(0) { $0 + $1.size }
    while size > limit, segments.count > 1 {
      size -= segments[0].size
      remove(segments.removeFirst())
    }
  }

  private func remove(_ segment: Segment) {
    unsafe unlink(folder + "/" + EventSegment.name(segment.first))
  }

  /// Reads the next events that are not settled.
  ///
  /// - Parameters:
  ///   - most: How many.
  ///   - dropped: Makes the payload that says which ones are lost; it is stored, and read first.
  /// - Returns: The events; empty if there are none now.
  /// - Throws: The system's error.
  func read(atMost most: Int, dropped: MQTTEvent.DroppedMaker) throws -> [MQTTEvent] {
    var events: [MQTTEvent] = []
    while events.count < most {
      guard let index = segments.firstIndex(where: { $0.first >= cursor.first }) else { break }
      if segments[index].first != cursor.first {
        (cursor.first, cursor.offset) = (segments[index].first, 0)
      }
      let (found, isAtEnd) = try read(index, atMost: most - events.count)
      for (event, size) in found {
        if event.sequence > max(cursor.last, settled.all) + 1,
          let lost = try tellLoss(upTo: event.sequence - 1, dropped)
        {
          // The event itself is read again after this one.
          return events + [lost]
        }
        cursor.offset += size
        cursor.last = max(cursor.last, event.sequence)
        if !settled.contains(event.sequence), early.remove(event.sequence) == nil {
          events.append(event)
        }
      }
      guard isAtEnd else { continue }
      guard events.count < most, index + 1 < segments.count else { break }
      (cursor.first, cursor.offset) = (segments[index + 1].first, 0)
    }
    return events
  }

  /// The events of a file from the cursor on with the sizes of their lines, and whether these are all.
  private func read(
    _ index: Int, atMost most: Int
  ) throws -> ([(MQTTEvent, size: Int)], isAtEnd: Bool) {
    let rest = segments[index].size - cursor.offset
    guard rest > 0 else { return ([], true) }
    let path = folder + "/" + EventSegment.name(segments[index].first)
    let file = try OpenFile(path, O_RDONLY)
    guard lseek(file.descriptor, off_t(cursor.offset), SEEK_SET) >= 0 else { return ([], true) }
    let content = Array(try file.content(atMost: min(rest, Self.longestLine)))
    var events: [(MQTTEvent, size: Int)] = []
    var start = 0
    while events.count < most, let end = content[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let event = EventSegment.event(content[start..<end], stream: stream) else {
        // Damaged: what was found before it is taken first.
        if events.isEmpty {
          cursor.offset += end + 1 - start
          return ([], cursor.offset >= segments[index].size)
        }
        return (events, false)
      }
      events.append((event, size: end + 1 - start))
      start = end + 1
    }
    if start == 0 {
      // No end of a line: nothing of it can be read.
      cursor.offset = segments[index].size
      return ([], true)
    }
    return (events, cursor.offset + start >= segments[index].size)
  }

  /// Stores the event that says which ones are lost, from the last that was read or settled.
  ///
  /// - Returns: The event; `nil` while the disk has no room, so that the loss is told later.
  private func tellLoss(
    upTo end: UInt64, _ dropped: MQTTEvent.DroppedMaker
  ) throws -> MQTTEvent? {
    let lost = max(cursor.last, settled.all) + 1...end
    let sequence = next
    let payload = dropped(stream, sequence, lost)
    do {
      try append([{ _, _ in payload }])
    } catch  where FileReason.isFull(error) {
      return nil
    }
    settled.insert(lost)
    early.insert(sequence)
    cursor.last = max(cursor.last, end)
    try note()
    return MQTTEvent(stream: stream, sequence: sequence, payload: payload)
  }

  /// Notes that the broker has an event.
  ///
  /// - Parameters:
  ///   - sequence: Its number.
  ///   - now: The present time, s.
  func acknowledge(_ sequence: UInt64, at now: Double) {
    settled.insert(sequence)
    noteIfDue(at: now)
  }

  /// Stores what was acknowledged, once a second at most.
  func noteIfDue(at now: Double) {
    guard settled.all > noted, now - noteTime >= Self.noteInterval else { return }
    noteTime = now
    // A disk that is full or read-only costs a repetition.
    try? note()
  }

  /// Stores what was acknowledged, and removes files that are not needed.
  func note() throws {
    guard settled.all > noted else { return }
    try write(settled.all)
    noted = settled.all
    // The newest file keeps the last number.
    while segments.count > 1, segments[1].first <= noted + 1 { remove(segments.removeFirst()) }
  }

  /// Stores a number up to which every event is settled.
  private func write(_ number: UInt64) throws {
    let content = Data("\(number)\n".utf8)
    do {
      try AtomicFile.write(content, to: url("acknowledged"), isPrivate: true)
    } catch  where FileReason.isFull(error) {
      // In place, where a longer number needs no room: what it settles makes room.
      let file = try OpenFile(folder + "/acknowledged", O_WRONLY)
      try file.write(content)
      guard fdatasync(file.descriptor) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// Reads everything again that is not settled.
  func rewind() { (cursor, early) = (Cursor(first: 0, offset: 0, last: settled.all), []) }
}
