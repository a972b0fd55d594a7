// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "estimation-benchmark",
  dependencies: [.package(name: "headingd", path: "../..")],
  targets: [
    .executableTarget(
      name: "OrientationBenchmark",
      dependencies: [
        .product(name: "HeadingEstimation", package: "headingd")
      ])
  ]
)
