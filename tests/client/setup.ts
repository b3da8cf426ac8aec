import { configure } from '@testing-library/dom'
import { afterAll, vi } from 'vitest'

// A toast comes by itself a moment after what it tells of, and a test may be over by then. Who tests toasts takes the mock back.
vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))

// jsdom has no modal dialogs, and measures nothing. Tests whose matter it is put their own in place of these.
if (typeof HTMLDialogElement === 'function') {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
}

/** Waiting longer costs a passing test nothing, and whole pages run here on a machine that may be busy. */
configure({ asyncUtilTimeout: 30_000 })

/** What a page still meant to do is not done once its file is over: there is no page any more. */
const wait = globalThis.setTimeout
const waiting = new Set<ReturnType<typeof setTimeout>>()
globalThis.setTimeout = new Proxy(wait, {
  apply(target, self, given: Parameters<typeof wait>) {
    const timer = Reflect.apply(target, self, given)
    waiting.add(timer)
    return timer
  },
})
afterAll(() => {
  waiting.forEach(clearTimeout)
  globalThis.setTimeout = wait
})
