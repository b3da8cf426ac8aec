// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { DraftView } from '@/areas/certificates/client/DraftView'
import { NotValidNotice } from '@/areas/certificates/client/CertificatesView'
import words from '@/areas/certificates/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const ME = id(9)
const computed = {
  workOrderId: id(1),
  productId: id(2),
  orderNumber: 'WO-1',
  rollCount: 5,
  lines: [],
  remarks: [],
  rolls: [],
  gaps: [],
  held: null,
  standing: [] as { id: string; number: string; state: string }[],
  leftOut: Array.from({ length: 900 }, (_, i) => `R-${i + 1}`),
}
const nobody = () => replyWithRows([])
const show = (what: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  )
type Reply = NonNullable<Parameters<typeof startFakeServer>[0]>[string]
const draft = (approvers: Reply, certificateData: typeof computed = computed, replacesId: string | null = null) => {
  startFakeServer({
    'GET /quality/get_coa_res': ok(certificateData),
    'GET /quality/certificate': nobody,
    'GET /quality/certificate_templates': () => ok({ total: 0, list: [] }),
    'GET /quality/certificate_approvers': approvers,
  })
  show(
    <DraftView
      workOrderId={id(1)}
      replacesId={replacesId}
      onlyDowngraded={false}
      onBack={() => undefined}
      onReplace={() => undefined}
      onDone={() => undefined}
    />,
  )
}

beforeEach(async () => {
  await loadTexts({ certificates: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME, keys: ['qualityReportAdd'] })
})
afterEach(cleanup)

it('names some of very many rolls that it leaves out, and counts all', async () => {
  draft(() => ok([{ id: id(3), label: '吴海波', detail: null }]))
  const said = await screen.findByText(/不覆盖的降等卷（900 卷）/)
  expect(said.textContent).toContain('R-1、')
  expect(said.textContent!.length).toBeLessThan(120)
  expect(await screen.findByRole('button', { name: '吴海波' })).toBeTruthy()
})
const withCertificates = (...some: readonly [number, 'inApproval' | 'issued'][]) => ({
  ...computed,
  standing: some.map(([n, state]) => ({ id: id(n), number: `COA-${n}`, state })),
})
const people = () => ok([{ id: id(3), label: '吴海波', detail: null }])
it('does not offer a second certificate of the same rolls beside one that waits', async () => {
  draft(people, withCertificates([11, 'inApproval'], [12, 'issued']))
  const waiting = (await screen.findByText('COA-11')).closest('[role="status"]')!
  expect(waiting.textContent).toContain('待批准')
  expect(screen.getByText('COA-12').closest('[role="status"]')!.textContent).toContain('已签发')
  expect(screen.queryByRole('button', { name: '提交批准' })).toBeNull()
  expect(screen.queryByRole('button', { name: '编制替代 COA-12 的报告' })).toBeNull()
})
it('offers to replace the one that is issued, and drafts that one alone', async () => {
  draft(people, withCertificates([13, 'issued']))
  expect(await screen.findByRole('button', { name: '编制替代 COA-13 的报告' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '提交批准' })).toBeNull()
  cleanup()
  draft(people, withCertificates([13, 'issued']), id(13))
  expect(await screen.findByRole('button', { name: '提交批准' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '编制替代 COA-13 的报告' })).toBeNull()
})
it('says that nobody else may approve, instead of an empty choice', async () => {
  draft(() => ok([{ id: ME, label: '我', detail: null }]))
  expect(await screen.findByText('没有其他人可以审批，请联系管理员')).toBeTruthy()
})
it('says that the approvers could not be loaded', async () => {
  draft(() => json({ errno: '6000', errmsg: '暂时读不到批准人', data: null }))
  expect(await screen.findByText('暂时读不到批准人')).toBeTruthy()
})
it.each([
  [{ state: 'replaced', replacedById: id(5), reason: null }, '已被 COA-5 替代，不再有效'],
  [{ state: 'void', replacedById: null, reason: '客户名称写错' }, '已作废，不再有效：客户名称写错'],
  [{ state: 'rejected', replacedById: null, reason: '请补数据' }, '已退回：请补数据'],
] as const)('says first why it is not valid', (row, says) => {
  show(<NotValidNotice row={row} refs={{ [id(5)]: 'COA-5' }} />)
  expect(screen.getByRole('status').textContent).toBe(says)
  cleanup()
  show(<NotValidNotice row={{ state: 'issued', replacedById: null, reason: null }} refs={{}} />)
  expect(screen.queryByRole('status')).toBeNull()
})
