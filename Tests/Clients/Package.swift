// swift-tools-version: 6.2

import PackageDescription

// The examples of Snippets/ as programs of another package, each with the one product that it needs: what
// `make integration-docs` builds and runs. Nothing but the public interface is seen from here.
let products = [
  "PrintHeadings": "HeadingClient",
  "SteerRobot": "HeadingClient",
  "HeadingHold": "HeadingClient",
  "ReadDevice": "IndustrialIO",
  "EstimateHeading": "HeadingEstimation",
  "CalibrateMagnetometer": "HeadingCalibration",
  "LocationHeading": "CoreLocation",
  "ApplePorting": "AppleCompatibility",
]

let package = Package(
  name: "clients",
  dependencies: [.package(name: "headingd", path: "../..")],
  targets: products.sorted { $0.key < $1.key }.map { name, product in
    .executableTarget(
      name: name, dependencies: [.product(name: product, package: "headingd")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  }
)
