// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { qualityContract } from '@/areas/quality/contract'
import RollChecksSection from '@/areas/quality/client/trace/RollChecksSection'
import FirstInspectionFailedNotice from '@/areas/quality/client/inspection/FirstInspectionFailedNotice'
import words from '@/areas/quality/locales/zh.json'
import { replyWithRows } from '../../fake-server'
import { setUpLinePhone, storedFields, LINE, refLabels, renderHandoverPage } from '../handover/line-phone'
import { id } from '../rounds/plant'

setUpLinePhone(qualityContract, { quality: words })
const [STRIP, JUMBO, ORDER] = [id(61), id(62), id(63)] as [string, string, string]
const list = (...rows: object[]) =>
  replyWithRows(
    rows.map((row) => ({ ...storedFields, ...row })),
    refLabels,
  )
const check = (n: number, more: object) => ({
  id: id(n),
  jumboRollId: JUMBO,
  slitRollId: null,
  result: 'notOk',
  outOfLimits: 0,
  defects: [],
  checkedAt: '2026-11-20T01:00:00.000Z',
  ...more,
})

it('a strip that is traced has its own checks, and those of its jumbo that speak of it', async () => {
  const rows = [
    check(70, { slitRollId: STRIP, result: 'ok' }),
    check(71, {}),
    check(72, { defects: [{ kind: 'hole', severity: 'major', fromM: 9000, toM: 9100 }] }),
    check(73, { slitRollId: id(99) }),
  ]
  renderHandoverPage(() => <RollChecksSection kind="slitRoll" id={STRIP} label="R-1" />, [], '', {
    'GET /rolls/slit_roll': () =>
      list({ id: STRIP, jumboRollId: JUMBO, lane: 1, fromMm: 0, widthMm: 1000, fromM: 0, toM: 5000, lengthM: 5000 }),
    'GET /production/jumbo_roll': () => list({ id: JUMBO, number: 'B-1', lengthM: 10_000 }),
    'GET /quality/check': ({ url }: { url: string }) =>
      list(...rows.filter((row) => url.includes(`slitRollId=${STRIP}`) === (row.slitRollId === STRIP))),
  })
  const mother = (await screen.findByText(/母卷 B-1 的检验/)).closest('section')!
  expect(mother.querySelectorAll('li')).toHaveLength(1)
  expect(mother.textContent).toContain('不合格')
  expect(screen.getByText('合格')).toBeTruthy()
})
it('the order at the winder says that its first inspection failed, until it is inspected again', async () => {
  const first = (n: number, result: string, createdAt: string) => ({
    id: id(n),
    lineId: LINE,
    workOrderId: ORDER,
    result,
    createdAt,
  })
  let rows = [first(80, 'notOk', '2026-11-20T01:00:00.000Z')]
  const replies = { 'GET /production/first_inspection': () => list(...rows) }
  renderHandoverPage(() => <FirstInspectionFailedNotice kind="workOrder" id={ORDER} label="WO-1" />, [], '', replies)
  await screen.findByText(/首检\s*不合格/)
  document.body.innerHTML = ''
  rows = [...rows, first(81, 'ok', '2026-11-20T02:00:00.000Z')]
  renderHandoverPage(() => <FirstInspectionFailedNotice kind="workOrder" id={ORDER} label="WO-1" />, [], '', replies)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText(/首检/)).toBeNull()
})
