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

/** A longer timeout costs a passing test nothing, and whole pages run here on a machine that may be busy. */
configure({ asyncUtilTimeout: 30_000 })

/** Cancels a page's pending timers when its test file is over, because the page no longer exists. */
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

/** React stores where each element was created, for warnings that nobody reads here. This reports React's own limit for that as reached. */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: react } = React as unknown as Record<
  string,
  object
>
if (!react || !('recentlyCreatedOwnerStacks' in react)) throw new Error('React limits its stacks by another name now')
Object.defineProperty(react, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set() {},
})
