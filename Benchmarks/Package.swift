// swift-tools-version: 6.2

// Measures time per call. A package of its own, so that builds of the product exclude it; Sources/
// links to the measured sources.

import PackageDescription

let real: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1")
  ],
  targets: [
    .target(name: "HeadingGeometry", dependencies: [real]),
    .target(name: "HeadingGeodesy", dependencies: ["HeadingGeometry", real]),
    .target(name: "Geomagnetism", dependencies: ["HeadingGeometry", real]),
    .executableTarget(
      name: "GeoBenchmark", dependencies: ["Geomagnetism", "HeadingGeodesy", "HeadingGeometry"]),
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
