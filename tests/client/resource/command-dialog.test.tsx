// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import orderTexts from '@/areas/orders/locales/zh.json'
import { rejectCertificate } from '@/areas/certificates/contract/certificate-commands'
import certificateTexts from '@/areas/certificates/locales/zh.json'
import { runPackageAction } from '@/areas/packing/contract/package-endpoints'
import rollTexts from '@/areas/rolls/locales/zh.json'
import { createQueryClient } from '@/client/api/query-client'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { CommandDialog, type CommandDialogProps } from '@/client/resource/CommandDialog'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, json, ok } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const row = { id: id(1), version: 3, number: 'COA2026-00001' }
const renderWithQueries = (content: React.ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>)
function renderDialog<In>(props: Omit<CommandDialogProps<In>, 'onClose'>) {
  const onClose = vi.fn()
  renderWithQueries(<CommandDialog {...props} onClose={onClose} />)
  return onClose
}
const getSentBody = (server: ReturnType<typeof startFakeServer>) => {
  const body: unknown = JSON.parse(String(server.sent.at(-1)?.body))
  return body
}

beforeEach(async () => {
  await loadTexts({ certificates: certificateTexts, orders: orderTexts, rolls: rollTexts })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), keys: [] })
})
afterEach(cleanup)

it('asks for the inputs of a command, sends them with the row, and closes', async () => {
  const server = startFakeServer({}, () => ok(row))
  const onClose = renderDialog({ command: rejectCertificate, row, isDangerous: true })
  const dialog = within(screen.getByRole('alertdialog', { name: '退回报告 · COA2026-00001' }))
  const submitButton = dialog.getByRole('button', { name: '退回报告' })
  const label = certificateTexts.certificate.fields.reason
  expect(submitButton).toHaveProperty('disabled', true)
  expect(dialog.getByText(`先填写：${label}`)).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: label }), ' 请补数据 ')
  await userEvent.click(submitButton)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(getSentBody(server)).toMatchObject({ id: row.id, version: 3, reason: '请补数据' })
})
it('stays open with the reason and the entered text if the server refuses', async () => {
  startFakeServer({}, () => json({ errno: '6000', errmsg: '报告已签发', data: null }))
  const onClose = renderDialog({ command: rejectCertificate, row })
  await userEvent.type(screen.getByRole('textbox'), '请补数据')
  await userEvent.click(screen.getByRole('button', { name: '退回报告' }))
  expect((await screen.findByRole('alert')).textContent).toBe('报告已签发')
  expect(screen.getByRole('textbox')).toHaveProperty('value', '请补数据')
  expect(onClose).not.toHaveBeenCalled()
})
it('does not ask for given values, and requires what is required in this case', async () => {
  const server = startFakeServer({}, () => ok(row))
  const onClose = renderDialog({
    command: runPackageAction,
    row,
    label: '移库',
    values: { action: 'relocate' },
    fieldNames: ['place'],
    requiredNames: ['place'],
    check: ({ place }) => (place === 'F2-21' ? '已在此处' : null),
  })
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  await userEvent.type(screen.getByRole('textbox'), 'F2-21')
  expect(screen.getByText('已在此处')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox'), 'A')
  await userEvent.click(screen.getByRole('button', { name: '移库' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(getSentBody(server)).toEqual({ id: row.id, version: 3, action: 'relocate', place: 'F2-21A' })
})
it('offers the presets of the contract and saves an offline command on the phone', async () => {
  const saved: unknown[] = []
  replacePhoneStore(
    createFakePhone({
      save: (command) => {
        saved.push(command.body)
        return Promise.resolve({ id: id(20) })
      },
    }),
  )
  const onClose = renderDialog({
    command: changeRunState,
    row,
    values: { action: 'pause' },
    fieldNames: ['reason'],
    requiredNames: ['reason'],
  })
  await userEvent.click(screen.getByRole('button', { name: orderTexts.presets.pause.fault }))
  await userEvent.click(screen.getByRole('button', { name: orderTexts.actions.workOrder_switch }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saved).toMatchObject([{ id: row.id, version: 3, action: 'pause', reason: '§orders:presets.pause.fault' }])
})
it('keeps the id of the row that an unsent command creates', async () => {
  const edited: unknown[] = []
  replacePhoneStore(
    createFakePhone({
      edit: (_id, body) => {
        edited.push(body)
        return Promise.resolve()
      },
    }),
  )
  const onClose = renderDialog({
    command: rejectCertificate,
    row: null,
    values: { version: 3 },
    unsent: { id: 'op-1', body: { id: id(30), version: 3, reason: '请补数据' } } as unknown as UnsentCommand,
  })
  await userEvent.type(screen.getByRole('textbox'), '。')
  await userEvent.click(screen.getByRole('button', { name: '退回报告' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(edited).toMatchObject([{ id: id(30), reason: '请补数据。' }])
})
it('fills in values that follow from a change, inside a page, and hands over the answer', async () => {
  const server = startFakeServer({}, () => ok({ ...row, version: 4 }))
  const onSaved = vi.fn()
  renderWithQueries(
    <InlineCommandForm
      command={runPackageAction}
      row={row}
      label="移库"
      values={{ action: 'relocate' }}
      fieldNames={['place', 'reason']}
      fillIn={async ({ place }) => (place === 'F2' ? { reason: '移到二区' } : null)}
      onSaved={onSaved}
    />,
  )
  const [place, reason] = screen.getAllByRole('textbox')
  await userEvent.type(place!, 'F2')
  await waitFor(() => expect(reason).toHaveProperty('value', '移到二区'))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['移库'])
  await userEvent.click(screen.getByRole('button', { name: '移库' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ queued: false, data: { ...row, version: 4 } }))
  expect(getSentBody(server)).toEqual({
    id: row.id,
    version: 3,
    action: 'relocate',
    place: 'F2',
    reason: '移到二区',
  })
})
it('opens from the button of a command with inputs', async () => {
  const server = startFakeServer({}, () => ok(row))
  renderWithQueries(<CommandButtons commands={[rejectCertificate]} dangerousCommands={[rejectCertificate]} row={row} />)
  await userEvent.click(screen.getByRole('button', { name: '退回报告' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.type(dialog.getByRole('textbox'), '数据有误')
  await userEvent.click(dialog.getByRole('button', { name: '退回报告' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(getSentBody(server)).toMatchObject({ reason: '数据有误' })
})
