import HeadingSensing

/// Reports found and missing sensors: each fact once, until it changes.
struct SelectionReport {
  private let configuration: IIOConfiguration
  private let sink: StoppableSink
  private var absent: Set<SensorKind> = []
  private var reported: Set<String> = []

  init(configuration: IIOConfiguration, sink: StoppableSink) {
    self.configuration = configuration
    self.sink = sink
  }

  /// Reports the sensors as absent because no context could be opened.
  mutating func unreachable(served: Set<SensorKind>) {
    for kind in IIOConfiguration.kinds where !configuration.disabled.contains(kind) {
      if !served.contains(kind), absent.insert(kind).inserted { sink.status(.absent, of: kind) }
    }
  }

  /// Reports the choice after a context was opened.
  mutating func found(_ selection: IIOSelection, served: Set<SensorKind>) {
    for kind in IIOConfiguration.kinds where !configuration.disabled.contains(kind) {
      if let choice = selection.choice(for: kind) {
        absent.remove(kind)
        report(.info, kind, "\(kind.name): \(choice.title), because \(choice.reason)")
      } else if !served.contains(kind) {
        let isNew = absent.insert(kind).inserted
        if isNew { sink.status(.absent, of: kind) }
        if let complaint = selection.complaints[kind] {
          report(.error, kind, complaint)
        } else if isNew, kind != .compass {
          sink.notice(
            kind == .magnetometer ? .error : .warning, kind,
            "no \(kind.name) in \(configuration.name)\(Self.rest(selection, kind))")
        }
      }
    }
  }

  /// Reports that an XML context describes devices and cannot read them.
  mutating func describedOnly(_ selection: IIOSelection) {
    for candidate in selection.candidates where candidate.isChosen {
      sink.status(.failed, of: candidate.kind)
    }
    report(
      .error, nil,
      "\(configuration.name) only describes devices: nothing can be read from it; use local:, ip:HOST or usb:"
    )
  }

  private static func rest(_ selection: IIOSelection, _ kind: SensorKind) -> String {
    let rest = selection.candidates.filter { $0.kind == kind }
    return rest.isEmpty
      ? "" : " (" + rest.map { "\($0.title): \($0.reason)" }.joined(separator: "; ") + ")"
  }

  private mutating func report(
    _ severity: SensorNotice.Severity, _ kind: SensorKind?, _ message: String
  ) {
    if reported.insert(message).inserted { sink.notice(severity, kind, message) }
  }
}
