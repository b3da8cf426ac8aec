import type { Page } from 'playwright'
import { DESK, must, PHONE, seen, TABLET, visit, type Check } from './visit'

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('#root *').length)

/**
 * Scrolls through the whole list in steps of at least one screen. Returns the highest number of nodes and the longest
 * main-thread work of one step, ms of processor time, which a busy machine does not stretch as it stretches wall time.
 */
async function scrollThrough(page: Page, selector: string): Promise<{ most: number; longest: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  let maxNodes = 0
  let longest = 0
  let previousWorkMs = await worked()
  for (let step = 1; step <= 40; step += 1) {
    const count = await page.locator(selector).evaluate(async (list, at) => {
      list.scrollTop = at % 3 ? list.scrollTop + 700 : (list.scrollHeight * at) / 41
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.querySelectorAll('#root *').length
    }, step)
    const currentWorkMs = await worked()
    // The first step also includes the compilation of its code.
    if (step > 1) longest = Math.max(longest, currentWorkMs - previousWorkMs)
    previousWorkMs = currentWorkMs
    maxNodes = Math.max(maxNodes, count)
  }
  await session.detach()
  must(longest > 0, 'no processor time was measured')
  return { most: maxNodes, longest: Math.round(longest) }
}

const budget = (part: 'table' | 'cards', size: { width: number; height: number }, hasTouch = false): Check => ({
  name: `list budget ${part} ${size.width}${hasTouch ? ' touch' : ''}`,
  run: (stage) =>
    visit(stage, { part, size, query: 'rows=10000', options: { hasTouch, isMobile: hasTouch } }, async (page) => {
      const list = part === 'table' ? '.ui-table' : '.ui-cards'
      await page.locator(`${list} :is([role=row], [role=listitem])`).first().waitFor()
      await page.waitForTimeout(300)
      const still = await nodes(page)
      const { most, longest } = await scrollThrough(page, list)
      must(still > 40, `only ${still} nodes: nothing was drawn`)
      must(Math.max(still, most) <= (part === 'table' ? 400 : 500), `${still} nodes at rest, ${most} while scrolling`)
      // A card that can be swiped costs more.
      must(longest <= (hasTouch ? 70 : 50), `${longest} ms of work for one screen`)
      return `${still} nodes at rest, at most ${most} while scrolling, main thread at most ${longest} ms a screen`
    }),
})

const active = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement
    return `${cell?.parentElement?.getAttribute('aria-rowindex')},${cell?.getAttribute('aria-colindex')}`
  })

export const listChecks: Check[] = [
  budget('table', DESK),
  budget('table', TABLET),
  budget('cards', PHONE),
  budget('cards', PHONE, true),
  budget('cards', TABLET),
  {
    name: 'table columns resized',
    run: (stage) =>
      visit(stage, { part: 'table', size: DESK, query: 'rows=40' }, async (page) => {
        const head = page.getByRole('columnheader').nth(2)
        const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
        const edge = head.getByRole('separator')
        const first = await width()
        const edgeBox = (await edge.boundingBox())!
        await page.mouse.move(edgeBox.x + 4, edgeBox.y + 10)
        await page.mouse.down()
        await page.mouse.move(edgeBox.x + 44, edgeBox.y + 10, { steps: 4 })
        await page.mouse.up()
        await page.waitForTimeout(100)
        must(Math.abs((await width()) - first - 40) <= 1, `dragged by 40 px from ${first} to ${await width()}`)
        const moved = (await edge.boundingBox())!
        must(
          Math.abs(moved.x - edgeBox.x - 40) <= 1,
          `the edge stands at ${moved.x}, the mouse was at ${edgeBox.x + 44}`,
        )
        must(!(await seen(page, 0)).some((one) => String(one).includes('sort')), 'a drag sorted the table')
        await edge.focus()
        await page.keyboard.press('ArrowLeft')
        must(Math.abs((await width()) - first - 24) <= 1, `an arrow key left it at ${await width()}`)
        await edge.dblclick()
        await page.waitForTimeout(100)
        must(Math.abs((await width()) - first) <= 1, `a double click left it at ${await width()}, it was ${first}`)
        return `${first} px, ${first + 40} by mouse, ${first + 24} by key, back by double click`
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
            .waitForFunction((wanted) => {
              const cell = document.activeElement
              return (
                `${cell?.parentElement?.getAttribute('aria-rowindex')},${cell?.getAttribute('aria-colindex')}` ===
                wanted
              )
            }, expected)
            .catch(async () => must(false, `${key} went to ${await active(page)}, not ${expected}`))
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
          must(!hidden, `${key}: the active cell is out of sight`)
        }
        await page.evaluate(() => (window.seen = []))
        await page.keyboard.press('Enter')
        must(String(await seen(page, 1)) === 'sort code true', 'Enter on a header sorts')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press(' ')
        must((await page.locator('[aria-selected=true]').count()) === 1, 'Space selects')
        await page.evaluate(() => (window.seen = []))
        await page.keyboard.press('Enter')
        // The list had loaded 50 more when its end was reached.
        must(String(await seen(page, 1)) === 'open 10049', 'Enter opens the row')
      }),
  },
  {
    name: 'table header and first column stay',
    run: (stage) =>
      visit(stage, { part: 'table', size: TABLET }, async (page) => {
        const table = page.getByRole('grid')
        await page.getByRole('rowheader').first().waitFor()
        await table.evaluate((one) => one.scrollTo(900, 5000))
        await page.waitForTimeout(200)
        const box = await table.boundingBox()
        const head = await page.getByRole('columnheader', { name: '卷号' }).boundingBox()
        const first = await page.getByRole('rowheader').nth(4).boundingBox()
        must(!!box && !!head && !!first, 'not drawn')
        must(
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
        must((await page.getByRole('columnheader', { name: '产品' }).count()) === 0, 'the column is back')
      }),
  },
  {
    name: 'lists load on',
    run: async (stage) => {
      for (const part of ['table', 'cards'] as const) {
        await visit(stage, { part, query: 'rows=60' }, async (page) => {
          const list = page.locator(part === 'table' ? '.ui-table' : '.ui-cards')
          await list.locator('[aria-rowindex="2"], [aria-posinset="1"]').first().waitFor()
          must((await page.evaluate(() => window.seen.length)) === 0, `${part} asked for more before it was scrolled`)
          for (const wanted of [1, 2]) {
            await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
            must((await seen(page, wanted)).length === wanted, `${part} asked more than once`)
          }
        })
      }
    },
  },
]
