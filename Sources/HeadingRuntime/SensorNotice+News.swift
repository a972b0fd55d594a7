public import HeadingSensing

extension SensorNotice {
  /// Notices of faults that began or ended.
  public static func all(of news: ValueFaultWatch.News) -> [SensorNotice] {
    news.begun.advice.map { SensorNotice(.warning, nil, $0) }
      + news.over.names.map { SensorNotice(.info, nil, "\($0) is over") }
  }
}
