import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, type Page, type TestInfo } from '@playwright/test'
import { readSheet } from '@/server/excel/read-sheet'
import { Api, button, signIn, SLOW } from './app'
import {
  furnishLab,
  INDEX_NAMES,
  labFile,
  LANES,
  nextShift,
  rollsOfShift,
  slit,
  type Lab,
  type Roll,
} from './certificate-plant'
import {
  abnormityRaised,
  downgradedFrom,
  downloaded,
  drafted,
  driftSeen,
  imported,
  published,
  publishedBeside,
  toCertify,
} from './certificate-steps'
import { onTop } from './kilogram-steps'
import { serverForFile } from './server'
import { wordsIn } from './words'

const server = serverForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
const zh = wordsIn('zh')
const en = wordsIn('en')
/** What the webs of the shifts weigh in the middle, g/m²: the third has drifted out of its limits. */
const RIGHT = 15
const DRIFTED = 13.4

/** Two shifts that are right and one that drifted; of each of the last two a jumbo is cut. */
interface Made extends Lab {
  right: Roll[]
  drifted: Roll[]
  goodRolls: string[]
  badRolls: string[]
}
async function made(): Promise<Made> {
  const lab = await furnishLab(server.now)
  const right = await rollsOfShift(server.now, lab)
  await nextShift(server.now, 1)
  right.push(...(await rollsOfShift(server.now, lab)))
  await nextShift(server.now, 2)
  const drifted = await rollsOfShift(server.now, lab)
  const numbers = async (roll: Roll) => (await slit(server.now, lab, roll)).map(({ number }) => number)
  return { ...lab, right, drifted, goodRolls: await numbers(right.at(-1)!), badRolls: await numbers(drifted[0]!) }
}

test('the laboratory’s file, the shift that drifted, its metres downgraded, and what the certificate claims', async ({
  browser,
  page,
}, testInfo) => {
  test.slow() // four starts of the server, and a day of the laboratory between them
  const of = await test.step('rolls of three shifts', made)
  const { mill, right, drifted: bad, goodRolls, badRolls } = of
  const base = server.now.url
  const file = filesIn(testInfo)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, server.now, 'quality-lead', { language: 'en' })

  await test.step('the laboratory’s file is explained once', async () => {
    const first = await file(
      'lims-1.xlsx',
      right.map(({ number }) => ({ roll: number, gsm: RIGHT })),
    )
    const [rows, values] = [right.length, right.length * 3]
    await imported(page, base, { file: first, batch: 'QS-1', rows, values }, en, of)
    await published(page, base, 'QS-1', en)
    await frozen(of)
    const second = await file(
      'lims-2.xlsx',
      bad.map(({ number }) => ({ roll: number, gsm: DRIFTED })),
    )
    await imported(page, base, { file: second, batch: 'QS-2', rows: bad.length, values: bad.length * 3 }, en)
    await publishedBeside(server.now, 'QS-2')
  })
  const shown = () =>
    driftSeen(
      page,
      base,
      of,
      bad.map(({ number }) => number),
      en,
    )
  await test.step('the chart shows the shift, and an abnormity of it in one tap', async () => {
    await shown()
    await abnormityRaised(page, en)
  })
  await test.step('before: the certificate fails by its basis weight and lacks a strength', async () => {
    await toCertify(page, base, mill.order.number)
    await expect(lineOf(page, 'gsm')).toContainText(judged('fail'), SLOW)
    await expect(lineOf(page, 'strength')).toContainText(judged('missing'))
    await expect(button(page, en('certificates:pages.qualityReport.send'))).toBeDisabled()
  })
  await test.step('the bad metres are downgraded from the roll behind the point', async () => {
    const before = await kilograms(of)
    await shown()
    await downgradedFrom(page, bad[0]!.number, en)
    const cut = LANES * 150
    // The sheet closed when they were saved on this device: they are sent after that.
    await expect.poll(async () => (await kilograms(of)).downgradedKg, SLOW).toBeCloseTo(before.downgradedKg + cut, 3)
    const after = await kilograms(of)
    expect(after.goodKg).toBeCloseTo(before.goodKg - cut, 3)
    expect(after.balance.downgradedKg).toBeCloseTo(before.balance.downgradedKg + cut, 3)
    expect(after.balance.goodKg).toBeCloseTo(before.balance.goodKg - cut, 3)
  })
  const number =
    await test.step('after: it names the rolls that it does not cover, and waits for the strength', async () => {
      await toCertify(page, base, mill.order.number)
      for (const roll of badRolls) await expect(page.locator('.coa .is-warned')).toContainText(roll, SLOW)
      await expect(lineOf(page, 'gsm')).toContainText(judged('pass'))
      await expect(button(page, en('certificates:pages.qualityReport.send'))).toBeDisabled()
      const third = await file('lims-3.xlsx', [{ roll: right.at(-1)!.number, gsm: null, strength: 27.5 }])
      await imported(page, base, { file: third, batch: 'QS-3', rows: 1, values: 1 }, en)
      await publishedBeside(server.now, 'QS-3')
      await toCertify(page, base, mill.order.number)
      await expect(lineOf(page, 'strength')).toContainText(judged('pass'), SLOW)
      return drafted(page, en)
    })
  await server.now.kill()
  await server.now.restart()

  const tablet = await browser.newContext({ viewport: { width: 820, height: 1180 }, locale: 'zh-CN', hasTouch: true })
  try {
    const office = await tablet.newPage()
    await signIn(office, server.now, 'manager', { language: 'zh' })
    await office.goto(`${base}/quality/report?view=certificates`)
    await office.getByText(number).first().click(SLOW)
    await button(office, zh('certificates:actions.certificate_issue')).first().click(SLOW)
    await button(onTop(office), zh('certificates:actions.certificate_issue')).click()
    await expect(office.locator('.chips').getByText(zh('certificates:certificate.options.state.issued'))).toBeVisible(
      SLOW,
    )
    const pdf = execFileSync('pdftotext', ['-layout', await downloaded(office, 0), '-'], { encoding: 'utf8' })
    for (const t of [zh, en])
      for (const key of ['title', 'conforms', 'pass', 'end']) expect(pdf).toContain(t(`certificates:document.${key}`))
    const sheets = await allOf(await downloaded(office, 1))
    for (const text of [pdf, sheets]) {
      for (const part of [number, mill.order.number, ...goodRolls]) expect(text).toContain(part)
      for (const { zh: name, en: english } of Object.values(INDEX_NAMES)) {
        expect(text).toContain(name)
        expect(text).toContain(english)
      }
      for (const roll of badRolls) expect(text).not.toContain(roll)
    }
    expect(pdf).not.toContain('DRAFT')
  } finally {
    await tablet.close()
  }
})

const filesIn = (testInfo: TestInfo) => (name: string, rows: Parameters<typeof labFile>[1]) =>
  labFile(testInfo.outputPath(name), rows)
const judged = (how: string) => en(`certificates:certificate.subOptions.lines.judgement.${how}`)
const lineOf = (page: Page, index: keyof typeof INDEX_NAMES) =>
  page.locator('.coa-table tr').filter({ hasText: INDEX_NAMES[index].en })

/** The limits of the two shifts that are right are frozen before the third is looked at. */
async function frozen({ productId, index, mill, right, drifted: bad }: Made): Promise<void> {
  const lead = await Api.signIn(server.now, 'quality-lead')
  await lead.call('POST', '/plant/control_limit', {
    productId,
    indexId: index.gsm,
    lineId: mill.line.id,
    chart: 'xbar-s',
    subgroup: 'shift',
    fromAt: new Date(Date.parse(right[0]!.doffedAt) - 1000).toISOString(),
    toAt: bad[0]!.doffedAt,
  })
}
interface Kilograms {
  goodKg: number
  downgradedKg: number
}
/** What the order's progress and its mass balance say. */
async function kilograms({ mill }: Lab): Promise<Kilograms & { balance: Kilograms }> {
  const lead = await Api.signIn(server.now, 'prod-lead')
  const progress = await lead.call<Kilograms>('GET', '/progress_monitoring', { id: mill.order.id })
  return { ...progress, balance: await lead.call('GET', '/mater/balance', { workOrderId: mill.order.id }) }
}
/** Every cell of every sheet of a workbook, as one text; its first sheet is what the app's own import reads. */
async function allOf(path: string): Promise<string> {
  expect((await readSheet(readFileSync(path))).rows.length).toBeGreaterThan(0)
  return execFileSync('unzip', ['-p', path, 'xl/worksheets/*.xml'], { encoding: 'utf8' })
}
