// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "headingd",
  products: [
    .executable(name: "compass", targets: ["compass"]),
    .executable(name: "headingd", targets: ["headingd"]),
    .library(
      name: "HeadingEstimation",
      targets: ["HeadingEstimation", "HeadingGeometry", "HeadingSensing"]),
    .library(
      name: "HeadingCalibration",
      targets: ["HeadingCalibration", "HeadingGeometry", "HeadingSensing"]),
    // What takes bytes from outside, for Fuzz/.
    .library(
      name: "HeadingDecoders",
      targets: [
        "HeadingAuthorization", "HeadingClock", "HeadingGNSS", "HeadingMonitoring",
        "HeadingProtocol", "HeadingRecording", "HeadingStorage", "IndustrialIO",
      ]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "CoreMotion", targets: ["CoreMotion"]),
    .library(name: "Contacts", targets: ["Contacts"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Floor 0 to 2: pure. No Foundation, no operating system, no allocation per sample, no clock.
    .target(name: "HeadingGeometry", dependencies: [.real]),
    .target(name: "HeadingSensing", dependencies: ["HeadingGeometry"]),
    .target(name: "HeadingMarkup"),

    .target(name: "HeadingGeodesy", dependencies: ["HeadingGeometry", .real]),
    .target(name: "Geomagnetism", dependencies: ["HeadingGeometry", .real]),
    .target(
      name: "HeadingEstimation", dependencies: ["HeadingGeometry", "HeadingSensing", .real]),
    .target(
      name: "HeadingCalibration", dependencies: ["HeadingGeometry", "HeadingSensing", .real]),
    .target(
      name: "HeadingNavigation", dependencies: ["HeadingGeometry", "HeadingSensing", .real]),

    .target(
      name: "HeadingEngine",
      dependencies: [
        "Geomagnetism", "HeadingEstimation", "HeadingGeodesy", "HeadingGeometry",
        "HeadingNavigation", "HeadingSensing", .real,
      ]),

    // Floor 3: clocks, sources, recordings, files.
    .systemLibrary(name: "CTimex"),
    .target(name: "HeadingClock", dependencies: ["CTimex", "HeadingSensing"]),
    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .target(
      name: "IndustrialIO",
      dependencies: ["CIIO", "HeadingClock", "HeadingGeometry", "HeadingSensing"]),
    .target(
      name: "HeadingGNSS",
      dependencies: ["HeadingClock", "HeadingGeometry", "HeadingSensing"] + .sockets),
    .target(
      name: "HeadingSimulation",
      dependencies: [
        "Geomagnetism", "HeadingClock", "HeadingGeodesy", "HeadingGeometry", "HeadingMarkup",
        "HeadingSensing", .real,
      ] + .sockets),
    .target(
      name: "HeadingRecording",
      dependencies: [
        "Geomagnetism", "HeadingCalibration", "HeadingEngine", "HeadingEstimation",
        "HeadingGeometry", "HeadingSensing",
      ]),
    .target(
      name: "HeadingStorage",
      dependencies: [
        "HeadingGeodesy", "HeadingGeometry", "HeadingSensing",
        .product(name: "Yams", package: "Yams"),
      ]),

    // Floor 4: the running service and its wire.
    .target(
      name: "HeadingProtocol",
      dependencies: ["HeadingGeometry", "HeadingSensing"] + .sockets),
    .target(
      name: "HeadingAuthorization",
      dependencies: ["HeadingGeometry", "HeadingProtocol", "HeadingStorage"]),
    .target(
      name: "HeadingMonitoring",
      dependencies: [
        "HeadingAuthorization", "HeadingGeodesy", "HeadingGeometry", "HeadingProtocol",
        "HeadingStorage",
      ]),
    .target(
      name: "HeadingRuntime",
      dependencies: [
        "Geomagnetism", "HeadingCalibration", "HeadingClock", "HeadingEngine", "HeadingEstimation",
        "HeadingGNSS", "HeadingGeodesy", "HeadingGeometry", "HeadingNavigation", "HeadingProtocol",
        "HeadingRecording",
        "HeadingSensing", "HeadingSimulation", "HeadingStorage", "IndustrialIO", .logging,
      ]),
    .target(
      name: "HeadingLocationServices",
      dependencies: [
        "HeadingAuthorization", "HeadingClock", "HeadingEngine", "HeadingGNSS", "HeadingGeodesy",
        "HeadingGeometry", "HeadingMarkup", "HeadingProtocol", "HeadingRuntime", "HeadingSensing",
        "HeadingStorage", "IndustrialIO",
      ] + .sockets),

    // Floor 5: what people and programs see.
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(
      name: "HeadingServer",
      dependencies: [
        "CSystemd", "HeadingAuthorization", "HeadingCalibration", "HeadingEngine",
        "HeadingGeometry", "HeadingMonitoring", "HeadingProtocol", "HeadingRecording",
        "HeadingRuntime", "HeadingSensing", "HeadingStorage", .lifecycle, .logging,
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ] + .sockets),
    .target(
      name: "HeadingTerminal",
      dependencies: [
        "HeadingCalibration", "HeadingGeometry", "HeadingProtocol",
        "HeadingRuntime", "HeadingSensing", "HeadingStorage", "IndustrialIO",
      ]),

    .target(name: "CCoreLocation"),
    .target(
      name: "CoreLocation",
      dependencies: [
        "CCoreLocation", "Contacts", "HeadingAuthorization", "HeadingGeodesy", "HeadingGeometry",
        "HeadingLocationServices", "HeadingMonitoring", "HeadingProtocol", "HeadingSensing",
      ],
      exclude: ["Coverage.md"]),
    .target(
      name: "CoreMotion",
      dependencies: [
        "HeadingAuthorization", "HeadingGeometry", "HeadingLocationServices", "HeadingProtocol",
        "HeadingSensing",
      ]),
    .target(name: "Contacts"),

    // Floor 6: parse arguments, build, run.
    .target(
      name: "HeadingArguments",
      dependencies: [
        "Geomagnetism", "HeadingClock", "HeadingGNSS", "HeadingGeodesy",
        "HeadingGeometry", "HeadingProtocol", "HeadingRuntime", "HeadingSensing",
        "HeadingSimulation", "HeadingStorage", "HeadingTerminal", "IndustrialIO", .arguments,
      ]),
    .executableTarget(
      name: "compass",
      dependencies: [
        "Geomagnetism", "HeadingArguments", "HeadingAuthorization", "HeadingCalibration",
        "HeadingEngine", "HeadingGeodesy", "HeadingGeometry", "HeadingProtocol", "HeadingRecording",
        "HeadingRuntime", "HeadingSensing", "HeadingSimulation", "HeadingStorage",
        "HeadingTerminal", "IndustrialIO", .arguments,
      ]),
    .executableTarget(
      name: "headingd",
      dependencies: [
        "HeadingArguments", "HeadingProtocol", "HeadingRuntime", "HeadingServer", "HeadingStorage",
        .arguments, .lifecycle, .logging,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
  ]
)

// MARK: - Tests

/// Each target's tests, and what they use beside the target itself.
let tests: [String: [Target.Dependency]] = [
  "HeadingGeometry": [],
  "HeadingSensing": ["HeadingGeometry"],
  "HeadingMarkup": [],
  "HeadingGeodesy": ["HeadingGeometry", .real],
  "Geomagnetism": ["HeadingGeometry", .real],
  "HeadingEstimation": ["HeadingGeometry", "HeadingSensing"],
  "HeadingCalibration": ["HeadingGeometry", "HeadingSensing", .real],
  "HeadingNavigation": ["HeadingGeometry", "HeadingSensing", .real],
  "HeadingEngine": [
    "Geomagnetism", "HeadingEstimation", "HeadingGeodesy", "HeadingGeometry", "HeadingNavigation",
    "HeadingSensing", "HeadingSimulation", "VehicleSimulation", .real,
  ],
  "IndustrialIO": ["HeadingClock", "HeadingGeometry", "HeadingSensing", "HeadingSimulation"],
  "HeadingGNSS": ["HeadingClock", "HeadingGeometry", "HeadingSensing"],
  "HeadingSimulation": ["HeadingClock", "HeadingGeometry", "HeadingSensing", .real],
  "HeadingRecording": [
    "HeadingCalibration", "HeadingEngine", "HeadingGeometry", "HeadingSensing",
  ],
  "HeadingStorage": [
    "HeadingGeodesy", "HeadingGeometry", "HeadingSensing", "HeadingSimulation", "SaveUntilKilled",
  ],
  "HeadingProtocol": ["HeadingSensing", .real],
  "HeadingAuthorization": [
    "HeadingGeometry", "HeadingProtocol", "HeadingSensing", "HeadingStorage",
  ],
  "HeadingMonitoring": [
    "HeadingAuthorization", "HeadingGeometry", "HeadingProtocol", "HeadingSensing",
  ],
  "HeadingRuntime": [
    "CTimex", "HeadingCalibration", "HeadingClock", "HeadingEngine", "HeadingEstimation",
    "HeadingGNSS", "HeadingGeometry", "HeadingNavigation", "HeadingProtocol", "HeadingRecording",
    "HeadingSensing", "HeadingSimulation", "HeadingStorage", "IndustrialIO",
  ],
  "HeadingServer": [
    "HeadingAuthorization", "HeadingEngine", "HeadingGeometry", "HeadingMonitoring",
    "HeadingProtocol", "HeadingRecording", "HeadingRuntime", "HeadingSensing", "HeadingSimulation",
    "HeadingStorage", .lifecycle, .logging,
  ] + .sockets,
  "CoreLocation": [
    "CoreLocationListings", "Geomagnetism", "HeadingAuthorization", "HeadingEngine",
    "HeadingGeodesy", "HeadingGeometry", "HeadingLocationServices", "HeadingProtocol",
    "HeadingRuntime", "HeadingSensing", "HeadingSimulation",
  ],
  "Contacts": [],
  "CoreMotion": [
    "HeadingEngine", "HeadingGeometry", "HeadingLocationServices", "HeadingProtocol",
    "HeadingRuntime", "HeadingSensing", "HeadingSimulation",
  ],
  "HeadingTerminal": [
    "HeadingCalibration", "HeadingEngine", "HeadingGeometry", "HeadingProtocol", "HeadingRuntime",
    "HeadingSensing", "IndustrialIO",
  ],
]

package.targets.append(.target(name: "CAllocationCount", path: "Tests/CAllocationCount"))
package.targets.append(
  .target(
    name: "HeadingTesting",
    dependencies: ["CAllocationCount"],
    path: "Tests/HeadingTesting"))
// Vehicles on known paths with simulated sensors, also for Benchmarks/Navigation.
package.targets.append(
  .target(
    name: "VehicleSimulation",
    dependencies: ["Geomagnetism", "HeadingGeodesy", "HeadingGeometry", "HeadingSensing", .real],
    path: "Tests/VehicleSimulation"))
package.targets += tests.sorted { $0.key < $1.key }.map { name, dependencies in
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "HeadingTesting"] + dependencies)
}
// A program that is killed while it saves profiles.
package.targets.append(
  .executableTarget(
    name: "SaveUntilKilled", dependencies: ["HeadingGeometry", "HeadingSensing", "HeadingStorage"],
    path: "Tests/SaveUntilKilled"))
// Code as it was written for Apple's systems, in the language mode it was written for.
package.targets.append(
  .target(
    name: "CoreLocationListings", dependencies: ["CoreLocation"],
    path: "Tests/CoreLocationListings", swiftSettings: [.swiftLanguageMode(.v5)]))
// The programs themselves, run as a user runs them.
package.targets.append(
  .testTarget(
    name: "CommandLineTests",
    dependencies: [
      "CoreLocation", "CoreMotion", "HeadingAuthorization", "HeadingGeometry",
      "HeadingLocationServices", "HeadingProtocol", "HeadingRecording", "HeadingTesting", "compass",
      "headingd",
    ]))

// MARK: - Settings, the same for every target

let executables: Set<String> = ["compass", "headingd"]

for target in package.targets
where target.type != .system && target.name != "CoreLocationListings" {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
  ]
  if target.type != .test && target.name != "HeadingTesting" {
    settings.append(.strictMemorySafety())
  }
  target.swiftSettings = settings
}

// MARK: - Frameworks for programs that do not know this package (`make install`)

/// One shared library with stable interfaces; whoever imports a module of it is linked with it. Only these
/// modules are seen: what they are made of may be in the program too, in another version.
if Context.environment["HEADINGD_FRAMEWORKS"] != nil {
  let frameworks: Set<String> = ["Contacts", "CoreLocation", "CoreMotion"]
  package.products.removeAll { frameworks.contains($0.name) }
  package.products.append(
    .library(name: "CoreLocation", type: .dynamic, targets: frameworks.sorted()))
  for target in package.targets where frameworks.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags([
        "-enable-library-evolution", "-emit-module-interface", "-module-link-name", "CoreLocation",
        // The library is not linked with itself.
        "-Xfrontend", "-disable-all-autolinking",
        // Foundation's own interface is not stable on Linux, which is said as a warning.
        "-no-warnings-as-errors",
      ]))
    if target.name == "CoreLocation" {
      let symbols = Context.packageDirectory + "/packaging/frameworks.symbols"
      target.linkerSettings = [
        .unsafeFlags(["-Xlinker", "--version-script=" + symbols, "-Xlinker", "-Bsymbolic"])
      ]
    }
  }
}

// MARK: - Names

extension Target.Dependency {
  static var real: Self { .product(name: "RealModule", package: "swift-numerics") }
  static var arguments: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
  static var lifecycle: Self {
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
  }
  static var logging: Self { .product(name: "Logging", package: "swift-log") }
}

extension [Target.Dependency] {
  /// What a target that opens sockets uses: one way for all of them.
  static var sockets: Self {
    [
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
    ]
  }
}
