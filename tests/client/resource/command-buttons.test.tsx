// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveFinance, withdrawMonthApprovals } from '@/areas/sheets/contract/input-output-month'
import words from '@/areas/sheets/locales/zh.json'
import telemetryWords from '@/areas/telemetry/locales/zh.json'
import { admitOddReading, discardOddReading } from '@/areas/telemetry/contract/odd-reading'
import { claimRound } from '@/areas/rounds/contract/round-commands'
import { counterFeed } from '@/areas/feeding/contract/feed'
import { getFormInputs } from '@/contract/command'
import { createQueryClient } from '@/client/api/query-client'
import { CommandButtons, type CommandButtonsProps } from '@/client/resource/CommandButtons'
import { replacePhoneStore } from '@/client/api/phone'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, ok } from '../fake-server'
import { loadTexts } from '../texts'

type Command =
  | typeof approveFinance
  | typeof withdrawMonthApprovals
  | typeof admitOddReading
  | typeof discardOddReading
  | typeof claimRound
type Offered = CommandButtonsProps<Command>['commands']
const row = { id: '0193a000-0000-7000-8000-000000000001', version: 1 }
const show = (commands: Offered, aside: Offered = [], more: Partial<CommandButtonsProps<Command>> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommandButtons commands={commands} secondaryCommands={aside} row={row} onOpenForm={() => undefined} {...more} />
    </QueryClientProvider>,
  )
const primaries = () =>
  screen.getAllByRole('button').flatMap((one) => (one.classList.contains('is-primary') ? [one.textContent] : []))

beforeEach(() => loadTexts({ sheets: words, telemetry: telemetryWords }))
afterEach(cleanup)

describe('the buttons of a panel', () => {
  it('have one primary button: the first that is not secondary', () => {
    show([admitOddReading, discardOddReading])
    expect(primaries()).toEqual([telemetryWords.actions.oddReading_admit])
  })
  it('have none if all are secondary', () => {
    show([withdrawMonthApprovals], [withdrawMonthApprovals])
    expect(primaries()).toEqual([])
  })
  it('put the way forward last, near the thumb', () => {
    show([approveFinance, withdrawMonthApprovals], [withdrawMonthApprovals])
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      words.actions.inputOutputMonth_takeBack,
      words.actions.inputOutputMonth_approveFinance,
    ])
    expect(primaries()).toEqual([words.actions.inputOutputMonth_approveFinance])
  })
  it('run on tap a command whose row id has another name', async () => {
    expect(getFormInputs(claimRound)).toEqual([])
    expect(getFormInputs(counterFeed)).toEqual(['kg', 'cause', 'reason'])
    const phone = createFakePhone()
    replacePhoneStore(phone)
    show([claimRound])
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({ endpoint: { name: claimRound.name }, body: { roundId: row.id } })
    expect(phone.savedCommands[0]!.body).not.toHaveProperty('id')
  })
  it('confirm irreversible actions once, with the row and the consequence', async () => {
    replacePhoneStore(createFakePhone())
    const { sent } = startFakeServer({}, () => ok(row))
    show([approveFinance], [], {
      getQuestion: () => ({ objectName: '2026-10', question: '批准后锁定', isDangerous: false }),
    })
    const word = words.actions.inputOutputMonth_approveFinance
    fireEvent.click(screen.getByRole('button', { name: word }))
    const sheet = within(await screen.findByRole('alertdialog'))
    expect([sheet.getByText('2026-10').textContent, sheet.getByText('批准后锁定').textContent]).toHaveLength(2)
    expect(sent).toEqual([])
    fireEvent.click(sheet.getByRole('button', { name: word }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})
