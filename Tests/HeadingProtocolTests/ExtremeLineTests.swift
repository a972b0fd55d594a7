import Foundation
import HeadingProtocol
import HeadingTesting
import Testing

/// Lines of a hostile daemon and of hostile clients, with every value at the ends of its range.
struct ExtremeLineTests {
  static let lines = [
    #"{"class":"greeting","protocol":1,"server":"headingd","capabilities":["rate"]}"#,
    #"{"class":"missed","count":1}"#,
    #"{"class":"request","rate":5,"heading_filter":1,"distance_filter":1,"contents":["updates"],"delivery":"all","authorization":true}"#,
    #"{"class":"sample","sensor":"barometer","boot_time":1.5,"values":[1,2,3],"simulated":true}"#,
    #"{"class":"notice","severity":"error","sensor":"gyroscope","message":"x"}"#,
    #"{"class":"recording","mcap":"AAAA"}"#,
    #"{"class":"error","reason":"x"}"#, #"{"class":"load","value":1}"#,
    #"{"class":"command","command":"monitor","monitor":"m","regions":[{"entry":true,"exit":false,"latitude":47,"longitude":8,"radius":100}],"significant_changes":true,"visits":false,"question":1,"user":1,"value":1}"#,
    #"{"class":"status","server":"h","uptime":1,"source":"s","simulated":false,"sensors":[{"sensor":"gyroscope","state":"present","count":1,"rate":1,"age":1,"temperature":1}],"updates":1,"rate":1,"latency":{"median":1,"percentile_99":1,"maximum":1},"subscribers":1,"missed":1,"status":"valid","reasons":[],"steer":"ok","calibrated":true,"recorder":"off"}"#,
    #"{"time":"2026-11-21T17:29:26.119Z","boot_time":1.5,"magnetic_heading":44,"true_heading":57,"heading_accuracy":1,"heading_accuracy_95":5,"true_heading_accuracy":1,"error_terms":{"noise":1,"gyroscope_hold":0,"calibration":1,"disturbance":0,"local_field":1,"tilt":1,"declination":1},"heading_axis":"+y","declination":12,"pitch":1,"roll":1,"attitude":[1,0,0,0],"rotation_rate":[1,1,1],"field":[1,1,1],"field_strength":47,"inclination":60,"latitude":37,"longitude":8,"horizontal_accuracy":1,"altitude":1,"vertical_accuracy":1,"speed":1,"course":1,"pressure":101325,"fix_age":1,"coasting_time":1,"status":"valid","reasons":[],"steer":"ok","coast_left":1,"latency":0.001,"simulated":false}"#,
  ]

  @Test(arguments: lines)
  func `a decoded line with extreme values can be encoded again`(line: String) throws {
    let coder = MessageCoder()
    var taken = 0
    for variant in try Extremes.variants(of: line) {
      let data = Data(variant.utf8)
      if let message = try? coder.message(ServerLine.self, from: data) {
        taken += 1
        if case .recording(let recording) = message { _ = recording.bytes }
        if case .update(let update) = message { #expect(!update.line.isEmpty) }
        if case .status(let status) = message { _ = try coder.line(status) }
      }
      if let request = try? coder.message(Request.self, from: data), request.problem == nil {
        _ = try coder.line(request)
      }
      if let command = try? coder.message(Command.self, from: data) { _ = try? coder.line(command) }
    }
    #expect(taken > 0, "no variant was understood: the line itself is none")
  }
}
