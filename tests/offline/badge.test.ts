import { afterEach, expect, test, vi } from 'vitest'
import { showBadge } from '@/offline/badge'

afterEach(() => vi.unstubAllGlobals())
test.each([
  [3, ['set 3']],
  [1, ['set 1']],
  [0, ['clear']],
])('with %i unsent the icon of the app: %j', async (unsent, done) => {
  const said: string[] = []
  const setAppBadge = (n: number) => Promise.resolve(void said.push(`set ${n}`))
  const clearAppBadge = () => Promise.resolve(void said.push('clear'))
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  await showBadge(unsent)
  expect(said).toEqual(done)
})
test('does nothing where the system shows no badge', async () => {
  vi.stubGlobal('navigator', {})
  await expect(showBadge(2)).resolves.toBeUndefined()
})
