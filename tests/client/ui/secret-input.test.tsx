// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import { FieldInput } from '@/client/fields/registry'
import words from '@/client/locales/zh.json'
import { createUser, resetPassword } from '@/areas/access/contract/user'
import { setWaterAlarm } from '@/areas/energy/contract/energy-alarm'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts({})
})
afterEach(cleanup)

const buttonsAt = (endpoint: Pick<Endpoint, 'input'>, name: string): (string | null)[] => {
  const field = (endpoint.input as Fields)[name]
  if (!field) throw new Error(`no field ${name}`)
  const place = { area: 'access', owner: 'user' }
  render(<FieldInput field={field} name={name} place={place} id="s" label={name} value={null} onChange={() => null} />)
  return screen.getAllByRole('button').map((one) => one.textContent)
}
it.each([
  [createUser, 'password', true],
  [resetPassword, 'password', true],
  [setWaterAlarm, 'address', false],
  [setWaterAlarm, 'secret', false],
] as const)('a secret is offered where it is chosen here, not where others issue it: %#', (endpoint, name, offered) => {
  expect(buttonsAt(endpoint, name).includes(words.fields.suggest)).toBe(offered)
})
