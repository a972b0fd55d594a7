import Foundation
import HeadingTesting
import Testing

private func isInPath(_ name: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
}

extension CommandLineSuite {
  /// What `packaging/install-frameworks` installs, with small modules in the place of the real ones.
  @Suite(.enabled(if: isInPath("swiftc"), "swiftc is not in PATH"))
  struct InstalledFrameworksTests {
    private static func run(
      _ folder: URL, _ command: String
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        "/bin/bash", ["-c", "cd '\(folder.path)' && \(command)"], seconds: 120)
    }

    /// Builds the modules and installs them below a prefix.
    private static func install(into folder: TemporaryFolder, soname: String) async throws -> Int32
    {
      let package = SharedData.packageRoot.path
      for name in ["Contacts", "CoreMotion"] {
        try folder.put("\(name).swift", "public func \(name.lowercased())() {}\n")
      }
      try folder.put(
        "CoreLocation.swift",
        "public final class Place { public init() {}\n public let metres = 42 }\n")
      let options =
        "-enable-library-evolution -module-link-name CoreLocation -Xfrontend -disable-all-autolinking"
      let made = try await Self.run(
        folder.url,
        """
        mkdir -p build/Modules && for m in Contacts CoreMotion CoreLocation; do \
        swiftc \(options) -parse-as-library -module-name $m -emit-module \
        -emit-module-path build/Modules/$m.swiftmodule \
        -emit-module-interface-path build/Modules/$m.swiftinterface -c $m.swift -o $m.o || exit; done; \
        swiftc -emit-library -o build/libCoreLocation.so CoreLocation.o Contacts.o CoreMotion.o \
        -Xlinker -soname=\(soname)
        """)
      #expect(made.status == 0, "\(made.errors)")
      return try await Self.run(
        folder.url,
        "P=$PWD && cd '\(package)' && packaging/install-frameworks install $P/build $P/prefix"
      ).status
    }

    @Test func `a program with the static Swift library is refused at the link, with the remedy`()
      async throws
    {
      let folder = try TemporaryFolder()
      #expect(try await Self.install(into: folder, soname: "libCoreLocation.so.0") == 0)
      try folder.put("main.swift", "import CoreLocation\nprint(Place().metres)\n")
      let library = "prefix/lib/swift/linux"
      let options = "-I \(library) -L \(library) -Xlinker -rpath -Xlinker $PWD/\(library)"
      for linker in ["gold", "lld", "bfd"] where isInPath("ld.\(linker)") {
        let command = "swiftc -use-ld=\(linker) \(options) main.swift -o program"
        let shared = try await Self.run(folder.url, "\(command) && ./program")
        #expect(shared.status == 0 && shared.output == "42\n", "\(linker): \(shared)")
        let refused = try await Self.run(folder.url, "\(command) -static-stdlib")
        #expect(refused.status != 0, "\(linker)")
        #expect(
          (refused.output + refused.errors).contains("build without --static-swift-stdlib"),
          "\(linker): \(refused)")
      }
      let removed = try await Self.run(
        folder.url,
        "P=$PWD && cd '\(SharedData.packageRoot.path)' && "
          + "packaging/install-frameworks uninstall $P/build $P/prefix && find $P/prefix -type f")
      #expect(removed.status == 0 && !removed.output.contains("/linux/lib"), "\(removed)")
    }

    @Test func `a library of another name is not installed`() async throws {
      let folder = try TemporaryFolder()
      #expect(try await Self.install(into: folder, soname: "libOther.so") == 70)
    }
  }
}
