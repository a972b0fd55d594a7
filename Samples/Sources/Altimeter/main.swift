// An altimeter: prints the pressure, and the height above the place where it was started.

import CoreMotion

guard CMAltimeter.isRelativeAltitudeAvailable() else {
  print("no barometer")
  exit(69)
}

let altimeter = CMAltimeter()
altimeter.startRelativeAltitudeUpdates(to: .main) { data, error in
  guard let data else { return print(error?.localizedDescription ?? "no altitude") }
  // Kilopascal, as on Apple's systems.
  let pressure = data.pressure.doubleValue * 10
  print(String(format: "%+.2f m, %.2f hPa", data.relativeAltitude.doubleValue, pressure))
}
RunLoop.main.run()
