// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { approveFinance, withdrawMonthApprovals } from '@/areas/sheets/contract/input-output-month'
import sheetWords from '@/areas/sheets/locales/zh.json'
import { claimRound } from '@/areas/rounds/contract/round-commands'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import type { CommandButtonsProps } from '@/client/resource/CommandButtons'
import { useCommandSwipe } from '@/client/resource/use-command-swipe'
import { useRowSwipe } from '@/client/resource/use-row-swipe'
import { clearSession } from '@/client/session/session'
import { text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, ok } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

type Command = typeof approveFinance | typeof withdrawMonthApprovals | typeof claimRound
const firm = defineResource('firm', {
  area: 'plant',
  fields: { name: text({ required: true, max: 40 }), phone: text({ max: 40, format: 'phone' }) },
  title: ['name'],
  filters: [],
  search: ['name'],
  routes: { list: 'GET /firm', remove: 'DELETE /firm' },
  permissions: { view: 'firmView', add: 'firmAdd', edit: 'firmEdit', delete: 'firmDelete' },
})
const row = { id: '0193a000-0000-7000-8000-000000000001', version: 2, name: '无纺布厂', phone: '0571 123' }

/** Draws the swipe buttons of one row, as its card does. */
function Swipe({ props, canRemove = false }: { props?: Partial<CommandButtonsProps<Command>>; canRemove?: boolean }) {
  const pageOffer = useCommandSwipe<Command>('sheets', () => ({ row, commands: [], ...props }))
  const swipe = useRowSwipe(firm as never, {}, { pageOffer, canRemove, cells: undefined })
  return (
    <>
      {swipe.getButtons(row).map(({ key, label, tone, onClick }) => (
        <button key={key} type="button" data-tone={tone} onClick={onClick}>
          {label}
        </button>
      ))}
      {swipe.dialog}
    </>
  )
}
const show = (props: Parameters<typeof Swipe>[0]) =>
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Swipe {...props} />
      </QueryClientProvider>
    </StrictMode>,
  )
const labels = () => screen.getAllByRole('button').map((button) => `${button.dataset['tone']} ${button.textContent}`)

beforeEach(async () => {
  await loadTexts({ sheets: sheetWords, plant: { firm: { name: '单位', fields: { name: '名称', phone: '电话' } } } })
  clearSession()
  signInPerson({ keys: ['firmView', 'firmDelete'] })
})
afterEach(cleanup)

describe('a swipe of a card', () => {
  it('offers what the panel offers, the way forward first, and a call', () => {
    show({ props: { commands: [withdrawMonthApprovals, approveFinance], secondaryCommands: [withdrawMonthApprovals] } })
    expect(labels()).toEqual([
      `primary ${sheetWords.actions.inputOutputMonth_approveFinance}`,
      `plain ${sheetWords.actions.inputOutputMonth_takeBack}`,
      'primary 拨打电话',
    ])
  })
  it('runs a command once, also where effects run twice', async () => {
    const phone = createFakePhone()
    replacePhoneStore(phone)
    show({ props: { commands: [claimRound] } })
    fireEvent.click(screen.getAllByRole('button')[0]!)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(phone.savedCommands).toHaveLength(1)
    expect(phone.savedCommands[0]!.body).toMatchObject({ roundId: row.id })
  })
  it('asks the question of the panel first', async () => {
    replacePhoneStore(createFakePhone())
    const { sent } = startFakeServer({}, () => ok(row))
    show({
      props: { commands: [approveFinance], getQuestion: () => ({ objectName: '2026-10', question: '批准后锁定' }) },
    })
    fireEvent.click(screen.getAllByRole('button')[0]!)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('2026-10')).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: sheetWords.actions.inputOutputMonth_approveFinance }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })
  it("opens the page's form for a command with inputs", () => {
    const onOpenForm = vi.fn()
    show({ props: { commands: [withdrawMonthApprovals], getInputs: () => ['reason'], onOpenForm } })
    fireEvent.click(screen.getAllByRole('button')[0]!)
    expect(onOpenForm).toHaveBeenCalledWith(withdrawMonthApprovals)
  })
  it('deletes after a confirmation that names the row, if the panel does', async () => {
    const { sent } = startFakeServer({}, () => ok(null))
    show({ canRemove: true })
    expect(labels()).toEqual(['primary 拨打电话', 'danger 删除'])
    fireEvent.click(screen.getByRole('button', { name: '删除' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('无纺布厂')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['DELETE']))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
  it('does not offer deletion to those who may not', () => {
    signInPerson({ keys: ['firmView'] })
    show({ canRemove: true })
    expect(labels()).toEqual(['primary 拨打电话'])
  })
})
