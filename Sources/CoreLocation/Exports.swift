// Programs written for Apple's framework import it alone and use Foundation's types through it.
@_exported public import Foundation
