public import HeadingSensing

extension SensorNotice {
  /// What people should know of faults that began or are over.
  public static func all(of news: ValueFaultWatch.News) -> [SensorNotice] {
    news.begun.advice.map { SensorNotice(.warning, nil, $0) }
      + news.over.names.map { SensorNotice(.info, nil, "\($0) is over") }
  }
}
