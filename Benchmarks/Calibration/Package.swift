// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "calibration-benchmark",
  dependencies: [.package(name: "headingd", path: "../..")],
  targets: [
    .executableTarget(
      name: "calibration-benchmark",
      dependencies: [.product(name: "HeadingCalibration", package: "headingd")])
  ]
)
