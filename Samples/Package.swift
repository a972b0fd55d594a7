// swift-tools-version: 6.2

import PackageDescription

// Programs as they are written for iOS. They read the daemon, or CORELOCATION_SIMULATE: without traits, neither the
// engine nor its dependencies are fetched and built.
let package = Package(
  name: "samples",
  dependencies: [.package(name: "headingd", path: "..", traits: [])],
  targets: ["Compass", "Tracker", "Geofence", "Altimeter", "FirstHeading"].map { name in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: name == "Altimeter" ? "CoreMotion" : "CoreLocation", package: "headingd")
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  }
)
