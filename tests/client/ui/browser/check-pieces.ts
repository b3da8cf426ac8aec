import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { DESK, assertTrue, PHONE, visit, type Check } from './visit'

export async function checkAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  assertTrue(
    violations.length === 0,
    violations
      .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)
      .join('\n'),
  )
}

const galleryParts = ['pieces', 'states', 'table', 'cards', 'charts', 'scanner', 'camera']

export const pieceChecks: Check[] = [
  ...galleryParts.flatMap((part) =>
    (['light', 'dark'] as const).map((colorScheme): Check => ({
      name: `axe ${part} ${colorScheme}`,
      run: (stage) =>
        visit(
          stage,
          { part, query: 'select', size: part === 'table' ? DESK : PHONE, options: { colorScheme } },
          async (page) => {
            await page.waitForTimeout(900)
            await checkAxe(page)
          },
        ),
    })),
  ),
  {
    name: 'axe dialog',
    run: (stage) =>
      visit(stage, { part: 'pieces' }, async (page) => {
        await page.getByRole('button', { name: '删除' }).click()
        await checkAxe(page)
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        const focused = await page.evaluate(() => document.activeElement?.textContent)
        assertTrue(focused === '删除', `focus went to ${focused}`)
      }),
  },
  {
    name: 'text at 200% fits a phone',
    run: async (stage) => {
      for (const [part, lang] of [
        ['pieces', 'en'],
        ['states', 'zh'],
        ['cards', 'en'],
        ['charts', 'zh'],
      ] as const) {
        await visit(stage, { part, query: `lang=${lang}` }, async (page) => {
          await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
          await page.waitForTimeout(300)
          const overflowing = await page.evaluate(() =>
            [...document.querySelectorAll('body, .ui-page-content, .ui-page-head, .ui-cards')]
              .filter((element) => element.scrollWidth > element.clientWidth + 1)
              .map((element) => element.className),
          )
          assertTrue(overflowing.length === 0, `${part} is too wide: ${overflowing.join(', ')}`)
        })
      }
    },
  },
  {
    name: 'targets are 56 px, 64 px in glove mode',
    run: (stage) =>
      visit(stage, { part: 'pieces' }, async (page) => {
        const getHeight = () =>
          page.locator('.ui-page-primary button').evaluate((button) => button.getBoundingClientRect().height)
        const normalHeight = await getHeight()
        await page.evaluate(() => (document.documentElement.dataset.glove = ''))
        assertTrue(normalHeight === 56 && (await getHeight()) === 64, `${normalHeight} and ${await getHeight()}`)
      }),
  },
  {
    name: 'nothing heavy comes with the first page',
    run: (stage) =>
      visit(stage, { part: 'pieces' }, async (page) => {
        const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name))
        const heavy = loaded.filter((name) => /Virtual|Chart|zxing|Scanner|Camera|table|Drawing/.test(name))
        assertTrue(heavy.length === 0, heavy.join(', '))
        return `${loaded.length} files`
      }),
  },
]

export const chartChecks: Check[] = [
  {
    name: 'chart draws, follows the theme, shows its table, saves its picture',
    run: (stage) =>
      visit(stage, { part: 'charts', size: DESK }, async (page) => {
        const chart = page.getByRole('region', { name: 'SMS3 的克重是否在规格内？' })
        const countPixelsByColor = () =>
          chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
            const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
            const pixelsByColor: Record<string, number> = {}
            for (let offset = 0; offset < pixels.length; offset += 4) {
              if (pixels[offset + 3] === 255) {
                const key = `${pixels[offset]},${pixels[offset + 1]},${pixels[offset + 2]}`
                pixelsByColor[key] = (pixelsByColor[key] ?? 0) + 1
              }
            }
            return pixelsByColor
          })
        await page.waitForTimeout(700)
        const light = await countPixelsByColor()
        assertTrue((light['10,90,156'] ?? 0) > 100, 'no line in the accent colour')
        assertTrue((light['171,32,21'] ?? 0) > 100, 'no limit lines')
        assertTrue((light['20,104,58'] ?? 0) > 100, 'no target line')
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.waitForTimeout(700)
        assertTrue(((await countPixelsByColor())['109,179,242'] ?? 0) > 100, 'not redrawn for dark')
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          chart.getByRole('button', { name: '保存图片' }).click(),
        ])
        assertTrue(
          download.suggestedFilename() === 'SMS3-的克重是否在规格内？-2026-05-04.png',
          download.suggestedFilename(),
        )
        await chart.getByRole('button', { name: '查看表格' }).click()
        await chart.getByRole('grid').waitFor()
        assertTrue((await chart.getByRole('gridcell').first().textContent()) === '14', 'first value')
      }),
  },
]
