// Re-exports Foundation, as Apple's module does: programs use its types without importing it.
@_exported public import Foundation
