// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'

vi.unmock('@/client/api/toast')

/** The device's motion setting, as the person changes it. */
let reduced = true
const heard = new Set<(event: { matches: boolean }) => void>()
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query === '(prefers-reduced-motion: reduce)' && reduced,
  addEventListener: (_: string, listen: (event: { matches: boolean }) => void) => heard.add(listen),
}))
const change = (to: boolean) => {
  reduced = to
  for (const listen of heard) listen({ matches: to })
}

/** Polls as often as possible; a busy machine may take its time. */
const OFTEN = { interval: 1, timeout: 20_000 }

it('a message appears without animation for people who prefer reduced motion, as soon as they set it', async () => {
  const { showToast, clearToast } = await import('@/client/api/toast')
  const { isMotionReduced } = await import('antd-mobile/es/utils/reduce-and-restore-motion')
  /** Every opacity of a message from its appearance to its end. */
  const seen = async () => {
    const opacities = new Set<string>()
    const mask = () => document.querySelector<HTMLElement>('.adm-mask')
    showToast('Saved', 'success')
    await vi.waitUntil(() => mask()?.style.opacity === '1', OFTEN)
    clearToast()
    await vi.waitUntil(() => {
      const shown = mask()
      if (shown) opacities.add(shown.style.opacity)
      return !shown
    }, OFTEN)
    return [...opacities].filter((opacity) => opacity !== '1' && opacity !== '0')
  }
  expect(isMotionReduced()).toBe(true)
  expect(await seen()).toEqual([])
  change(false)
  expect(isMotionReduced()).toBe(false)
  expect((await seen()).length).toBeGreaterThan(0)
})
