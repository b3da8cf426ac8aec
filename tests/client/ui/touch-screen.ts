import { act } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes the device a touch screen with reduced motion, so that popups appear at once. */
export function simulateTouchScreen(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)' || query === '(prefers-reduced-motion: reduce)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  // antd-mobile measures its wheels and logs an error, because jsdom has no layout.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
}

/** Waits until a picker has applied the position of its wheels, which takes it some milliseconds. */
export const waitForWheels = (): Promise<void> => act(() => new Promise<void>((done) => void setTimeout(done, 50)))
