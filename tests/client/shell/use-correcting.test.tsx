// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { areaClients } from '@/areas/clients'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { registerAreas } from '@/client/area-registry'
import { clearSession } from '@/client/session/session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'

registerAreas(areaClients)
afterEach(cleanup)
/** Replaces a page of the menu and shows the command that the page would correct. */
const Page = () => <Where said={useUnsentCommandToCorrect()?.op ?? 'nothing'} />
function Where({ said }: { said: string }) {
  const { pathname, search } = useLocation()
  return (
    <output>
      {said} at {pathname + search}
    </output>
  )
}
const unsent = (op: string | null, resource: string | null) =>
  ({ id: 'op', op, resource, body: {} }) as unknown as UnsentCommand
function show(item: UnsentCommand, address = '/x/weeklyWork?unsent=op') {
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen([item])
        return () => undefined
      },
    }),
  )
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/x/*" element={<Page />} />
        <Route path="*" element={<Where said="nothing" />} />
      </Routes>
    </MemoryRouter>,
  )
}
const becomes = (said: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(said))
beforeEach(() => {
  clearSession()
  signInPerson({ pages: ['weeklyWork', 'repair'] })
})

it('a command of the page is corrected there', async () => {
  show(unsent('weeklyWork.update', 'weeklyWork'))
  await becomes('weeklyWork.update at /x/weeklyWork?unsent=op')
})
it('an unknown command has no form', async () => {
  show(unsent('weeklyWork.update', 'weeklyWork'), '/x/weeklyWork?unsent=gone')
  await becomes('nothing at /x/weeklyWork?unsent=gone')
})
it.each([
  ['a mere step', 'repair.accept', 'repair'],
  ['a command without a form', 'workOrder.start', 'workOrder'],
  ['a command of a row that opens nowhere', 'machineRun.turnWinder', 'machineRun'],
  ['a photo that is left', null, null],
  ['a command whose page is not theirs', 'feed.addMain', 'feed'],
])('%s is shown as the sync centre shows it, no empty form', async (_what, op, resource) => {
  show(unsent(op, resource))
  await becomes('nothing at /me/sync?unsent=op')
})
it('a command of another page is corrected on that page', async () => {
  show(unsent('repair.finish', 'repair'))
  await becomes('repair.finish at /x/repair?unsent=op')
})
