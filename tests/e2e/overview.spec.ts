import { test } from '@playwright/test'
import { corrected, keptClosed, reopenedByTwo, monthsClosed } from './overview-books'
import { oneGlance, ownDashboard, rowsBehind } from './overview-morning'
import { booksServer, morningServer } from './overview-plant'
import { wallScreen } from './overview-wall'

test('the plant at a glance, and the month that is closed: the server dies in the middle, and no number changes by itself', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  let server = await morningServer()
  try {
    await test.step('the night in one look', () => oneGlance(browser, server))
    await test.step('a tap to the rows', () => rowsBehind(browser, server))
    await test.step('a dashboard of one’s own, shared', () => ownDashboard(browser, server))
    await test.step('the wall wakes by itself', () => wallScreen(browser, server))
    await server.stop()
    server = await booksServer(server.dataDir)
    await test.step('two figures are put right', () => corrected(browser, server))
    await test.step('the months are closed in their turn', () => monthsClosed(browser, server))
    await test.step('nothing is written in them', () => keptClosed(browser, server))
    await test.step('two people open one again', () => reopenedByTwo(browser, server))
  } finally {
    await server.dispose()
  }
})
