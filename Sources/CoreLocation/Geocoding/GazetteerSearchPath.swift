import HeadingStorage

/// Where the file of the gazetteer is looked for.
struct GazetteerSearchPath {
  /// The files in search order.
  let files: [String]

  /// Creates the search path of this program.
  init(environment: [String: String]) {
    self.init(
      environment: environment,
      executable: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "",
      library: Self.library)
  }

  /// Creates a search path.
  ///
  /// The folder of build products that holds the program (`.build`), the folder `share/headingd`
  /// that belongs to this library's, the folders of model files (`ModelSearchPath`), and `headingd`
  /// in `$XDG_DATA_HOME` and in `/usr/local/share`.
  init(environment: [String: String], executable: String, library: String?) {
    var folders: [URL] = []
    let program = URL(filePath: executable).resolvingSymlinksInPath()
    if let build = program.pathComponents.lastIndex(of: ".build") {
      let above = program.pathComponents.prefix(through: build)
      folders.append(URL(filePath: NSString.path(withComponents: Array(above))))
    }
    if let library {
      // lib/swift/linux/libCoreLocation.so of a toolchain or a prefix.
      let above = (0..<4).reduce(URL(filePath: library).resolvingSymlinksInPath()) { url, _ in
        url.deletingLastPathComponent()
      }
      folders.append(above.appending(path: "share/headingd"))
    }
    folders +=
      ModelSearchPath(named: nil, environment: environment, executable: executable)
      .folders
    let home = environment["HOME"].map { $0 + "/.local/share" }
    folders += [environment["XDG_DATA_HOME"] ?? home, "/usr/local/share"].compactMap { $0 }
      .filter { $0.hasPrefix("/") }.map { URL(filePath: $0).appending(path: "headingd") }
    files = folders.map { $0.appending(path: "gazetteer.sqlite").path }
  }

  /// The shared library that holds this code; `nil` if the program does.
  private static var library: String? { mapped("libCoreLocation.so.0") }

  /// Returns the path of a shared library of this process, by the name of its file.
  static func mapped(_ name: String) -> String? {
    // The kernel gives a page at a time, and Foundation's other functions stop after the first.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"),
      let maps = try? file.readToEnd()
    else { return nil }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").lazy.compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.first { $0.hasSuffix("/" + name) }
  }
}
