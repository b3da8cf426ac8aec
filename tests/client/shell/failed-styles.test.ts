// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { loadFailedStyles, watchFailedStyles } from '@/client/shell/failed-styles'

const links = () =>
  [...document.head.querySelectorAll('link')].filter((link) => link.href.endsWith('/assets/page-1.css'))

test('a failed stylesheet is requested again until it loads, before the page is shown', async () => {
  const stop = watchFailedStyles()
  await loadFailedStyles() // nothing failed yet
  dispatchEvent(
    Object.assign(new Event('vite:preloadError'), {
      payload: new Error('Unable to preload CSS for /assets/page-1.css'),
    }),
  )
  const failing = loadFailedStyles()
  links()[0]!.dispatchEvent(new Event('error'))
  await expect(failing).rejects.toThrow('/assets/page-1.css')
  expect(links()).toEqual([])
  const loading = loadFailedStyles()
  links()[0]!.dispatchEvent(new Event('load'))
  await loading
  expect(links()).toHaveLength(1)
  await loadFailedStyles()
  expect(links()).toHaveLength(1)
  stop()
})
test('failed code is not mistaken for a stylesheet', async () => {
  const stop = watchFailedStyles()
  dispatchEvent(
    Object.assign(new Event('vite:preloadError'), { payload: new Error('Failed to fetch /assets/Page-2.js') }),
  )
  await loadFailedStyles()
  expect(links()).toHaveLength(1)
  stop()
})
