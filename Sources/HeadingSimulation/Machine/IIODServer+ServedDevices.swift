package import HeadingIIOServer

extension IIODServer: ServedDevices {
  package var context: ServedContext { withState { state, _ in state.context } }

  package var markup: String { withState { state, _ in state.markup } }

  package func delay(of device: Int) -> Double {
    withState { state, _ in state.delay(of: device) }
  }

  package func read(_ file: String, of device: Int) throws(RemoteError) -> String {
    try withState { (state, now) throws(RemoteError) in
      try state.read(file, on: device, at: now)
    }
  }

  package func write(_ text: String, to file: String, of device: Int) throws(RemoteError) {
    if file == SimulatedFault.file && text == "drop" { return dropConnections() }
    try withState { (state, now) throws(RemoteError) in
      try state.write(text, to: file, on: device, at: now)
    }
  }

  package func open(_ request: BufferRequest) throws(RemoteError) -> Int {
    try withState { (state, now) throws(RemoteError) in try state.open(request, at: now) }
  }

  package func take(_ count: Int, from buffer: Int) throws(RemoteError) -> BufferContent {
    try withState { (state, now) throws(RemoteError) in
      try state.take(count, from: buffer, at: now)
    }
  }

  package func close(_ buffer: Int) { withState { state, _ in state.buffers[buffer] = nil } }

  package func trigger(of device: Int) throws(RemoteError) -> String? {
    try withState { (state, _) throws(RemoteError) in try state.trigger(of: device) }
  }

  package func setTrigger(_ key: String?, of device: Int) throws(RemoteError) {
    try withState { (state, now) throws(RemoteError) in
      try state.setTrigger(key, of: device, at: now)
    }
  }
}
