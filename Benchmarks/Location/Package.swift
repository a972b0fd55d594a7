// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "location-benchmark",
  dependencies: [.package(name: "headingd", path: "../..")],
  targets: [
    .executableTarget(
      name: "location-benchmark",
      dependencies: [.product(name: "CoreLocation", package: "headingd")], path: "Sources")
  ]
)
