// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that headingd and compass do not need Cyclone DDS.
let package = Package(
  name: "ros2",
  dependencies: [
    .package(name: "headingd", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Eclipse Cyclone DDS.
    .target(name: "CCyclone", linkerSettings: [.linkedLibrary("ddsc")]),
    .target(
      name: "ROSPublishing",
      dependencies: ["CCyclone", .product(name: "HeadingROS", package: "headingd")]),
    .executableTarget(
      name: "headingd-ros2",
      dependencies: [
        "ROSPublishing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HeadingClient", package: "headingd"),
        .product(name: "HeadingROS", package: "headingd"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "ROSPublishingTests",
      dependencies: ["ROSPublishing", .product(name: "HeadingROS", package: "headingd")]),
  ]
)

for target in package.targets where target.name != "CCyclone" {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
  ]
  if target.type != .test { settings.append(.strictMemorySafety()) }
  target.swiftSettings = settings
}
