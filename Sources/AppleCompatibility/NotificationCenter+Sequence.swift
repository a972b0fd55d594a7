#if !canImport(Darwin)
  public import Foundation

  extension NotificationCenter {
    /// Returns the notifications of a name as an async sequence.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The sender; `nil` for any.
    /// - Returns: The notifications that are posted while a loop runs over them.
    public func notifications(
      named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
      Notifications(center: self, name: name, object: object)
    }

    /// Notifications as an async sequence: of a loop's beginning, until its task is cancelled.
    ///
    /// A loop that is slower than the senders gets the newest 1024 notifications; older ones are lost.
    public struct Notifications: AsyncSequence, Sendable {
      /// A notification.
      public typealias Element = Notification

      /// Nothing fails.
      public typealias Failure = Never

      let center: NotificationCenter
      let name: Notification.Name
      let object: (any AnyObject & Sendable)?

      /// Begins to observe the notifications.
      public func makeAsyncIterator() -> Iterator {
        let (stream, output) = AsyncStream.makeStream(
          of: Message.self, bufferingPolicy: .bufferingNewest(1024))
        let registration = Registration(
          center: center,
          token: center.addObserver(forName: name, object: object, queue: nil) { notification in
            output.yield(Message(notification: notification))
          })
        output.onTermination = { _ in registration.end() }
        return Iterator(messages: stream.makeAsyncIterator())
      }

      /// The notifications that were posted since the iterator was made.
      public struct Iterator: AsyncIteratorProtocol {
        var messages: AsyncStream<Message>.Iterator

        /// Returns the next notification; `nil` when the task is cancelled.
        public mutating func next() async -> Notification? {
          unsafe await messages.next(isolation: #isolation)?.notification
        }

        /// Returns the next notification; `nil` when the task is cancelled.
        ///
        /// - Parameter actor: The caller's isolation.
        /// - Returns: The notification.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          unsafe await messages.next(isolation: actor)?.notification
        }
      }

      /// A notification on its way from the poster to the loop, which is its only user then, as on
      /// Apple's systems: its contents must not be changed afterwards.
      struct Message: Sendable {
        nonisolated(unsafe) let notification: Notification
      }

      /// An observer's token, which only ends the observation.
      struct Registration: Sendable {
        let center: NotificationCenter
        nonisolated(unsafe) let token: any NSObjectProtocol

        func end() { unsafe center.removeObserver(token) }
      }
    }
  }
#endif
