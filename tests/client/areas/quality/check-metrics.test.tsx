// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { qualityContract } from '@/areas/quality/contract'
import CheckMetricsView, { CheckSummary } from '@/areas/quality/client/sheet/CheckMetricsView'
import RollParametersSection from '@/areas/quality/client/trace/RollParametersSection'
import words from '@/areas/quality/locales/zh.json'
import { ok } from '../../fake-server'
import { setUpLinePhone, renderHandoverPage } from '../handover/line-phone'
import { id } from '../rounds/plant'

setUpLinePhone(qualityContract, { quality: words })

/** Replies with metrics of the requested period and records the periods. */
function recordPeriods(rolls: number) {
  const periods: (string | null)[][] = []
  const reply = ({ url }: { url: string }) => {
    const query = new URL(url, 'http://plant').searchParams
    periods.push([query.get('from'), query.get('to')])
    return ok({
      from: query.get('from'),
      to: query.get('to'),
      rolls,
      passed: 11,
      firstPassPercent: 91.7,
      rows: [],
      defects: [{ kind: 'hole', label: '破洞', count: 1, percent: 100, cumulative: 100 }],
    })
  }
  return { periods, reply }
}

it('the metrics above the checks name their period', async () => {
  const { periods, reply } = recordPeriods(12)
  renderHandoverPage(CheckSummary, [], '', { 'GET /quality/check_figures': reply })
  expect(await screen.findByText('最近 30 天 · 检验 12 卷，一次合格 11 卷')).toBeTruthy()
  expect(screen.getByText('最近 30 天 · 破洞')).toBeTruthy()
  const [from, to] = periods.at(-1)!
  // 30 days, both ends included.
  expect(Date.parse(to!) - Date.parse(from!)).toBe(29 * 86_400_000)
})
it('the statistics begin with the month, as on the server', async () => {
  const { periods, reply } = recordPeriods(0)
  renderHandoverPage(() => <CheckMetricsView tabs={null} />, [], '', { 'GET /quality/check_figures': reply })
  expect(await screen.findByText(words.pages.sheet.noChecks)).toBeTruthy()
  const [from, to] = periods.at(-1)!
  expect(from).toBe(`${to!.slice(0, 7)}-01`)
})
it('a traced parameter outside its limits does not read as its limit', async () => {
  const pressure = { key: 'melt', label: '熔体压力', unit: 'MPa', low: 0.8, target: null, high: 1.6 }
  renderHandoverPage(() => <RollParametersSection kind="jumboRoll" id={id(5)} label="B-1" />, [], '', {
    'GET /quality/crafts': ok({
      jumboRollId: id(5),
      number: 'B-1',
      lineId: id(1),
      workOrderId: id(2),
      processStandardId: null,
      standard: 'CS-1',
      startedAt: '2026-11-20T01:00:00.000Z',
      doffedAt: null,
      measuredAt: '2026-11-20T01:00:00.000Z',
      speed: null,
      parameters: [
        { ...pressure, actual: 1.604, verdict: 'notOk' },
        { ...pressure, key: 'die', label: '模头压力', actual: 1.234, verdict: 'ok' },
      ],
    }),
  })
  expect((await screen.findByText(/1\.604/)).className).toContain('is-out')
  expect(screen.getByText(/1\.234/)).toBeTruthy()
})
