import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingPlot
import HeadingRuntime
import HeadingServer
import HeadingSystem

/// `compass plot`: draws a recording into a picture.
struct PlotRecording: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a recording: heading, its error, field, altitude, track, reasons.",
    discussion: """
      The picture has the plots of `compass view`. SVG is written by this program; PNG by rsvg-convert
      (Debian package librsvg2-bin). Without --output the name is the recording's, with .svg or .png.

      EXAMPLES
        compass plot drive.mcap                            writes drive.svg
        compass plot drive.mcap --png
        compass plot walk.csv --profile new.json --output - > walk.svg
      """)

  @OptionGroup var recording: RecordingHistories

  @Flag(help: "Write SVG, the default.")
  var svg = false

  @Flag(help: "Write PNG.")
  var png = false

  @Option(help: ArgumentHelp("The picture; - is standard output.", valueName: "file"))
  var output: String?

  private var isPNG: Bool { png || !svg && output?.lowercased().hasSuffix(".png") == true }

  /// The picture's file.
  private var destination: String {
    if let output { return output }
    guard recording.file != "-" else { return "-" }
    let kept = [".mcap", ".csv"].first { recording.file.lowercased().hasSuffix($0) }?.count ?? 0
    return String(recording.file.dropLast(kept)) + (isPNG ? ".png" : ".svg")
  }

  func validate() throws {
    if svg, png { throw ValidationError("--svg and --png contradict each other: choose one.") }
    if destination == recording.file, destination != "-" {
      throw ValidationError("--output \(destination) is the recording itself: name another file.")
    }
    if isPNG, destination == "-", isatty(STDOUT_FILENO) == 1 {
      throw ValidationError(
        "PNG is binary and not for a terminal: name a file, or write into a pipe.")
    }
  }

  func run() throws {
    let histories = try recording.histories(command: "plot")
    let picture = RecordingPicture(title: recording.title, histories).plot.svg
    let bytes = isPNG ? try Self.raster(picture) : Data(picture.utf8)
    if destination == "-" { return try StandardStreams.write(bytes) }
    do {
      try PrivateFile.begin(URL(fileURLWithPath: destination)).write(bytes)
    } catch {
      throw Failure.writing(destination, error)
    }
    StandardStreams.writeError(Data("compass: \(destination)\n".utf8))
  }

  private static func raster(_ picture: String) throws -> Data {
    let manager = FileManager.default
    let file = manager.temporaryDirectory.appendingPathComponent(
      "compass-plot-\(UUID().uuidString).svg")
    defer { try? manager.removeItem(at: file) }
    do {
      try PrivateFile.begin(file).write(Data(picture.utf8))
    } catch {
      throw Failure.writing(file.path, error)
    }
    // At twice the size, letters stay sharp on dense screens.
    let words = ["rsvg-convert", "--zoom", "2", "--format", "png", file.path]
    guard let bytes = SearchedProgram.output(of: words), !bytes.isEmpty else {
      throw Failure.exit(
        ExitStatus.unavailable,
        "there is no rsvg-convert: `apt install librsvg2-bin`, or write SVG, which every browser shows."
      )
    }
    return bytes
  }
}
