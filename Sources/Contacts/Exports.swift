// As Apple's module does, it brings Foundation's types along.
@_exported public import Foundation
