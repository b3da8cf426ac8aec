// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveFinance, takeBackMonth } from '@/areas/sheets/contract/input-output'
import words from '@/areas/sheets/locales/zh.json'
import telemetryWords from '@/areas/telemetry/locales/zh.json'
import { admitOddReading, discardOddReading } from '@/areas/telemetry/contract/odd-reading'
import { createQueryClient } from '@/client/api/query-client'
import { CommandButtons, type CommandButtonsProps } from '@/client/resource/CommandButtons'
import { replacePhone } from '@/client/api/phone'
import { fakePhone } from '../fake-phone'
import { fakeServer, ok } from '../fake-server'
import { loadTexts } from '../texts'

type Command = typeof approveFinance | typeof takeBackMonth | typeof admitOddReading | typeof discardOddReading
type Offered = CommandButtonsProps<Command>['commands']
const row = { id: '0193a000-0000-7000-8000-000000000001', version: 1 }
const show = (commands: Offered, aside: Offered = [], more: Partial<CommandButtonsProps<Command>> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommandButtons commands={commands} aside={aside} row={row} onAsk={() => undefined} {...more} />
    </QueryClientProvider>,
  )
const primaries = () =>
  screen.getAllByRole('button').flatMap((one) => (one.classList.contains('is-primary') ? [one.textContent] : []))

beforeEach(() => loadTexts({ sheets: words, telemetry: telemetryWords }))
afterEach(cleanup)

describe('the buttons of a panel', () => {
  it('have one that is primary: the first that does not stand aside', () => {
    show([admitOddReading, discardOddReading])
    expect(primaries()).toEqual([telemetryWords.actions.oddReading_admit])
  })
  it('have none where all stand aside', () => {
    show([takeBackMonth], [takeBackMonth])
    expect(primaries()).toEqual([])
  })
  it('show the way forward last, where the thumb finds it', () => {
    show([approveFinance, takeBackMonth], [takeBackMonth])
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      words.actions.inputOutputMonth_takeBack,
      words.actions.inputOutputMonth_approveFinance,
    ])
    expect(primaries()).toEqual([words.actions.inputOutputMonth_approveFinance])
  })
  it('ask once before what cannot be undone, naming the row and what comes of it', async () => {
    replacePhone(fakePhone())
    const { sent } = fakeServer({}, () => ok(row))
    show([approveFinance], [], { getQuestion: () => ({ thing: '2026-10', sentence: '批准后锁定', danger: false }) })
    const word = words.actions.inputOutputMonth_approveFinance
    fireEvent.click(screen.getByRole('button', { name: word }))
    const sheet = within(await screen.findByRole('alertdialog'))
    expect([sheet.getByText('2026-10').textContent, sheet.getByText('批准后锁定').textContent]).toHaveLength(2)
    expect(sent).toEqual([])
    fireEvent.click(sheet.getByRole('button', { name: word }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})
