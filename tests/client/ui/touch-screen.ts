import { afterEach, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Makes the device a touch screen with reduced motion, so that popups appear at once. */
export function simulateTouchScreen(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)' || query === '(prefers-reduced-motion: reduce)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
