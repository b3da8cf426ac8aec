import { configure } from '@testing-library/dom'
import * as React from 'react'
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

/** Of each element made, React would keep from where it was made, for warnings nobody reads here. It has its own limit to that, which here is always reached. */
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
