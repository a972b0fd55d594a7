// swift-tools-version: 6.2

// Navigation of simulated vehicles. A package of its own that links its sources into Sources/, so that only
// the filter, the engine and the vehicles are built.

import PackageDescription

let real: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "navigation-benchmark",
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1")
  ],
  targets: [
    .target(name: "CAllocationCount"),
    .target(name: "HeadingGeometry", dependencies: [real]),
    .target(name: "HeadingSensing", dependencies: ["HeadingGeometry"]),
    .target(name: "HeadingGeodesy", dependencies: ["HeadingGeometry", real]),
    .target(name: "Geomagnetism", dependencies: ["HeadingGeometry", real]),
    .target(
      name: "HeadingEstimation", dependencies: ["HeadingGeometry", "HeadingSensing", real]),
    .target(
      name: "HeadingNavigation", dependencies: ["HeadingGeometry", "HeadingSensing", real]),
    .target(
      name: "HeadingEngine",
      dependencies: [
        "Geomagnetism", "HeadingEstimation", "HeadingGeodesy", "HeadingGeometry",
        "HeadingNavigation", "HeadingSensing", real,
      ]),
    .target(
      name: "VehicleSimulation",
      dependencies: [
        "Geomagnetism", "HeadingGeodesy", "HeadingGeometry", "HeadingSensing", real,
      ]),
    .executableTarget(
      name: "navigation-benchmark",
      dependencies: [
        "CAllocationCount", "HeadingEngine", "HeadingGeodesy", "HeadingGeometry",
        "HeadingNavigation", "HeadingSensing", "VehicleSimulation",
      ]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
