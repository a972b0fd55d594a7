public import FoundationEssentials
import Glibc
import HeadingRecording
import HeadingStorage
import HeadingSystem

/// Archive for a bug report: configuration, profiles, state, recordings, devices and log.
///
/// Items that cannot be read are omitted; `contents.txt` gives the reason.
public struct ReportBundle {
  /// Paths from which the items are read.
  public struct Places: Sendable {
    /// Configuration file of the service.
    public var configuration = "/etc/headingd/headingd.yaml"

    /// Profile folders.
    public var profiles: [URL] = []

    /// State file of the service.
    public var state = "/var/lib/headingd/state.json"

    /// Folder of the flight recorder; `nil` for the configured one.
    public var flights: String?

    /// Folder of the kernel's IIO devices.
    public var devices = "/sys/bus/iio/devices"

    /// Creates the default paths.
    public init() {}
  }

  /// Maximum total size of the flight recordings, bytes; the newest are taken first.
  private static let maximumFlightSize: UInt64 = 64_000_000

  /// Maximum size of any other file, bytes; the rest is cut off.
  private static let maximumFileSize = 1_000_000

  /// Included and omitted items, one line each.
  public private(set) var contents: [String] = []

  private var files: [(path: String, data: Data)] = []
  private let removesPosition: Bool

  /// Creates an empty bundle.
  ///
  /// - Parameter removesPosition: Whether everything that reveals the device's position is removed.
  public init(removesPosition: Bool) { self.removesPosition = removesPosition }

  /// Adds text that contains no position.
  public mutating func add(_ name: String, text: String) { put(name, Data(text.utf8)) }

  /// Adds JSON lines.
  public mutating func add(_ name: String, lines: Data) {
    put(name, removesPosition ? PositionRemoval.lines(lines) : lines)
  }

  /// Records that an item is omitted, and why.
  public mutating func note(_ name: String, missing reason: String) {
    contents.append("\(name): left out: \(reason)")
  }

  /// Adds a remark to `contents.txt`.
  public mutating func remark(_ sentence: String) { contents.append(sentence) }

  /// Adds the files found at the given paths.
  public mutating func collect(_ places: Places, environment: [String: String]) {
    let configuration = try? ServiceConfiguration(
      contentsOf: places.configuration, environment: environment)
    if let data = read("headingd.yaml", places.configuration) {
      if !removesPosition {
        put("headingd.yaml", data)
      } else if let text = ServiceConfiguration.removingPlace(
        from: String(decoding: data, as: UTF8.self))
      {
        add("headingd.yaml", text: text)
      } else {
        note("headingd.yaml", missing: "it is not YAML, so its position cannot be removed")
      }
    }
    for folder in places.profiles { collectProfiles(folder) }
    if let path = configuration?.sensors.profile {
      collectDocument("profiles/configured.json", path)
    }
    collectDocument("state.json", configuration?.state.file ?? places.state)
    if let folder = places.flights ?? configuration?.recorder.folder {
      collectFlights(RecordingFolder(path: folder))
    } else {
      note("flights", missing: "no flight recorder is configured")
    }
    collectDevices(places.devices)
  }

  private mutating func collectProfiles(_ folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where name.hasSuffix(".json") {
      collectDocument("profiles/\(name)", folder.appendingPathComponent(name).path)
    }
  }

  private mutating func collectDocument(_ name: String, _ path: String) {
    guard let data = read(name, path) else { return }
    guard removesPosition else { return put(name, data) }
    if let cleaned = PositionRemoval.object(data) {
      put(name, cleaned)
    } else {
      note(name, missing: "it is not JSON, so its position cannot be removed")
    }
  }

  private mutating func collectFlights(_ folder: RecordingFolder) {
    var total: UInt64 = 0
    for file in folder.files.reversed() {
      total = total &+ file.size
      if total > Self.maximumFlightSize { break }
      let name = "flights/" + URL(fileURLWithPath: file.path).lastPathComponent
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: file.path))
        put(
          name, removesPosition ? Data(try PositionRemoval.recording(Array(data))) : data)
      } catch {
        note(name, missing: "\(FileReason.text(error))")
      }
    }
  }

  /// Adds the kernel's attributes of each device, except its readings.
  private mutating func collectDevices(_ folder: String) {
    var text = ""
    let manager = FileManager.default
    for device in ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      text += "\(device)\n"
      let names = (try? manager.contentsOfDirectory(atPath: folder + "/" + device)) ?? []
      for name in names.sorted().prefix(300)
      where !name.hasSuffix("_raw") && !name.hasSuffix("_input") {
        guard let file = try? OpenFile("\(folder)/\(device)/\(name)", O_RDONLY),
          let data = try? file.content(atMost: 512), !data.isEmpty
        else { continue }
        let value = String(decoding: data, as: UTF8.self).trimming(while: \.isWhitespace)
        text += "  \(name): \(value)\n"
      }
    }
    if text.isEmpty { note("devices.txt", missing: "there are no IIO devices") }
    if !text.isEmpty { add("devices.txt", text: text) }
  }

  private mutating func read(_ name: String, _ path: String) -> Data? {
    do {
      return try OpenFile(path, O_RDONLY).content(atMost: Self.maximumFileSize)
    } catch {
      note(name, missing: "\(path): \(FileReason.text(error))")
      return nil
    }
  }

  private mutating func put(_ path: String, _ data: Data) {
    if files.contains(where: { $0.path == path }) { return }
    files.append((path, data))
    contents.append("\(path): \(data.count) bytes")
  }

  /// First line of `tar`'s error output, without the program name; the system's reason comes last
  /// in it.
  private static func sentence(_ complaint: String) -> String {
    let line = complaint.split(separator: "\n").first.map(String.init) ?? "tar gave no reason"
    return String(line.trimmingPrefix("tar (child): ").trimmingPrefix("tar: "))
  }

  /// Packs everything with `tar`; only the file's owner can read the archive.
  ///
  /// - Parameter archive: The `.tar.gz` file to write; an existing one is replaced.
  /// - Throws: The system's error, or `tar`'s error output.
  public func write(to archive: URL) throws {
    let manager = FileManager.default
    let name = "headingd-report"
    let folder = manager.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    try manager.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? manager.removeItem(at: folder) }
    let list =
      contents + (removesPosition ? ["positions were removed"] : ["positions are included"])
    let all = files + [("contents.txt", Data(list.map { $0 + "\n" }.joined().utf8))]
    for (path, data) in all {
      let file = folder.appendingPathComponent("\(name)/\(path)")
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    let file = try PrivateFile.begin(archive)
    // Written here instead of by `tar`, so that a full disk gives the system's error, not `gzip`'s
    // text.
    let tar = try ChildProcess(
      "/usr/bin/tar",
      [
        "--create", "--gzip", "--owner=0", "--group=0", "--file", "-", "--directory", folder.path,
        name,
      ], readsOutput: true, readsErrors: true)
    while let part = try tar.output?.read(), !part.isEmpty {
      do { try file.write(part) } catch {
        tar.terminate()
        _ = tar.wait()
        throw error
      }
    }
    let complaint = try tar.errors?.content() ?? Data()
    guard tar.wait() == 0 else {
      throw ReportBundleError.tar(
        Self.sentence(String(decoding: complaint.prefix(500), as: UTF8.self)))
    }
  }
}
