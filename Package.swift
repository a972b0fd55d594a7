// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "headingd",
  products: [
    .executable(name: "compass", targets: ["compass"]),
    // Decoders of bytes from outside, for Fuzz/; HeadingServer brings the others.
    .library(
      name: "HeadingDecoders",
      targets: [
        "HeadingClock", "HeadingGNSS", "HeadingMAVLink", "HeadingNMEA2000", "HeadingReplay",
        "HeadingSensorFeed", "HeadingServer", "IndustrialIO",
      ]),
  ]
    + [
      "HeadingClient", "HeadingTLS", "HeadingROS", "CoreLocation", "CoreMotion", "Contacts",
      "AppleCompatibility",
    ].map { .library(name: $0, targets: [$0]) }
    + ["HeadingEstimation", "HeadingCalibration", "IndustrialIO"].map {
      .library(name: $0, targets: [$0, "HeadingGeometry", "HeadingSensing"])
    },
  // A program that only talks to the daemon needs neither: `traits: []` where it names this package.
  traits: [
    .trait(
      name: "Engine", description: "the programs; Core Location reads sensors without a daemon"),
    .trait(name: "Gazetteer", description: "CLGeocoder finds places without a server"),
    .default(enabledTraits: ["Engine", "Gazetteer"]),
  ],
  // Pinned in packaging/Package.resolved.
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Layers 0 to 2: pure. No Foundation, no operating system, no allocation per sample, no clock.
    .target(name: "HeadingGeometry", dependencies: [.real]),
    .target(name: "HeadingSensing", dependencies: ["HeadingGeometry"]),
    .target(name: "HeadingGeodesy", dependencies: ["HeadingGeometry", .real]),
    .target(name: "Geomagnetism", dependencies: ["HeadingGeometry", .real]),
    .target(name: "HeadingActivity", dependencies: ["HeadingGeometry", .real]),
    .target(name: "HeadingEstimation", dependencies: .estimation),
    .target(name: "HeadingCalibration", dependencies: .estimation),
    .target(name: "HeadingNavigation", dependencies: .estimation),
    .target(
      name: "HeadingEngine",
      dependencies: ["Geomagnetism", "HeadingEstimation", "HeadingGeodesy", "HeadingNavigation"]
        + .estimation),
    .target(
      name: "HeadingReplay",
      dependencies: ["HeadingEngine", "HeadingEstimation", "HeadingGeometry", "HeadingSensing"]),
    // Layer 3: clocks, sources, recordings, files.
    .target(name: "HeadingClock", dependencies: ["CTimex", "HeadingSensing"]),
    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .target(name: "IndustrialIO", dependencies: ["CIIO"] + .source),
    .target(name: "HeadingChips", dependencies: ["HeadingGeometry"]),
    .target(
      name: "HeadingIIOServer", dependencies: ["HeadingClock", "HeadingSensing"] + .sockets),
    .target(name: "HeadingMAVLink", dependencies: ["HeadingGeometry"]),
    .target(name: "HeadingNMEA2000", dependencies: ["CCan"] + .source),
    .target(name: "HeadingSensorFeed", dependencies: ["HeadingMAVLink"] + .source),
    .target(name: "HeadingGNSS", dependencies: .source),
    .target(
      name: "HeadingSimulation",
      dependencies: [
        "Geomagnetism", "HeadingClock", "HeadingGeodesy", "HeadingGeometry", "HeadingIIOServer",
        "HeadingMarkup", "HeadingSensing", .real,
      ] + .sockets),
    .target(
      name: "HeadingRecording",
      dependencies: [
        "Geomagnetism", "HeadingCalibration", "HeadingEngine", "HeadingEstimation",
        "HeadingGeometry", "HeadingReplay", "HeadingSensing", "HeadingSystem",
      ]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "HeadingStorage",
      dependencies: [
        "CYAML", "HeadingGeodesy", "HeadingGeometry", "HeadingSensing", "HeadingSystem",
      ]),
    .target(name: "HeadingGazetteer", dependencies: [.database]),

    // Layer 4: the running service and its wire; the bridge.
    .target(
      name: "HeadingBridge",
      dependencies: [
        "CBuses", "HeadingChips", "HeadingClock", "HeadingGeometry", "HeadingIIOServer",
        "HeadingProtocol", "HeadingSensing", "HeadingSystem",
      ] + .sockets),
    .target(name: "HeadingProtocol", dependencies: ["HeadingGeometry", "HeadingSensing"]),
    .target(
      name: "HeadingClient", dependencies: ["HeadingProtocol", "HeadingSensing", "HeadingSystem"]),
    // Apart, because few programs need it, and BoringSSL takes longer to compile than all of them.
    .target(
      name: "HeadingTLS",
      dependencies: ["HeadingClient", "HeadingSystem", .tls, .nio("Core"), .nio("Embedded")]),
    .target(
      name: "HeadingAuthorization",
      dependencies: [
        "HeadingClient", "HeadingGeometry", "HeadingProtocol", "HeadingStorage", "HeadingSystem",
      ]),
    .target(
      name: "HeadingMonitoring",
      dependencies: [
        "HeadingAuthorization", "HeadingGeodesy", "HeadingGeometry", "HeadingProtocol",
        "HeadingStorage", "HeadingSystem",
      ]),
    .target(
      name: "HeadingRuntime",
      dependencies: [
        "Geomagnetism", "HeadingCalibration", "HeadingClient", "HeadingClock", "HeadingEngine",
        "HeadingEstimation", "HeadingGNSS", "HeadingGeodesy", "HeadingGeometry", "HeadingMAVLink",
        "HeadingNMEA2000", "HeadingNavigation", "HeadingProtocol", "HeadingRecording",
        "HeadingSensing", "HeadingSensorFeed", "HeadingSimulation", "HeadingStorage",
        "HeadingSystem", "IndustrialIO", .logging,
      ]),
    .target(
      name: "HeadingLocationServices",
      dependencies: [
        "HeadingAuthorization", "HeadingClient", "HeadingClock", "HeadingGeodesy",
        "HeadingGeometry", "HeadingMarkup", "HeadingProtocol", "HeadingSensing", "HeadingStorage",
      ]
        + ["HeadingGNSS", "HeadingNMEA2000", "HeadingRuntime", "HeadingSensorFeed", "IndustrialIO"]
        .map { .byName(name: $0, condition: .engine) }),

    // Layer 5: interfaces for people and programs.
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(name: "HeadingSystemd", dependencies: ["CSystemd", "HeadingProtocol"]),
    .target(name: "HeadingBeacons", dependencies: ["HeadingSystem", "HeadingSystemd"]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(
      name: "HeadingOutputs",
      dependencies: [
        "CMosquitto", "HeadingClient", "HeadingEngine", "HeadingGeometry", "HeadingMAVLink",
        "HeadingNMEA2000", "HeadingNavigation", "HeadingProtocol", "HeadingRuntime",
        "HeadingSensing", "HeadingStorage", "HeadingSystem", "HeadingSystemd", "HeadingTLS",
        .logging, .real, .http, .nio("WebSocket"),
      ] + .sockets),
    .target(
      name: "HeadingServer",
      dependencies: [
        "CPage", "HeadingAuthorization", "HeadingCalibration", "HeadingEngine", "HeadingGeometry",
        "HeadingMonitoring", "HeadingOutputs", "HeadingProtocol", "HeadingRecording",
        "HeadingRuntime", "HeadingSensing", "HeadingStorage", "HeadingSystem", "HeadingSystemd",
        .lifecycle, .logging, .tls, .http, .nio("TLS"), .nio("WebSocket"),
      ] + .sockets),
    .target(
      name: "HeadingROS",
      dependencies: ["HeadingClient", "HeadingGeometry", "HeadingProtocol", "HeadingSensing"]),
    .target(
      name: "HeadingTerminal",
      dependencies: [
        "Geomagnetism", "HeadingCalibration", "HeadingChips", "HeadingEngine", "HeadingGeodesy",
        "HeadingGeometry", "HeadingProtocol", "HeadingROS", "HeadingRuntime", "HeadingSensing",
        "HeadingSensorFeed", "HeadingStorage", "HeadingSystem", "IndustrialIO",
      ]),
    .target(
      name: "CoreLocation",
      dependencies: [
        "CCoreLocation", "Contacts", "HeadingAuthorization", "HeadingBeacons", "HeadingGeodesy",
        "HeadingGeometry", "HeadingLocationServices", "HeadingMonitoring", "HeadingNominatim",
        "HeadingProtocol", "HeadingSensing", "HeadingStorage",
        .byName(name: "HeadingGazetteer", condition: .gazetteer),
      ],
      exclude: ["Coverage.md"]),
    .target(
      name: "CoreMotion",
      dependencies: [
        "CCoreMotion", "HeadingActivity", "HeadingAuthorization", "HeadingGeometry",
        "HeadingLocationServices", "HeadingProtocol", "HeadingSensing", "HeadingStorage",
        "HeadingSystem",
      ]),
    // The pure layers as a C library (`make library`).
    .target(
      name: "HeadingLibrary",
      dependencies: [
        "CHeading", "Geomagnetism", "HeadingCalibration", "HeadingEngine", "HeadingEstimation",
        "HeadingGeodesy", "HeadingGeometry", "HeadingReplay", "HeadingSensing",
      ]),

    // Layer 6: parse arguments, build, run.
    .target(
      name: "HeadingArguments",
      dependencies: [
        "Geomagnetism", "HeadingClient", "HeadingClock", "HeadingGNSS", "HeadingGeodesy",
        "HeadingGeometry", "HeadingNMEA2000", "HeadingProtocol", "HeadingRuntime", "HeadingSensing",
        "HeadingSensorFeed", "HeadingSimulation", "HeadingStorage", "HeadingSystem",
        "HeadingTerminal", "IndustrialIO", .arguments,
      ]),
    .executableTarget(
      name: "compass",
      dependencies: [
        "Geomagnetism", "HeadingArguments", "HeadingAuthorization", "HeadingBridge",
        "HeadingCalibration", "HeadingChips", "HeadingClient", "HeadingEngine", "HeadingGeodesy",
        "HeadingGeometry", "HeadingIIOServer", "HeadingNMEA2000", "HeadingOutputs", "HeadingPlot",
        "HeadingProtocol", "HeadingROS", "HeadingRecording", "HeadingReplay", "HeadingRuntime",
        "HeadingSensing", "HeadingSensorFeed", "HeadingServer", "HeadingSimulation",
        "HeadingStorage", "HeadingSystem", "HeadingSystemd", "HeadingTLS", "HeadingTerminal",
        "IndustrialIO", .arguments, .lifecycle, .logging, .signals,
      ]),
  ]
)

// Module maps, and targets without dependencies.
package.targets += ["CBuses", "CCan", "CHeading", "CTimex"].map { .systemLibrary(name: $0) }
package.targets += [
  "AppleCompatibility", "CCoreLocation", "CCoreMotion", "Contacts", "HeadingMarkup",
  "HeadingNominatim", "HeadingPlot", "HeadingSystem",
].map { .target(name: $0) }
package.targets.append(.target(name: "CPage", exclude: ["page"]))

// MARK: - Tests

/// Test targets by tested target, with their dependencies besides geometry and sensing.
let tests: [String: [Target.Dependency]] = [
  "AppleCompatibility": [], "Contacts": [], "HeadingGeometry": [], "HeadingIIOServer": [],
  "HeadingMarkup": [], "HeadingNominatim": [], "HeadingSystem": [], "HeadingSensing": [],
  "HeadingEstimation": [], "HeadingClock": [], "HeadingMAVLink": [], "HeadingBeacons": [],
  "HeadingGeodesy": [.real], "Geomagnetism": [.real], "HeadingActivity": [.real],
  "HeadingCalibration": [.real], "HeadingNavigation": [.real], "HeadingProtocol": [.real],
  "HeadingEngine": [
    "Geomagnetism", "HeadingEstimation", "HeadingGeodesy", "HeadingNavigation", "HeadingSimulation",
    "VehicleSimulation", .real,
  ],
  "IndustrialIO": ["HeadingClock", "HeadingIIOServer", "HeadingSimulation"],
  "HeadingSensorFeed": ["HeadingClock", "HeadingMAVLink"],
  "HeadingChips": ["ChipSimulation"], "HeadingGazetteer": [.database],
  "HeadingGNSS": ["HeadingClock"], "HeadingNMEA2000": ["HeadingClock"],
  "HeadingBridge": [
    "ChipSimulation", "HeadingChips", "HeadingClock", "HeadingIIOServer", "IndustrialIO",
  ] + .sockets,
  "HeadingSimulation": ["HeadingClock", "HeadingIIOServer", .real],
  "HeadingRecording": ["HeadingCalibration", "HeadingEngine", "HeadingReplay"],
  "HeadingPlot": [], "HeadingReplay": [],
  "HeadingStorage": ["HeadingGeodesy", "HeadingSimulation", "SaveUntilKilled"],
  "HeadingROS": ["HeadingProtocol"], "HeadingAuthorization": ["HeadingProtocol", "HeadingStorage"],
  "HeadingLibrary": [
    "CHeading", "HeadingEngine", "HeadingEstimation", "HeadingRecording", "HeadingReplay",
  ],
  "HeadingMonitoring": ["HeadingAuthorization", "HeadingProtocol"],
  "HeadingClient": [
    "HeadingProtocol", "HeadingRuntime", "HeadingServer", "HeadingSimulation", "HeadingStorage",
    "HeadingSystemd", .lifecycle, .logging,
  ],
  "HeadingRuntime": [
    "CTimex", "HeadingCalibration", "HeadingClock", "HeadingEngine", "HeadingEstimation",
    "HeadingGNSS", "HeadingNavigation", "HeadingProtocol", "HeadingRecording", "HeadingIIOServer",
    "HeadingSimulation", "HeadingStorage", "IndustrialIO",
  ],
  "HeadingOutputs": [
    "HeadingEngine", "HeadingMAVLink", "HeadingNMEA2000", "HeadingNavigation", "HeadingRuntime",
    "HeadingSimulation", "HeadingStorage", "HeadingSystemd", .logging, .http,
    .nio("WebSocket"),
  ] + .sockets,
  "HeadingServer": [
    "HeadingAuthorization", "HeadingClient", "HeadingClock", "HeadingEngine", "HeadingMonitoring",
    "HeadingOutputs", "HeadingProtocol", "HeadingRecording", "HeadingRuntime", "HeadingSimulation",
    "HeadingStorage", "HeadingSystemd", "HeadingTLS", .lifecycle, .logging,
  ] + .sockets,
  "CoreLocation": [
    "Contacts", "CoreLocationListings", "Geomagnetism", "HeadingAuthorization", "HeadingBeacons",
    "HeadingEngine", "HeadingGeodesy", "HeadingLocationServices", "HeadingNominatim",
    "HeadingProtocol", "HeadingRuntime", "HeadingSimulation",
  ],
  "CoreMotion": [
    "HeadingActivity", "HeadingEngine", "HeadingLocationServices", "HeadingProtocol",
    "HeadingRuntime", "HeadingSimulation",
  ],
  "HeadingTerminal": [
    "HeadingCalibration", "HeadingChips", "HeadingEngine", "HeadingOutputs", "HeadingProtocol",
    "HeadingRuntime", "HeadingSensorFeed", "IndustrialIO",
  ],
]

package.targets += tests.sorted { $0.key < $1.key }.map { name, dependencies in
  let common = ["HeadingGeometry", "HeadingSensing", "HeadingTesting"].filter { $0 != name }
  return .testTarget(
    name: name + "Tests",
    dependencies: ([name] + common).map { .byName(name: $0) } + dependencies)
}
package.targets += [
  .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
  .target(name: "HeadingTesting", dependencies: ["CAllocationCount"], path: "Tests/HeadingTesting"),
  // Register-level models of chips, by their data sheets.
  .target(
    name: "ChipSimulation", dependencies: ["HeadingChips", "HeadingGeometry"],
    path: "Tests/ChipSimulation"),
  // Vehicles on known paths with simulated sensors, also used by Benchmarks/Navigation.
  .target(
    name: "VehicleSimulation",
    dependencies: ["Geomagnetism", "HeadingGeodesy", "HeadingGeometry", "HeadingSensing", .real],
    path: "Tests/VehicleSimulation"),
  // Programs that tests start: one is killed while it saves profiles, one uses Core Location.
  .executableTarget(
    name: "SaveUntilKilled", dependencies: ["HeadingGeometry", "HeadingSensing", "HeadingStorage"],
    path: "Tests/SaveUntilKilled"),
  .executableTarget(
    name: "Locator", dependencies: ["CoreLocation", "HeadingClient", "HeadingTLS"],
    path: "Tests/Locator"),
  // Code written for Apple's systems, in its language mode.
  .target(
    name: "CoreLocationListings", dependencies: ["CoreLocation"],
    path: "Tests/CoreLocationListings", swiftSettings: [.swiftLanguageMode(.v5)]),
  // Runs the programs as a user does.
  .testTarget(
    name: "CommandLineTests",
    dependencies: [
      "CoreLocation", "CoreMotion", "HeadingAuthorization", "HeadingClient", "HeadingGeometry",
      "HeadingIIOServer", "HeadingLocationServices", "HeadingProtocol", "HeadingRecording",
      "HeadingSensing", "HeadingSimulation", "HeadingStorage", "HeadingTesting", "compass",
    ]),
]

// MARK: - Settings, the same for every target

let computing: Set<String> = [
  "Geomagnetism", "HeadingActivity", "HeadingCalibration", "HeadingEngine", "HeadingEstimation",
  "HeadingGeodesy", "HeadingGeometry", "HeadingNavigation", "HeadingSensing", "HeadingSimulation",
  "HeadingLibrary", "HeadingReplay", "VehicleSimulation",
]
for target in package.targets
where target.type != .system && target.name != "CoreLocationListings" {
  let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
  ]
  var settings = target.swiftSettings ?? []
  settings += features.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
  if target.type != .test && target.name != "HeadingTesting" {
    settings.append(.strictMemorySafety())
  }
  // For `make test`: tests of what computes take minutes less. SwiftPM refuses such flags in a dependency.
  if computing.contains(target.name), Context.environment["OPTIMIZED_TESTS"] != nil {
    settings.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
  target.swiftSettings = settings
}

// MARK: - Frameworks for programs that do not know this package (`make install-frameworks`)

/// One shared library, linked by the import of a module; it exports no other versions of its dependencies.
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
        // The compiler warns that Foundation's own interface is not stable on Linux.
        "-no-warnings-as-errors",
      ]))
    if target.name == "CoreLocation" {
      let symbols = Context.packageDirectory + "/packaging/frameworks.symbols"
      let options = ["--version-script=" + symbols, "-Bsymbolic", "-soname=libCoreLocation.so.0"]
      target.linkerSettings = [.unsafeFlags(options.flatMap { ["-Xlinker", $0] })]
    }
  }
}

extension TargetDependencyCondition? {
  static var engine: Self { .when(traits: ["Engine"]) }
  static var gazetteer: Self { .when(traits: ["Gazetteer"]) }
}

extension Target.Dependency {
  static var real: Self { .product(name: "RealModule", package: "swift-numerics") }
  static var database: Self { of("GRDB.swift", "GRDB", .gazetteer) }
  static var arguments: Self { of("swift-argument-parser", "ArgumentParser") }
  static var lifecycle: Self { of("swift-service-lifecycle", "ServiceLifecycle") }
  static var signals: Self { of("swift-service-lifecycle", "UnixSignals") }
  static var logging: Self { of("swift-log", "Logging") }
  static var http: Self { .nio("HTTP1") }
  static func nio(_ name: String) -> Self { of("swift-nio", "NIO" + name) }
  static var tls: Self { of("swift-nio-ssl", "NIOSSL") }
  static func of(
    _ package: String, _ name: String, _ trait: TargetDependencyCondition? = .engine
  ) -> Self { .product(name: name, package: package, condition: trait) }
}

extension [Target.Dependency] {
  static var estimation: Self { ["HeadingGeometry", "HeadingSensing", .real] }
  static var source: Self {
    ["HeadingClock", "HeadingGeometry", "HeadingSensing", "HeadingSystem"]
  }
  /// Dependencies of every target that opens sockets.
  static var sockets: Self { [.nio("Core"), .nio("Posix")] }
}
