// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { list, note, text } from '@/contract/field'
import { FieldInput, FieldView } from '@/client/fields/registry'
import { PresetText } from '@/client/fields/presets'
import { ReplacementList } from '@/client/approval/ReplacementList'
import { DeviationReasonDialog } from '@/areas/rounds/client/walk/DeviationReasonDialog'
import { holdReasons } from '@/areas/rolls/contract/preset-reasons'
import rollsEn from '@/areas/rolls/locales/en.json'
import rolls from '@/areas/rolls/locales/zh.json'
import maintenance from '@/areas/maintenance/locales/zh.json'
import rounds from '@/areas/rounds/locales/zh.json'
import standardsEn from '@/areas/standards/locales/en.json'
import standards from '@/areas/standards/locales/zh.json'
import clientEn from '@/client/locales/en.json'
import { loadTexts } from '../texts'

vi.mock('@/client/fields/options', async (original) => ({
  ...(await original<object>()),
  useNames: () => ({}),
}))

const place = { area: 'rolls', owner: 'hold' }
const [complaint, dirt] = ['§rolls:presets.hold.complaint', '§rolls:presets.hold.contamination'] as const
beforeEach(async () => {
  await loadTexts({ rolls, standards, maintenance, rounds })
  for (const [name, words] of Object.entries({ rolls: rollsEn, standards: standardsEn, client: clientEn }))
    i18next.addResourceBundle('en', name, words)
})
afterEach(cleanup)
const inEnglish = () => act(() => i18next.changeLanguage('en'))

it.each([
  ['a note', note({ presets: holdReasons }), dirt],
  ['a text', text({ presets: holdReasons }), dirt],
  ['a note that takes none, with one in it', note(), `H1 ${dirt}`],
  ['a line of a list', list({ why: text({ presets: holdReasons }) }), [{ why: dirt }]],
])('%s shows a usual one in the language of the reader, at once', async (_what, field, value) => {
  const { container } = render(<FieldView field={field} name="reason" place={place} value={value} refs={{}} isDetail />)
  expect(container.textContent).toContain('污染')
  await inEnglish()
  expect(container.textContent).toContain('Contamination')
  expect(container.textContent).not.toMatch(/[§污]/)
})
it('shows typed text as typed, in every language', async () => {
  const { container } = render(<PresetText text="污染 § 12" />)
  await inEnglish()
  expect(container.textContent).toBe('污染 § 12')
})
it('tells why an approver was replaced in the language of the reader', async () => {
  const replaced = { userId: 'a', insteadId: 'b', replacedBy: 'c', replacedAt: '2026-11-20T02:00:00.000Z' }
  render(
    <ReplacementList
      title="x"
      replacements={[{ ...replaced, reason: '§standards:presets.replacement.ill' }]}
      refs={{}}
    />,
  )
  expect(screen.getByText('病假')).toBeTruthy()
  await inEnglish()
  expect(screen.getByText('On sick leave')).toBeTruthy()
})
it.each([
  ['note', note({ presets: holdReasons })],
  ['text', text({ presets: holdReasons })],
])('a form offers those of a %s and tells their key; with more said, the text is typed', async (_kind, field) => {
  const changed = vi.fn()
  const input = (value: string | null) => (
    <FieldInput field={field} name="reason" place={place} id="r" label="原因" value={value} onChange={changed} />
  )
  const { rerender } = render(input(null))
  await userEvent.click(within(screen.getByRole('group', { name: '原因' })).getByRole('button', { name: '客户投诉' }))
  expect(changed).toHaveBeenLastCalledWith(complaint)
  rerender(input(complaint))
  expect(screen.getByRole('button', { name: '客户投诉', pressed: true })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('客户投诉')
  await userEvent.type(screen.getByRole('textbox'), '！')
  expect(changed).toHaveBeenLastCalledWith('客户投诉！')
})
it('one tap on a preset answers why a round deviates from its plan', async () => {
  const onReason = vi.fn()
  render(<DeviationReasonDialog title="跳过" presets={holdReasons} onReason={onReason} onClose={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: '客户投诉' }))
  expect(onReason).toHaveBeenCalledWith(complaint)
})
