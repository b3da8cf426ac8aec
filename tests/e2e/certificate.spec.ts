import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, type Page, type TestInfo } from '@playwright/test'
import { readSheet } from '@/server/excel/read-sheet'
import { Api, button, signIn, SLOW } from './app'
import {
  furnishLaboratory,
  INDEX_NAMES,
  buildLaboratoryFile,
  LANES,
  restartShiftsLater,
  doffRollsOfShift,
  slitJumbo,
  type Lab,
  type Roll,
} from './certificate-plant'
import {
  raiseAbnormity,
  downgradeFromRoll,
  downloadFile,
  draftCertificate,
  expectDrift,
  importFile,
  publishBatch,
  publishBatchByApi,
  openOrderToCertify,
} from './certificate-steps'
import { getTopDialog } from './kilogram-steps'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
const zh = loadTexts('zh')
const en = loadTexts('en')
/** Mean basis weights of the shifts, g/m²: the third shift has drifted out of its limits. */
const RIGHT = 15
const DRIFTED = 13.4

/** Makes two good shifts and one that drifted, and cuts one jumbo of each of the last two. */
interface Made extends Lab {
  right: Roll[]
  drifted: Roll[]
  goodRolls: string[]
  badRolls: string[]
}
async function makeRolls(): Promise<Made> {
  const lab = await furnishLaboratory(server.now)
  const right = await doffRollsOfShift(server.now, lab)
  await restartShiftsLater(server.now, 1)
  right.push(...(await doffRollsOfShift(server.now, lab)))
  await restartShiftsLater(server.now, 2)
  const drifted = await doffRollsOfShift(server.now, lab)
  const numbers = async (roll: Roll) => (await slitJumbo(server.now, lab, roll)).map(({ number }) => number)
  return { ...lab, right, drifted, goodRolls: await numbers(right.at(-1)!), badRolls: await numbers(drifted[0]!) }
}

test("the laboratory’s file, the drifted shift, its downgraded metres, and the certificate's statements", async ({
  browser,
  page,
}, testInfo) => {
  test.slow() // four starts of the server, and a day of the laboratory between them
  const rolls = await test.step('rolls of three shifts', makeRolls)
  const { mill, right, drifted: bad, goodRolls, badRolls } = rolls
  const base = server.now.url
  const file = createFileWriter(testInfo)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, server.now, 'quality-lead', { language: 'en' })

  await test.step('the laboratory’s file is explained once', async () => {
    const first = await file(
      'lims-1.xlsx',
      right.map(({ number }) => ({ roll: number, gsm: RIGHT })),
    )
    const [rows, values] = [right.length, right.length * 3]
    await importFile(page, base, { file: first, batch: 'QS-1', rows, values }, en, rolls)
    await publishBatch(page, base, 'QS-1', en)
    await freezeLimits(rolls)
    const second = await file(
      'lims-2.xlsx',
      bad.map(({ number }) => ({ roll: number, gsm: DRIFTED })),
    )
    await importFile(page, base, { file: second, batch: 'QS-2', rows: bad.length, values: bad.length * 3 }, en)
    await publishBatchByApi(server.now, 'QS-2')
  })
  const checkDrift = () =>
    expectDrift(
      page,
      base,
      rolls,
      bad.map(({ number }) => number),
      en,
    )
  await test.step('the chart shows the shift, and an abnormity of it in one tap', async () => {
    await checkDrift()
    await raiseAbnormity(page, en)
  })
  await test.step('before: the certificate fails by its basis weight and lacks a strength', async () => {
    await openOrderToCertify(page, base, mill.order.number)
    await expect(lineOf(page, 'gsm')).toContainText(getJudgementText('fail'), SLOW)
    await expect(lineOf(page, 'strength')).toContainText(getJudgementText('missing'))
    await expect(button(page, en('certificates:pages.qualityReport.send'))).toBeDisabled()
  })
  await test.step('the bad metres are downgraded from the roll behind the point', async () => {
    const previousKg = await loadKilograms(rolls)
    await checkDrift()
    await downgradeFromRoll(page, bad[0]!.number, en)
    const cut = LANES * 150
    // The dialog closes once the downgrades are saved on this device; they are sent afterwards.
    await expect
      .poll(async () => (await loadKilograms(rolls)).downgradedKg, SLOW)
      .toBeCloseTo(previousKg.downgradedKg + cut, 3)
    const remainingKg = await loadKilograms(rolls)
    expect(remainingKg.goodKg).toBeCloseTo(previousKg.goodKg - cut, 3)
    expect(remainingKg.balance.downgradedKg).toBeCloseTo(previousKg.balance.downgradedKg + cut, 3)
    expect(remainingKg.balance.goodKg).toBeCloseTo(previousKg.balance.goodKg - cut, 3)
  })
  const number =
    await test.step('after: it names the rolls that it does not cover, and waits for the strength', async () => {
      await openOrderToCertify(page, base, mill.order.number)
      for (const roll of badRolls) await expect(page.locator('.certificate .is-warned')).toContainText(roll, SLOW)
      await expect(lineOf(page, 'gsm')).toContainText(getJudgementText('pass'))
      await expect(button(page, en('certificates:pages.qualityReport.send'))).toBeDisabled()
      const third = await file('lims-3.xlsx', [{ roll: right.at(-1)!.number, gsm: null, strength: 27.5 }])
      await importFile(page, base, { file: third, batch: 'QS-3', rows: 1, values: 1 }, en)
      await publishBatchByApi(server.now, 'QS-3')
      await openOrderToCertify(page, base, mill.order.number)
      await expect(lineOf(page, 'strength')).toContainText(getJudgementText('pass'), SLOW)
      return draftCertificate(page, en)
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
    await button(getTopDialog(office), zh('certificates:actions.certificate_issue')).click()
    await expect(office.locator('.chips').getByText(zh('certificates:certificate.options.state.issued'))).toBeVisible(
      SLOW,
    )
    const pdf = execFileSync('pdftotext', ['-layout', await downloadFile(office, 0), '-'], { encoding: 'utf8' })
    for (const t of [zh, en])
      for (const key of ['title', 'conforms', 'pass', 'end']) expect(pdf).toContain(t(`certificates:document.${key}`))
    const sheets = await joinCells(await downloadFile(office, 1))
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

const createFileWriter = (testInfo: TestInfo) => (name: string, rows: Parameters<typeof buildLaboratoryFile>[1]) =>
  buildLaboratoryFile(testInfo.outputPath(name), rows)
const getJudgementText = (how: string) => en(`certificates:certificate.subOptions.lines.judgement.${how}`)
const lineOf = (page: Page, index: keyof typeof INDEX_NAMES) =>
  page.locator('.certificate-table tr').filter({ hasText: INDEX_NAMES[index].en })

/** Freezes the limits of the two good shifts before the third is inspected. */
async function freezeLimits({ productId, index, mill, right, drifted: bad }: Made): Promise<void> {
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
/** Kilograms in the order's progress and its mass balance. */
async function loadKilograms({ mill }: Lab): Promise<Kilograms & { balance: Kilograms }> {
  const lead = await Api.signIn(server.now, 'prod-lead')
  const progress = await lead.call<Kilograms>('GET', '/progress_monitoring', { id: mill.order.id })
  return { ...progress, balance: await lead.call('GET', '/mater/balance', { workOrderId: mill.order.id }) }
}
/** Joins every cell of every worksheet into one text; the app's own import reads the first worksheet. */
async function joinCells(path: string): Promise<string> {
  expect((await readSheet(readFileSync(path))).rows.length).toBeGreaterThan(0)
  return execFileSync('unzip', ['-p', path, 'xl/worksheets/*.xml'], { encoding: 'utf8' })
}
