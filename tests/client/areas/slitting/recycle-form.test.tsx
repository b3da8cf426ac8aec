// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RecycleForm } from '@/areas/slitting/client/slitter/RecycleForm'
import rollsWords from '@/areas/rolls/locales/zh.json'
import words from '@/areas/slitting/locales/zh.json'
import { createQueryClient } from '@/client/api/query-client'
import { replacePhoneStore } from '@/client/api/phone'
import clientWords from '@/client/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

beforeEach(async () => {
  await loadTexts({ rolls: rollsWords, slitting: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['divideInteractiveEdit'] })
  startFakeServer({})
})
afterEach(cleanup)

// The form reads the weight as its input does: text that is not a number is not a weight by far too small or too large.
test.each([
  ['.', clientWords.fields.notASize],
  ['5.-', clientWords.fields.notASize],
  ['900', words.pages.divideInteractive.checkDecimalPoint],
  ['75', null],
])('the weight %s of a lane of 75 kg is answered with: %s', async (entry, message) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RecycleForm
        roll={{ id: 'r1', lane: 1, number: 'B1-01', kg: null, expectedKg: 75, holds: [] }}
        setId="s1"
        cuttingId="c1"
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getAllByRole('textbox')[0]!, entry)
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(message ? [message] : [])
})
