#ifndef THREAD_SANITIZER_H
#define THREAD_SANITIZER_H

// Nothing to call: what is here works by being linked.

#endif
