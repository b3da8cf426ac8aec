import { expect, it } from 'vitest'
import { finishRound } from '@/areas/maintenance/contract/round-commands'

// A round that Wang has ended with a note, and Li walked too.
const ended = (addedNotes: { userId: string; note: string }[] = []) =>
  ({ userId: 'wang', note: '正常', addedNotes, walkers: ['wang', 'li'], state: 'done' }) as never
const said = (row: never, personId: string, note?: string) =>
  finishRound.mergeWhenDone(row, { note } as never, { at: '2026-11-20T02:00:00.000Z', personId })

it('keeps what each walker says beside what others said, with whose it is', () => {
  expect(said(ended(), 'li', '皮带有异味')).toEqual({ addedNotes: [{ userId: 'li', note: '皮带有异味' }] })
  const before = [{ userId: 'li', note: '皮带有异味' }]
  expect(said(ended(before), 'li', '已换')).toEqual({ addedNotes: [...before, { userId: 'li', note: '已换' }] })
})
it('keeps the same words of two people as the words of both', () => {
  expect(said(ended(), 'li', '正常')).toEqual({ addedNotes: [{ userId: 'li', note: '正常' }] })
  const before = [{ userId: 'li', note: '皮带有异味' }]
  expect(said(ended(before), 'zhao', '皮带有异味')).toEqual({
    addedNotes: [...before, { userId: 'zhao', note: '皮带有异味' }],
  })
})
it('keeps no words twice of one person, and none where nothing is said', () => {
  expect(said(ended(), 'wang', '正常')).toBeNull()
  expect(said(ended([{ userId: 'li', note: '皮带有异味' }]), 'li', '皮带有异味')).toBeNull()
  expect(said(ended(), 'li', '')).toBeNull()
  expect(said(ended(), 'li')).toBeNull()
})
