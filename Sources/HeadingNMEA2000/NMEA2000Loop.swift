import HeadingClock
import HeadingSensing
import HeadingSystem

/// Reads an interface until the source ends; blocks its thread.
struct NMEA2000Loop<Sink: SensorSink> {
  let settings: NMEA2000Settings
  let clock: any MachineClock
  let stop: StopSignal
  let sink: Sink

  /// Time after which an interface that cannot be used is tried again, s.
  private let retry = 1.0

  /// Longest time without a look at the clock, s.
  private let pause = 0.05

  /// Frames of a second that are read: 250 kbit/s carry 2000; the kernel drops the rest.
  private let mostFrames = 4000

  init(settings: NMEA2000Settings, clock: any MachineClock, stop: StopSignal, sink: Sink) {
    (self.settings, self.clock, self.stop, self.sink) = (settings, clock, stop, sink)
  }

  /// Reads until the end.
  func run() {
    var complaint: String?
    var isAbsent = false
    while !stop.isSet {
      do throws(CANSocket.Failure) {
        let socket = try CANSocket(interface: settings.interface)
        try socket.filter(settings.groups.map(\.rawValue))
        // An interface that is down says so at the first reading.
        let first = try socket.receive()
        if complaint != nil {
          sink.notice(SensorNotice(.info, nil, "NMEA 2000: \(settings.interface) is back"))
        }
        (complaint, isAbsent) = (nil, false)
        try read(socket, first)
      } catch {
        if !isAbsent, settings.usesPosition {
          isAbsent = true
          sink.deliver(
            .status(SensorStatus(time: clock.bootTime, sensor: .gnss, state: .absent)))
        }
        if error.description != complaint {
          complaint = error.description
          sink.notice(
            SensorNotice(
              .warning, nil,
              "NMEA 2000 cannot use \(settings.interface): \(error); trying again"))
        }
      }
      let end = clock.bootTime.advanced(bySeconds: retry)
      while !stop.isSet, case let rest = end.seconds(since: clock.bootTime), rest > 0 {
        stop.wait(seconds: rest)
      }
    }
  }

  /// Reads until the interface fails or the source ends.
  private func read(
    _ socket: borrowing CANSocket, _ first: CANFrame?
  ) throws(CANSocket.Failure) {
    let machine = NMEA2000Name.OfMachine()
    var session = NMEA2000Session(settings, at: clock.bootTime) { machine.has($0) }
    if let first { try pass(session.receive(first, at: clock.bootTime), to: socket) }
    var second = clock.bootTime
    var frames = 0
    var isFlooded = false
    do throws(CANSocket.Failure) {
      while !stop.isSet {
        let now = clock.bootTime
        if now.seconds(since: second) >= 1 { (second, frames) = (now, 0) }
        while frames < mostFrames, let frame = try socket.receive() {
          frames += 1
          try pass(session.receive(frame, at: clock.bootTime), to: socket)
          // Silence is seen and the end heard also where frames never end.
          if frames % 256 == 0 { break }
        }
        try pass(session.check(at: clock.bootTime), to: socket)
        guard frames >= mostFrames else {
          stop.wait(seconds: pause, or: socket.descriptor)
          continue
        }
        if !isFlooded {
          isFlooded = true
          sink.notice(
            SensorNotice(
              .warning, nil,
              "NMEA 2000: more comes from \(settings.interface) than a network carries; a part is "
                + "not read. Look for the device with `candump \(settings.interface)`"))
        }
        stop.wait(seconds: min(pause, 1 - clock.bootTime.seconds(since: second)))
      }
    } catch {
      for output in session.end(at: clock.bootTime) { deliver(output) }
      throw error
    }
  }

  private func pass(
    _ outputs: [NMEA2000Session.Output], to socket: borrowing CANSocket
  ) throws(CANSocket.Failure) {
    for output in outputs {
      if case .frame(let frame) = output { try socket.send(frame) } else { deliver(output) }
    }
  }

  private func deliver(_ output: NMEA2000Session.Output) {
    switch output {
    case .event(let event): sink.deliver(event)
    case .notice(let notice): sink.notice(notice)
    case .frame: break
    }
  }
}
