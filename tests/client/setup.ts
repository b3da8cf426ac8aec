import { configure } from '@testing-library/dom'
import * as React from 'react'
import { afterAll, vi } from 'vitest'

// A toast appears a moment after its event, when the test may be over. Tests about toasts remove the mock.
vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))

// jsdom has no modal dialogs and measures nothing. Tests about dialogs or sizes replace these stand-ins.
if (typeof HTMLDialogElement === 'function') {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => undefined
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
}

/** Whole pages may render slowly on a busy machine. A long timeout costs a passing test nothing. */
configure({ asyncUtilTimeout: 30_000 })

/** Cancels pending timers when a test file ends, because their page no longer exists. */
const realSetTimeout = globalThis.setTimeout
const pendingTimers = new Set<ReturnType<typeof setTimeout>>()
globalThis.setTimeout = new Proxy(realSetTimeout, {
  apply(target, self, args: Parameters<typeof realSetTimeout>) {
    const timer = Reflect.apply(target, self, args)
    pendingTimers.add(timer)
    return timer
  },
})
afterAll(() => {
  pendingTimers.forEach(clearTimeout)
  globalThis.setTimeout = realSetTimeout
})

/**
 * React records the stack of every created element for its warnings, which is slow and useless here. Reporting that the limit
 * of such stacks has been reached switches the recording off.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: react } = React as unknown as Record<
  string,
  object
>
if (!react || !('recentlyCreatedOwnerStacks' in react)) throw new Error('React has renamed recentlyCreatedOwnerStacks')
Object.defineProperty(react, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set() {},
})
