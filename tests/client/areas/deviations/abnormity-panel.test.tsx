// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import {
  AbnormityPanel,
  type Abnormity,
  useAbnormityCommands,
} from '@/areas/deviations/client/abnormity/AbnormityPanel'
import words from '@/areas/deviations/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
const OTHER = '0199aff3-9400-7150-8a1d-000000000008'
const measure = (doneOn: string | null) => ({ what: '更换导辊', userId: OTHER, dueOn: '2099-01-01', doneOn })
const acting = (more: object) =>
  ({
    id: '0199aff3-9400-7150-8a1d-000000000011',
    version: 3,
    createdAt: '2026-11-20T02:00:00.000Z',
    updatedAt: '2026-11-20T02:00:00.000Z',
    createdBy: OTHER,
    number: 'A20261120-001',
    state: 'acting',
    kind: 'defect',
    severity: 'major',
    description: '端面有油污',
    images: [],
    measures: [],
    sentBack: 0,
    reason: null,
    answeredBy: OTHER,
    answeredAt: '2026-11-20T03:00:00.000Z',
    dueOn: '2099-01-01',
    ...more,
  }) as unknown as Abnormity // What the panel reads of a row; the other fields are empty.
const show = (row: Abnormity) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Panel row={row} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
/** The panel with the commands that the page passes to it. */
function Panel({ row }: { row: Abnormity }) {
  const getCommandProps = useAbnormityCommands(() => undefined)
  return <AbnormityPanel row={row} refs={{}} commandProps={getCommandProps(row)} onBack={undefined} />
}
const verify = () => screen.findByRole<HTMLButtonElement>('button', { name: words.actions.abnormity_verify })

beforeEach(async () => {
  await loadTexts({ deviations: words })
  startFakeServer({ 'GET /user/directory': () => replyWithRows([]) })
  replacePhoneStore(createFakePhone())
})
afterEach(cleanup)
/** Reason under a disabled button. */
const whyOf = (one: HTMLElement) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent

describe('verifying what was done', () => {
  it('is offered once every measure is done', async () => {
    signInPerson({ id: ME, keys: ['qualityTrackingDefectConfirm'] })
    show(acting({ measures: [measure('2026-11-21')] }))
    expect((await verify()).disabled).toBe(false)
  })
  it('says that a measure is open, where it is not offered for that alone', async () => {
    signInPerson({ id: ME, keys: ['qualityTrackingDefectConfirm'] })
    show(acting({ measures: [measure('2026-11-21'), measure(null)] }))
    const button = await verify()
    expect(button.disabled).toBe(true)
    expect(whyOf(button)).toBe(words.refusals.measuresOpen)
  })
  it('says that somebody else has to, to who answered', async () => {
    signInPerson({ id: ME, keys: ['qualityTrackingDefectConfirm'] })
    show(acting({ answeredBy: ME, measures: [measure('2026-11-21')] }))
    expect(whyOf(await verify())).toBe(words.refusals.ownMeasures)
  })
  it('is not spoken of to who may not verify, or before it is time', async () => {
    signInPerson({ id: ME, keys: ['qualityTrackingView'] })
    show(acting({ measures: [measure(null)] }))
    expect(screen.queryByRole('button', { name: words.actions.abnormity_verify })).toBeNull()
    cleanup()
    signInPerson({ id: ME, keys: ['qualityTrackingDefectConfirm'] })
    show(acting({ state: 'confirmed', measures: [measure(null)] }))
    expect(screen.queryByRole('button', { name: words.actions.abnormity_verify })).toBeNull()
  })
})
