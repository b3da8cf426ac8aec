// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import type { ImportResult } from '@/contract/resource'
import { ImportPanel } from '@/client/resource/ImportPanel'
import { loadTexts } from '../texts'

afterEach(cleanup)
const trial: ImportResult = {
  created: 1,
  updated: 60,
  unchanged: 2,
  dryRun: true,
  rows: 63,
  hidden: 0,
  leftOut: 0,
  warned: 0,
  warnings: [],
  changes: [
    { row: 2, added: true, name: 'XL-9 新机', fields: [{ label: '产线', before: null, after: 'L-1 一线' }] },
    {
      row: 3,
      added: false,
      name: 'M-1 计量泵',
      fields: [
        { label: '额定功率 (kW)', before: '5.5', after: '7.5' },
        { label: '生产厂家', before: 'A', after: null },
      ],
    },
  ],
}

it('shows additions and changes after the check, and discards them with another file', async () => {
  await loadTexts()
  const sent: boolean[] = []
  render(
    <ImportPanel
      send={(_file, dryRun) => {
        sent.push(dryRun)
        return Promise.resolve(trial)
      }}
    />,
  )
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.xlsx')] } })
  fireEvent.click(screen.getByText('检查文件'))
  const added = (await screen.findByText('XL-9 新机')).closest('li') as HTMLElement
  expect(within(added).getByText('新增')).toBeTruthy()
  expect(added.querySelector('del')).toBeNull()
  const changed = screen.getByText('M-1 计量泵').closest('li') as HTMLElement
  expect([...changed.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['5.5 → 7.5', 'A → –'])
  expect(screen.getByText('将要变更的前 2 行')).toBeTruthy()
  expect(sent).toEqual([true])
  fireEvent.change(input, { target: { files: [new File(['y'], 'b.xlsx')] } })
  expect(screen.queryByText('XL-9 新机')).toBeNull()
})

const choose = () => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.xlsx')] } })
  fireEvent.click(screen.getByText('检查文件'))
}
it('offers to skip unknown columns, and imports without them', async () => {
  await loadTexts()
  const sent: [boolean, boolean][] = []
  const unknown = { row: 1, column: 'E', header: '采购备注', message: '未知字段', issue: { code: 'unknownField' } }
  render(
    <ImportPanel
      send={(_file, dryRun, leaveOut) => {
        sent.push([dryRun, leaveOut])
        return leaveOut
          ? Promise.resolve(trial)
          : Promise.reject(new ApiError('errno', '导入未保存', { errno: '6000', data: { rows: [unknown] } }))
      }}
    />,
  )
  choose()
  fireEvent.click(await screen.findByRole('button', { name: '忽略这 1 列并重新检查' }))
  expect(await screen.findByText('未知的列将不导入：采购备注')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '导入 63 行' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ])
})
it('offers this beside other errors too, and names no column for errors without one', async () => {
  await loadTexts()
  const rows = [
    { row: 1, column: 'E', header: '采购备注', message: '未知字段', issue: { code: 'unknownField' } },
    { row: 2, column: '', header: '', message: '设备编号已存在', issue: { code: 'taken' } },
  ]
  const sent: boolean[] = []
  render(
    <ImportPanel
      send={(_file, _dryRun, leaveOut) => {
        sent.push(leaveOut)
        const data = { rows: leaveOut ? rows.slice(1) : rows }
        return Promise.reject(new ApiError('errno', '导入未保存', { errno: '6000', data }))
      }}
    />,
  )
  choose()
  const offered = await screen.findByRole('button', { name: '忽略这 1 列并重新检查' })
  const listedProblems = screen.getAllByRole('listitem').map((one) => one.textContent)
  expect(listedProblems).toEqual(['第 1 行，E 列 采购备注 未知字段', '第 2 行 设备编号已存在'])
  fireEvent.click(offered)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(sent).toEqual([false, true])
  expect(screen.getByText('未知的列将不导入：采购备注')).toBeTruthy()
})
it.each([
  ['a sheet without rows', { rows: 0, created: 0, updated: 0, unchanged: 0 }, '文件中没有数据行，没有可导入的内容'],
  [
    'rows that are all there',
    { rows: 5, created: 0, updated: 0, unchanged: 5 },
    '文件中的 5 行与系统一致，没有需要导入的内容',
  ],
])('says of %s that there is nothing to import', async (_what, counts, message) => {
  await loadTexts()
  render(
    <ImportPanel
      send={() =>
        Promise.resolve({ ...counts, dryRun: true, changes: [], hidden: 0, leftOut: 0, warned: 0, warnings: [] })
      }
    />,
  )
  choose()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^导入/ })).toBeNull()
})

it('reports possible mistakes row by row, and imports anyway', async () => {
  await loadTexts()
  const result = { ...trial, warned: 300, warnings: [{ row: 7, message: '交货日期 2025-11-20 已过，请核对' }] }
  render(<ImportPanel send={() => Promise.resolve(result)} />)
  choose()
  const told = (await screen.findByText('请核对 300 行，仍可导入')).closest('section') as HTMLElement
  expect(told.textContent).toContain('此处列出前 1 行')
  expect(within(told).getByRole('listitem').textContent).toBe('第 7 行 交货日期 2025-11-20 已过，请核对')
  expect(screen.getByText('导入 63 行')).toBeTruthy()
})
