// Prints ten headings of the daemon with their accuracy, or the reasons why there is none.

import HeadingClient

do {
  let client = try await HeadingClient.connect(to: .default)
  print("connected to", client.server, "at", client.address)
  for try await update in client.updates(rate: 5).prefix(10) {
    let mark = update.isSimulated ? "SIMULATED" : ""
    switch update.trueHeading {
    case .known(let heading):
      print(heading.degrees, "±", heading.accuracy ?? .nan, "from true north", mark)
    case .missing(let reasons):
      // Without a position there is no declination, but a magnetic heading.
      if let heading = update.magneticHeading.value {
        print(heading.degrees, "±", heading.accuracy ?? .nan, "from magnetic north", mark)
      }
      for reason in reasons { print("no true heading:", reason.advice ?? reason.rawValue) }
    }
  }
} catch {
  // The description says what to do, for instance how to start the daemon.
  print(error)
}
