// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { matchesQuery } from '@/client/api/local-rows'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin, clearSession } from '@/client/session/session'
import AbnormitiesView from '@/areas/deviations/client/abnormity/AbnormitiesView'
import DecideCard from '@/areas/deviations/client/today/DecideCard'
import OwedCard from '@/areas/deviations/client/today/OwedCard'
import { abnormity } from '@/areas/deviations/contract/abnormity'
import deviations from '@/areas/deviations/locales/zh.json'
import JobHandoverPage from '@/areas/handover/client/handover/JobHandoverPage'
import ToSignCard from '@/areas/handover/client/today/ToSignCard'
import { handover } from '@/areas/handover/contract/handover'
import handoverWords from '@/areas/handover/locales/zh.json'
import RepairPage from '@/areas/maintenance/client/repair/RepairPage'
import RoundsPage from '@/areas/rounds/client/RoundsPage'
import MyRepairsCard from '@/areas/maintenance/client/today/MyRepairsCard'
import MyRoundsCard from '@/areas/rounds/client/today/MyRoundsCard'
import WeeklyTasksCard from '@/areas/maintenance/client/today/WeeklyTasksCard'
import WeeklyWorkPage from '@/areas/maintenance/client/weekly/WeeklyWorkPage'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { repair } from '@/areas/maintenance/contract/repair'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import maintenance from '@/areas/maintenance/locales/zh.json'
import rounds from '@/areas/rounds/locales/zh.json'
import { getWeekAt } from '@/areas/maintenance/rules/weekly-work'
import NoticesPage from '@/areas/notices/client/NoticesPage'
import RingingCard from '@/areas/notices/client/today/RingingCard'
import { notice } from '@/areas/notices/contract/notice'
import notices from '@/areas/notices/locales/zh.json'
import ProductionInspectionPage from '@/areas/quality/client/inspection/ProductionInspectionPage'
import QualitySheetPage from '@/areas/quality/client/sheet/QualitySheetPage'
import ChecksCard from '@/areas/quality/client/today/ChecksCard'
import FirstInspectionFailedCard from '@/areas/quality/client/today/FirstInspectionFailedCard'
import InspectionsDueCard from '@/areas/quality/client/today/InspectionsDueCard'
import { firstInspection, inspectionTime } from '@/areas/quality/contract/inspections'
import { qualityCheck } from '@/areas/quality/contract/quality-check'
import quality from '@/areas/quality/locales/zh.json'
import StopPage from '@/areas/reports/client/stops/StopPage'
import StopsCard from '@/areas/reports/client/today/StopsCard'
import reports from '@/areas/reports/locales/zh.json'
import ProcessDataPage from '@/areas/standards/client/ProcessDataPage'
import SlittingProcessPage from '@/areas/standards/client/SlittingProcessPage'
import ApprovalsCard from '@/areas/standards/client/today/ApprovalsCard'
import SentBackCard from '@/areas/standards/client/today/SentBackCard'
import { processStandard } from '@/areas/standards/contract/process-standard'
import standards from '@/areas/standards/locales/zh.json'
import ToolPage from '@/areas/tools/client/ToolPage'
import WornToolsCard from '@/areas/tools/client/today/WornToolsCard'
import { tool } from '@/areas/tools/contract/tool'
import tools from '@/areas/tools/locales/zh.json'
import type { PageName } from '@/contract/menu'
import type { Resource } from '@/contract/resource'
import { chooseMyLine } from '@/plant/client/line/my-line'
import { lineStop } from '@/plant/contract/line-stop'
import plant from '@/plant/locales/zh.json'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, ok } from '../fake-server'
import { setElementSize } from '../fake-layout'
import { loadTexts } from '../texts'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [ME, OTHER, LINE, ELSEWHERE] = [id(901), id(902), id(903), id(904)]
const HOUR = 3_600_000
const toMoment = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const day = (days: number) => toMoment(days * 24).slice(0, 10)
const stamp = { version: 1, createdAt: toMoment(-1), updatedAt: toMoment(-1), createdBy: OTHER }
const rows = (...list: object[]) => list.map((row, n) => ({ id: id(n + 1), ...stamp, ...row }))

interface Case {
  card: string
  Card: () => ReactNode
  /** The heading with the count, or the count below a heading. */
  says: RegExp
  counts: number
  page: PageName
  Page: () => ReactNode
  of: Resource
  rows: readonly { id: string }[]
  keys?: readonly string[]
  line?: string
  /** Selector of a row of the page, if the page is no list of the kit. */
  each?: string
}
const open = (n: object) => ({ approvers: [], authors: [], ratios: [], parameters: [], newest: false, ...n })
const repairs = rows(
  { state: 'reported', lineId: null },
  { state: 'inMaintenance', acceptedBy: ME },
  {
    state: 'waitingForPart',
    acceptedBy: OTHER,
    waits: [{ expectedOn: day(-3), since: toMoment(-99) }],
    expectedOn: day(-3),
  },
  {
    state: 'waitingForPart',
    acceptedBy: OTHER,
    waits: [{ expectedOn: day(9), since: toMoment(-99) }],
    expectedOn: day(9),
  },
  { state: 'inMaintenance', acceptedBy: OTHER },
  { state: 'done', acceptedBy: ME },
).map((row) => ({ waits: [], reportedAt: toMoment(-5), repairEndAt: null, ...row }))
const documents = rows(
  open({ code: 'PS-1', revision: 2, state: 'inApproval', variant: 'mainLine', waitingFor: ME }),
  open({ code: 'SL-1', revision: 2, state: 'inApproval', variant: 'slitting', waitingFor: ME }),
  open({ code: 'SL-2', revision: 1, state: 'inApproval', variant: 'slitting', waitingFor: ME }),
  open({ code: 'SL-3', revision: 1, state: 'inApproval', variant: 'slitting', waitingFor: OTHER }),
  open({ code: 'SL-4', revision: 1, state: 'draft', variant: 'slitting' }),
  open({ code: 'PS-5', revision: 1, state: 'rejected', variant: 'mainLine', authors: [ME] }),
  open({ code: 'PS-6', revision: 1, state: 'rejected', variant: 'mainLine', submittedBy: ME }),
  open({ code: 'PS-7', revision: 1, state: 'rejected', variant: 'mainLine', authors: [OTHER] }),
  open({ code: 'SL-8', revision: 1, state: 'rejected', variant: 'slitting', authors: [ME], submittedBy: ME }),
)
const week = getWeekAt(new Date().toISOString(), 'Asia/Shanghai')
const tasks = (people: readonly string[]) =>
  rows(
    { week, state: 'planned', people, lineId: LINE, title: 'a' },
    { week, state: 'inProgress', people: [OTHER], lineId: null, title: 'b' },
    { week, state: 'planned', people: [OTHER], lineId: ELSEWHERE, title: 'c' },
    { week, state: 'done', people, lineId: LINE, title: 'd' },
  )
const weekly = { Card: WeeklyTasksCard, page: 'weeklyWork', Page: WeeklyWorkPage, of: weeklyWork as Resource } as const
const checks = rows(
  { number: 'N-1', result: 'notOk', toDowngrade: true, checkedAt: toMoment(-2), defects: [], images: [] },
  { number: 'N-2', result: 'ok', flag: 'soldMeanwhile', userId: ME, checkedAt: toMoment(-2), defects: [], images: [] },
  { number: 'N-3', result: 'ok', checkedAt: toMoment(-2), defects: [], images: [] },
  { number: 'N-4', result: 'notOk', toDowngrade: true, checkedAt: toMoment(-70), defects: [], images: [] },
).map((row) => ({ downgradedAt: null, takenBackAt: null, outOfLimits: 0, toDowngrade: false, flag: null, ...row }))
const round = {
  roleIds: [],
  userIds: [],
  walkers: [],
  addedNotes: [],
  items: [],
  planName: '巡检',
  lineId: null,
  pointsDone: 0,
  pointsTotal: 2,
}

const cases: readonly Case[] = [
  {
    card: 'abnormities to decide',
    Card: DecideCard,
    says: /等我处理的异常（2）/,
    counts: 2,
    page: 'qualityTracking',
    Page: () => <AbnormitiesView rowId="" frame={(content) => content} tabs={null} />,
    of: abnormity,
    keys: ['qualityTrackingDefectConfirm', 'qualityTrackingApprove'],
    rows: rows(
      { state: 'raised', owed: false },
      { state: 'confirmed', owed: true, dueOn: day(-9), responsibleId: OTHER },
      { state: 'confirmed', owed: true, dueOn: day(9), responsibleId: OTHER },
      { state: 'closed', owed: false },
    ).map((row) => ({ kind: 'complaint', description: 'x', measures: [], ...row })),
  },
  {
    card: 'abnormities to answer',
    Card: OwedCard,
    says: /等我答复的异常（1）/,
    counts: 1,
    page: 'qualityTracking',
    Page: () => <AbnormitiesView rowId="" frame={(content) => content} tabs={null} />,
    of: abnormity,
    rows: rows(
      { state: 'confirmed', owed: true, responsibleId: ME },
      { state: 'confirmed', owed: true, responsibleId: OTHER },
    ).map((row) => ({ kind: 'complaint', description: 'x', measures: [], dueOn: null, ...row })),
  },
  {
    card: 'repairs',
    Card: MyRepairsCard,
    says: /等我处理的报修（3）/,
    counts: 3,
    page: 'repair',
    Page: RepairPage,
    of: repair as Resource,
    keys: ['repairAccept', 'repairWork', 'repairFinalConfirm'],
    rows: repairs,
  },
  {
    card: 'handovers of several kinds',
    Card: ToSignCard,
    says: /待签交接班 3 份/,
    counts: 3,
    page: 'jobHandover',
    Page: JobHandoverPage,
    of: handover as Resource,
    rows: rows(
      { kind: 'squadLeader', state: 'given', giverId: OTHER, businessDate: day(0), concerned: [] },
      { kind: 'slitting', state: 'draft', concerned: [ME], returns: 1, businessDate: day(-40) },
      { kind: 'packaging', state: 'draft', concerned: [ME], returns: 0, businessDate: day(0) },
      { kind: 'packaging', state: 'given', giverId: ME, businessDate: day(0), concerned: [] },
      { kind: 'packaging', state: 'taken', giverId: OTHER, businessDate: day(0), concerned: [] },
    ).map((row) => ({ lineId: LINE, shift: 'early', team: 'A', reason: null, givenAt: null, backAt: null, ...row })),
  },
  {
    card: 'checks to decide',
    Card: ChecksCard,
    says: /待处理的检验 2 项/,
    counts: 2,
    page: 'qualitySheet',
    Page: QualitySheetPage,
    of: qualityCheck as Resource,
    rows: checks,
  },
  {
    card: 'failed first inspections',
    Card: FirstInspectionFailedCard,
    says: /首检不合格 1 项/,
    counts: 1,
    page: 'productionInspection',
    Page: ProductionInspectionPage,
    of: firstInspection as Resource,
    rows: rows(
      { workOrderId: id(50), result: 'notOk', createdAt: toMoment(-3) },
      { workOrderId: id(51), result: 'notOk', createdAt: toMoment(-3) },
      { workOrderId: id(51), result: 'ok', createdAt: toMoment(-2) },
    ).map((row) => ({ lineId: LINE, businessDate: day(0), items: [], images: [], ...row })),
  },
  {
    card: 'inspections that are due',
    Card: InspectionsDueCard,
    says: /待做点检 2 项/,
    counts: 2,
    page: 'productionInspection',
    Page: ProductionInspectionPage,
    of: inspectionTime as Resource,
    line: LINE,
    each: '.due-list > li',
    rows: rows(
      { dueAt: toMoment(-0.1), lineId: LINE },
      { dueAt: toMoment(1), lineId: LINE },
      { dueAt: toMoment(9), lineId: LINE },
      { dueAt: toMoment(1), lineId: ELSEWHERE },
    ).map((row) => ({ inspection: 'daily', doneAt: null, workOrderId: null, ...row })),
  },
  {
    card: 'stops without a reason',
    Card: StopsCard,
    says: /2 条停机待说明/,
    counts: 2,
    page: 'shutdownAnalysis',
    Page: StopPage,
    of: lineStop as Resource,
    line: LINE,
    rows: rows(
      { state: 'standing', reasonId: null, endedAt: null, lineId: LINE, startedAt: toMoment(-1) },
      { state: 'toExplain', reasonId: null, endedAt: toMoment(-1), lineId: LINE, startedAt: toMoment(-2) },
      { state: 'standing', reasonId: id(60), endedAt: null, lineId: LINE, startedAt: toMoment(-1) },
      { state: 'standing', reasonId: null, endedAt: null, lineId: ELSEWHERE, startedAt: toMoment(-1) },
    ),
  },
  {
    card: 'standards to approve',
    Card: ApprovalsCard,
    says: /工艺数据 · 待您审批的工艺标准（1）/,
    counts: 1,
    page: 'processData',
    Page: ProcessDataPage,
    of: processStandard,
    rows: documents,
  },
  {
    card: 'standards of slitting to approve',
    Card: ApprovalsCard,
    says: /分切工艺 · 待您审批的工艺标准（2）/,
    counts: 2,
    page: 'slittingProcess',
    Page: SlittingProcessPage,
    of: processStandard,
    rows: documents,
  },
  {
    card: 'standards sent back',
    Card: SentBackCard,
    says: /工艺数据 · 被驳回的工艺标准（2）/,
    counts: 2,
    page: 'processData',
    Page: ProcessDataPage,
    of: processStandard,
    rows: documents,
  },
  { ...weekly, card: 'tasks of mine', says: /我的任务（1）/, counts: 1, rows: tasks([ME]) },
  { ...weekly, card: 'tasks of the week', says: /^3\s*未完成/, counts: 3, rows: tasks([OTHER]) },
  { ...weekly, card: 'tasks of a line', says: /^2\s*未完成/, counts: 2, rows: tasks([OTHER]), line: LINE },
  {
    card: 'rounds that can be walked',
    Card: MyRoundsCard,
    says: /我的巡检（1）/,
    counts: 1,
    page: 'polling',
    Page: RoundsPage,
    of: inspectionRound as Resource,
    each: '.cards > li',
    rows: rows(
      { state: 'due', opensAt: toMoment(-1), dueAt: toMoment(1), closesAt: toMoment(2) },
      { state: 'due', opensAt: toMoment(4), dueAt: toMoment(5), closesAt: toMoment(6) },
    ).map((row) => ({ ...round, userId: null, assignedTo: null, ...row })),
  },
  {
    card: 'alerts that ring',
    Card: RingingCard,
    says: /1 条告警等待处理/,
    counts: 1,
    page: 'notices',
    Page: NoticesPage,
    of: notice as Resource,
    rows: rows({ state: 'ringing', beganAt: toMoment(-1) }, { state: 'acknowledged', beganAt: toMoment(-1) }),
  },
  {
    card: 'tools near their end',
    Card: WornToolsCard,
    says: /工器具快到寿命 1 件/,
    counts: 1,
    page: 'toolManagement',
    Page: ToolPage,
    of: tool as Resource,
    line: LINE,
    rows: rows(
      { code: 'T-1', kind: 'knife', state: 'mounted', lifePercent: 95, lineId: LINE },
      { code: 'T-2', kind: 'knife', state: 'mounted', lifePercent: 95, lineId: ELSEWHERE },
      { code: 'T-3', kind: 'knife', state: 'mounted', lifePercent: 20, lineId: LINE },
    ),
  },
]

const nothing = () => ok({ total: 0, list: [], refs: {}, next: null })
/** A server with exactly these rows that filters them by the query. */
function served({ of, rows: all }: Case) {
  const list = ({ url, body }: { url: string; body: unknown }) => {
    const wanted = {
      ...(Object.fromEntries(new URL(url, 'http://plant').searchParams) as object),
      ...(typeof body === 'string' ? (JSON.parse(body) as object) : {}),
    }
    const found = all.filter((row) => matchesQuery(of, wanted, row as never))
    return ok({ total: found.length, list: found, refs: {}, next: null })
  }
  const ways = of.endpoints.list!.routes.map((route) => [route, list] as const)
  startFakeServer({ ...Object.fromEntries(ways), 'GET /resource_options': () => ok([]) }, nothing)
}
beforeEach(async () => {
  await loadTexts({
    deviations,
    handover: handoverWords,
    maintenance,
    rounds,
    notices,
    plant,
    quality,
    reports,
    standards,
    tools,
  })
  setElementSize(1440)
  localStorage.clear()
  clearSession()
  replacePhoneStore(createFakePhone())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each(cases)('$card: the count opens a list of just as many', async (countCase) => {
  const { Card, Page, page, says, keys = [], counts, line, each } = countCase
  const pages = [...new Set(cases.map((other) => other.page))].map((name) => ({
    id: name,
    name,
    menu_name: name,
    url: `/${name}`,
    menu_type: 3 as const,
    children: [],
  }))
  const list = [...pages, ...keys.map((url) => ({ url, menu_type: 4 as const }))]
  acceptLogin({ token: 't', userid: ME, userName: 'x', list }, false)
  if (line) chooseMyLine(line)
  served(countCase)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense fallback="…">
          <Routes>
            <Route path="/" element={<Card />} />
            <Route path={`/${page}/*`} element={<Page />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('link', { name: says }))
  if (each) await waitFor(() => expect(document.querySelectorAll(each)).toHaveLength(counts))
  else expect((await screen.findAllByText(new RegExp(`共 ${counts} 条`))).length).toBeGreaterThan(0)
})
