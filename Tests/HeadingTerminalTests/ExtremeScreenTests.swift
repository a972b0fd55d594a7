import Foundation
import HeadingProtocol
import HeadingTesting
import Testing

@testable import HeadingTerminal

/// A hostile daemon's values on the screen.
struct ExtremeScreenTests {
  @Test func `every screen shows updates of extreme values`() throws {
    let line =
      #"{"time":"2026-11-21T17:29:26.119Z","boot_time":1.5,"magnetic_heading":44,"true_heading":57,"heading_accuracy":1,"heading_accuracy_95":5,"true_heading_accuracy":1,"error_terms":{"noise":1,"gyroscope_hold":0,"calibration":1,"disturbance":0,"local_field":1,"tilt":1,"declination":1},"heading_axis":"+y","declination":12,"pitch":1,"roll":1,"attitude":[1,0,0,0],"field":[1,1,1],"field_strength":47,"inclination":60,"latitude":37,"longitude":8,"horizontal_accuracy":1,"altitude":1,"vertical_accuracy":1,"speed":1,"course":1,"pressure":101325,"fix_age":1,"status":"valid","reasons":["x"],"steer":"ok","coast_left":1,"latency":0.001,"simulated":false}"#
    let style = TerminalStyle(usesColor: true, usesUnicode: true)
    var shown = 0
    for variant in try Extremes.variants(of: line) {
      guard
        let message = try? MessageCoder().message(
          SolutionMessage.self, from: Data(variant.utf8))
      else { continue }
      shown += 1
      for (width, height) in [(80, 24), (20, 5), (1, 1)] {
        for view in ScreenView.allCases {
          var state = ScreenState()
          state.view = view
          state.units = .imperial
          let lines = LiveScreen(style: style).lines(
            message, source: "x", notice: nil, state: state, width: width, height: height)
          #expect(lines.count == height)
        }
      }
      _ = Explanation(style: style).text(message)
      _ = UpdateLine(style: style).text(message)
    }
    #expect(shown > 100)
  }

  @Test func `a status of extreme values is formatted`() throws {
    let line =
      #"{"class":"status","server":"h","uptime":1,"source":"s","simulated":false,"sensors":[{"sensor":"gyroscope","state":"present","count":1,"rate":1,"age":1,"temperature":1}],"updates":1,"rate":1,"latency":{"median":1,"percentile_99":1,"maximum":1},"subscribers":1,"missed":1,"status":"valid","reasons":[],"steer":"ok","calibrated":true,"recorder":"off"}"#
    var shown = 0
    for variant in try Extremes.variants(of: line) {
      guard
        let status = try? MessageCoder().message(StatusMessage.self, from: Data(variant.utf8))
      else { continue }
      shown += 1
      #expect(
        !StatusText.text(status, style: TerminalStyle(usesColor: false, usesUnicode: true)).isEmpty)
    }
    #expect(shown > 50)
  }
}
