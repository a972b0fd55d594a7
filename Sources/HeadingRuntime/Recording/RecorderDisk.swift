import Glibc
import HeadingRecording
import HeadingSensing
import HeadingStorage

/// The flight recorder's current file and its disk space.
struct RecorderDisk {
  /// The file being written.
  private struct Current {
    var descriptor: CInt
    var number: Int
    /// Bytes of complete messages in it.
    var size: UInt64 = 0
  }

  private struct Failure: Error {
    var code: CInt
  }

  /// Steps between two attempts after a failure: one second.
  private static let stepsUntilRetry = 4

  /// Steps between two `fdatasync` calls, which protect against a power cut: five seconds.
  private static let stepsUntilSync = 20

  /// Free space required for a new file beyond the reserve, bytes.
  private static let minimumSpace: UInt64 = 500_000

  private let folder: RecordingFolder
  private let configuration: RecorderConfiguration
  private let run = String(UInt64.random(in: 0 ... .max), radix: 16)
  private var current: Current?
  private var lastNumber = 0
  private var wait = 0
  private var sinceSync = 0
  private var report = RecorderReport()

  init(_ folder: RecordingFolder, _ configuration: RecorderConfiguration) {
    self.folder = folder
    self.configuration = configuration
  }

  /// Writes the buffered messages; starts a new file or frees space when that is due.
  ///
  /// - Returns: The recorder's status, and a notice if its state changed.
  mutating func step(
    _ buffer: RecordingBuffer, context: [ServiceStep], isLast: Bool
  ) -> (RecorderReport, SensorNotice?) {
    let before = report.state
    do throws(Failure) {
      if isLast {
        try finish(buffer)
      } else if current != nil {
        try write(buffer, context)
      } else if wait > 0 {
        wait -= 1
      } else {
        try open(number: nextNumber(), buffer, context, continues: false)
      }
    } catch {
      abandon(buffer)
      report.state =
        error.code == ENOSPC || error.code == EDQUOT
        ? .diskFull : .failed(unsafe String(cString: strerror(error.code)))
      wait = Self.stepsUntilRetry
    }
    return (report, before == report.state ? nil : notice(before))
  }

  private func notice(_ before: RecorderReport.State) -> SensorNotice? {
    switch report.state {
    case .off: nil
    case .recording:
      before == .off ? nil : SensorNotice(.info, nil, "the flight recorder records again")
    case .diskFull:
      SensorNotice(
        .error, nil,
        "the disk is full: the flight recorder waits until \(folder.path) has space again")
    case .failed(let reason):
      SensorNotice(
        .error, nil, "the flight recorder cannot write \(folder.path): \(reason); it tries again")
    }
  }

  private func nextNumber() -> Int { max(folder.files.last?.number ?? 0, lastNumber) + 1 }

  /// Starts a file and ends the buffer's previous one.
  private mutating func open(
    number: Int, _ buffer: RecordingBuffer, _ context: [ServiceStep], continues: Bool
  ) throws(Failure) {
    let part = RecordingPart(run: run, number: number, continues: continues)
    let rest = buffer.begin(part, context: context)
    if let current {
      try write(rest)
      close(current.descriptor)
      self.current = nil
    }
    do {
      try folder.make()
    } catch {
      throw Failure(code: errno == 0 ? EIO : errno)
    }
    // A file that can be started but not filled would cost the files before it.
    try makeRoom(
      limit: configuration.size - min(configuration.size, configuration.fileSize),
      reserve: configuration.reserve + min(configuration.fileSize, Self.minimumSpace))
    let descriptor = unsafe Glibc.open(
      folder.path(of: number), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    current = Current(descriptor: descriptor, number: number)
    lastNumber = number
    try write(buffer.take().bytes)
    report.state = .recording
  }

  private mutating func write(
    _ buffer: RecordingBuffer, _ context: [ServiceStep]
  ) throws(Failure) {
    guard let file = current else { return }
    var status = stat()
    // Another process removed the file, so what is written to it would be lost.
    guard unsafe fstat(file.descriptor, &status) == 0, status.st_nlink > 0 else {
      throw Failure(code: ENOENT)
    }
    let (bytes, lost) = buffer.take()
    report.lost += lost
    try write(bytes)
    if lost > 0 || (current?.size ?? 0) >= configuration.fileSize {
      return try open(number: nextNumber(), buffer, context, continues: lost == 0)
    }
    try makeRoom(limit: configuration.size, reserve: configuration.reserve)
    sinceSync += 1
    if sinceSync >= Self.stepsUntilSync {
      sinceSync = 0
      guard fdatasync(file.descriptor) == 0 else { throw Failure(code: errno) }
    }
  }

  /// Removes the oldest files until the ring fits its limit and the reserve is free.
  private mutating func makeRoom(limit: UInt64, reserve: UInt64) throws(Failure) {
    let room = folder.makeRoom(limit: limit, reserve: reserve)
    report.size = room.size
    guard room.isEnough else { throw Failure(code: ENOSPC) }
  }

  private mutating func write(_ bytes: [UInt8]) throws(Failure) {
    guard let descriptor = current?.descriptor else { return }
    var rest = bytes[...]
    var isSecond = false
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = errno
      if code == EINTR { continue }
      guard code == ENOSPC, !isSecond else { throw Failure(code: code) }
      isSecond = true
      _ = folder.makeRoom(
        limit: configuration.size, reserve: max(configuration.reserve, UInt64(rest.count)))
    }
    current?.size += UInt64(bytes.count)
  }

  private mutating func finish(_ buffer: RecordingBuffer) throws(Failure) {
    let rest = buffer.end()
    try write(rest)
    guard let file = current else { return }
    _ = fdatasync(file.descriptor)
    close(file.descriptor)
    current = nil
    report.state = .off
  }

  /// Truncates the file after its last complete message.
  private mutating func abandon(_ buffer: RecordingBuffer) {
    _ = buffer.end()
    guard let file = current else { return }
    _ = ftruncate(file.descriptor, off_t(clamping: file.size))
    close(file.descriptor)
    current = nil
  }
}
