// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import { DraftView } from '@/areas/certificates/client/DraftView'
import { NotValid } from '@/areas/certificates/client/NotValid'
import words from '@/areas/certificates/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, json, ok } from '../../fake-server'
import { useTexts } from '../../texts'

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
  leftOut: Array.from({ length: 900 }, (_, i) => `R-${i + 1}`),
}
const nobody = () => ok({ total: 0, list: [], refs: {}, next: null })
const show = (what: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  )
type Reply = NonNullable<Parameters<typeof fakeServer>[0]>[string]
const draft = (approvers: Reply, there: Reply = nobody, replacesId: string | null = null) => {
  fakeServer({
    'GET /quality/get_coa_res': ok(computed),
    'GET /quality/certificate': there,
    'GET /quality/certificate_templates': () => ok({ total: 0, list: [] }),
    'GET /quality/certificate_approvers': approvers,
  })
  show(
    <DraftView
      workOrderId={id(1)}
      replacesId={replacesId}
      onlyWorse={false}
      onBack={() => undefined}
      onDone={() => undefined}
    />,
  )
}

beforeEach(async () => {
  await useTexts({ certificates: words })
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: ME, userName: 'x', list: [{ url: 'qualityReportAdd', menu_type: 4 }] }, false)
})
afterEach(cleanup)

it('names some of very many rolls that it leaves out, and counts all', async () => {
  draft(() => ok([{ id: id(3), label: '吴海波', detail: null }]))
  const said = await screen.findByText(/不覆盖的降等卷（900 卷）/)
  expect(said.textContent).toContain('R-1、')
  expect(said.textContent!.length).toBeLessThan(120)
  expect(await screen.findByRole('option', { name: '吴海波' })).toBeTruthy()
})
it('names what the order has already, drafted or issued, but not the one that it replaces', async () => {
  const list = [
    { id: id(11), number: 'COA-11', state: 'inApproval' },
    { id: id(12), number: 'COA-12', state: 'issued' },
    { id: id(13), number: 'COA-13', state: 'issued' },
  ]
  draft(
    () => ok([{ id: id(3), label: '吴海波', detail: null }]),
    () => ok({ total: 3, list, refs: {}, next: null }),
    id(13),
  )
  expect((await screen.findByText(/已有报告待批准/)).textContent).toContain('COA-11')
  const issued = await screen.findByText(/已签发报告/)
  expect(issued.textContent).toContain('COA-12')
  expect(issued.textContent).not.toContain('COA-13')
})
it('says that nobody else may approve, instead of an empty choice', async () => {
  draft(() => ok([{ id: ME, label: '我', detail: null }]))
  expect(await screen.findByText('没有其他人可以批准，请联系管理员')).toBeTruthy()
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
  show(<NotValid row={row} refs={{ [id(5)]: 'COA-5' }} />)
  expect(screen.getByRole('status').textContent).toBe(says)
  cleanup()
  show(<NotValid row={{ state: 'issued', replacedById: null, reason: null }} refs={{}} />)
  expect(screen.queryByRole('status')).toBeNull()
})
