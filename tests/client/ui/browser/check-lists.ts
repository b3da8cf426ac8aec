import type { Page } from 'playwright'
import { DESK, assertTrue, PHONE, waitForEvents, TABLET, visit, type Check } from './visit'

const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll('#root *').length)

/**
 * Scrolls through the whole list in steps of at least one screen. Returns the highest number of nodes and the longest
 * main-thread work of one step in ms of processor time, which does not depend on the load of the machine.
 */
async function scrollThrough(page: Page, selector: string): Promise<{ maxNodes: number; longestMs: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readWorkMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  let maxNodes = 0
  let longestMs = 0
  let previousWorkMs = await readWorkMs()
  for (let step = 1; step <= 40; step += 1) {
    const count = await page.locator(selector).evaluate(async (list, stepNumber) => {
      list.scrollTop = stepNumber % 3 ? list.scrollTop + 700 : (list.scrollHeight * stepNumber) / 41
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.querySelectorAll('#root *').length
    }, step)
    const currentWorkMs = await readWorkMs()
    // The first step also includes the compilation of its code.
    if (step > 1) longestMs = Math.max(longestMs, currentWorkMs - previousWorkMs)
    previousWorkMs = currentWorkMs
    maxNodes = Math.max(maxNodes, count)
  }
  await session.detach()
  assertTrue(longestMs > 0, 'no processor time was measured')
  return { maxNodes, longestMs: Math.round(longestMs) }
}

const createBudgetCheck = (
  part: 'table' | 'cards',
  size: { width: number; height: number },
  hasTouch = false,
): Check => ({
  name: `list budget ${part} ${size.width}${hasTouch ? ' touch' : ''}`,
  run: (stage) =>
    visit(stage, { part, size, query: 'rows=10000', options: { hasTouch, isMobile: hasTouch } }, async (page) => {
      const list = part === 'table' ? '.ui-table' : '.ui-cards'
      await page.locator(`${list} :is([role=row], [role=listitem])`).first().waitFor()
      await page.waitForTimeout(300)
      const nodesAtRest = await countNodes(page)
      const { maxNodes, longestMs } = await scrollThrough(page, list)
      assertTrue(nodesAtRest > 40, `only ${nodesAtRest} nodes: nothing was drawn`)
      assertTrue(
        Math.max(nodesAtRest, maxNodes) <= (part === 'table' ? 400 : 500),
        `${nodesAtRest} nodes at rest, ${maxNodes} while scrolling`,
      )
      // A card that can be swiped costs more.
      assertTrue(longestMs <= (hasTouch ? 70 : 50), `${longestMs} ms of work for one screen`)
      return `${nodesAtRest} nodes at rest, at most ${maxNodes} while scrolling, main thread at most ${longestMs} ms a screen`
    }),
})

const getActiveCell = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement
    return `${cell?.parentElement?.getAttribute('aria-rowindex')},${cell?.getAttribute('aria-colindex')}`
  })

export const listChecks: Check[] = [
  createBudgetCheck('table', DESK),
  createBudgetCheck('table', TABLET),
  createBudgetCheck('cards', PHONE),
  createBudgetCheck('cards', PHONE, true),
  createBudgetCheck('cards', TABLET),
  {
    name: 'table columns resized',
    run: (stage) =>
      visit(stage, { part: 'table', size: DESK, query: 'rows=40' }, async (page) => {
        const head = page.getByRole('columnheader').nth(2)
        const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
        const edge = head.getByRole('separator')
        const initialWidth = await width()
        const edgeBox = (await edge.boundingBox())!
        await page.mouse.move(edgeBox.x + 4, edgeBox.y + 10)
        await page.mouse.down()
        await page.mouse.move(edgeBox.x + 44, edgeBox.y + 10, { steps: 4 })
        await page.mouse.up()
        await page.waitForTimeout(100)
        assertTrue(
          Math.abs((await width()) - initialWidth - 40) <= 1,
          `dragged by 40 px from ${initialWidth} to ${await width()}`,
        )
        const moved = (await edge.boundingBox())!
        assertTrue(
          Math.abs(moved.x - edgeBox.x - 40) <= 1,
          `the edge stands at ${moved.x}, the mouse was at ${edgeBox.x + 44}`,
        )
        assertTrue(
          !(await waitForEvents(page, 0)).some((event) => String(event).includes('sort')),
          'a drag sorted the table',
        )
        await edge.focus()
        await page.keyboard.press('ArrowLeft')
        assertTrue(Math.abs((await width()) - initialWidth - 24) <= 1, `an arrow key left it at ${await width()}`)
        await edge.dblclick()
        await page.waitForTimeout(100)
        assertTrue(
          Math.abs((await width()) - initialWidth) <= 1,
          `a double click left it at ${await width()}, it was ${initialWidth}`,
        )
        return `${initialWidth} px, ${initialWidth + 40} by mouse, ${initialWidth + 24} by key, back by double click`
      }),
  },
  {
    name: 'table keys',
    run: (stage) =>
      visit(stage, { part: 'table', size: DESK, query: 'select' }, async (page) => {
        await page.getByRole('columnheader').first().focus()
        const steps: [string, string][] = [
          ['ArrowDown', '2,1'],
          ['ArrowDown', '3,1'],
          ['ArrowRight', '3,2'],
          ['End', '3,22'],
          ['Control+End', '10001,22'],
          ['Home', '10001,1'],
          ['Control+Home', '2,1'],
          ['ArrowUp', '1,1'],
        ]
        for (const [key, expected] of steps) {
          await page.keyboard.press(key)
          await page
            .waitForFunction((expectedPosition) => {
              const cell = document.activeElement
              return (
                `${cell?.parentElement?.getAttribute('aria-rowindex')},${cell?.getAttribute('aria-colindex')}` ===
                expectedPosition
              )
            }, expected)
            .catch(async () => assertTrue(false, `${key} went to ${await getActiveCell(page)}, not ${expected}`))
          const hidden = await page.evaluate(() => {
            const cell = document.activeElement?.getBoundingClientRect()
            const table = document.querySelector('.ui-table')?.getBoundingClientRect()
            return (
              !cell ||
              !table ||
              cell.top < table.top - 1 ||
              cell.bottom > table.bottom + 1 ||
              cell.left < table.left - 1 ||
              cell.right > table.right + 1
            )
          })
          assertTrue(!hidden, `${key}: the active cell is out of sight`)
        }
        await page.evaluate(() => (window.galleryEvents = []))
        await page.keyboard.press('Enter')
        assertTrue(String(await waitForEvents(page, 1)) === 'sort code true', 'Enter on a header sorts')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press(' ')
        assertTrue((await page.locator('[aria-selected=true]').count()) === 1, 'Space selects')
        await page.evaluate(() => (window.galleryEvents = []))
        await page.keyboard.press('Enter')
        // The list had loaded 50 more when its end was reached.
        assertTrue(String(await waitForEvents(page, 1)) === 'open 10049', 'Enter opens the row')
      }),
  },
  {
    name: 'table header and first column stay',
    run: (stage) =>
      visit(stage, { part: 'table', size: TABLET }, async (page) => {
        const table = page.getByRole('grid')
        await page.getByRole('rowheader').first().waitFor()
        await table.evaluate((element) => element.scrollTo(900, 5000))
        await page.waitForTimeout(200)
        const box = await table.boundingBox()
        const head = await page.getByRole('columnheader', { name: '卷号' }).boundingBox()
        const first = await page.getByRole('rowheader').nth(4).boundingBox()
        assertTrue(!!box && !!head && !!first, 'not drawn')
        assertTrue(
          Math.abs(head.x - box.x - 1) < 2 && Math.abs(head.y - box.y - 1) < 2 && Math.abs(first.x - box.x - 1) < 2,
          JSON.stringify({ box, head, first }),
        )
      }),
  },
  {
    name: 'column choice lasts over a reload',
    run: (stage) =>
      visit(stage, { part: 'table', size: DESK }, async (page) => {
        await page.getByRole('button', { name: '选择列' }).click()
        await page.getByRole('checkbox', { name: '产品' }).uncheck()
        await page.getByRole('button', { name: '完成' }).click()
        await page.getByRole('columnheader', { name: '产品' }).waitFor({ state: 'detached' })
        await page.reload()
        await page.getByRole('columnheader', { name: '状态' }).waitFor()
        assertTrue((await page.getByRole('columnheader', { name: '产品' }).count()) === 0, 'the column is back')
      }),
  },
  {
    name: 'lists load on',
    run: async (stage) => {
      for (const part of ['table', 'cards'] as const) {
        await visit(stage, { part, query: 'rows=60' }, async (page) => {
          const list = page.locator(part === 'table' ? '.ui-table' : '.ui-cards')
          await list.locator('[aria-rowindex="2"], [aria-posinset="1"]').first().waitFor()
          assertTrue(
            (await page.evaluate(() => window.galleryEvents.length)) === 0,
            `${part} asked for more before it was scrolled`,
          )
          for (const count of [1, 2]) {
            await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
            assertTrue((await waitForEvents(page, count)).length === count, `${part} asked more than once`)
          }
        })
      }
    },
  },
]
